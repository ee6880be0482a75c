/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Links of all documents to files of the repository, and to headings in them, lead somewhere, and the tests that they
 * name exist.
 */
class LinksTest
{
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> BUILT = Set.of("target", ".git", "node_modules");
    private static final Pattern LINK = Pattern.compile("]\\(\\s*([^)\\s]+)\\s*\\)");
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);
    private static final Pattern NAMED_TEST =
        Pattern.compile("`(?=\\w)(?:(\\w+(?:Test|IT|Scenario|Contract))\\.?)?(should\\w+)?`");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    @Test
    void shouldLeadSomewhere() throws IOException
    {
        final List<Path> documents = documents(ROOT);
        assertTrue(documents.contains(ROOT.resolve("README.md")));
        assertTrue(documents.contains(ROOT.resolve("docs").resolve("guide.md")));

        assertEquals(List.of(), broken(documents));
    }

    @Test
    void shouldFindWhatLeadsNowhere() throws IOException
    {
        final Path page = Files.writeString(folder.resolve("page.md"), """
            # One `word`, and 2 more

            [good](other.md#top-of-it) [good](#one-word-and-2-more) [good](https://example.org/none) [gone](none.md)
            [gone](other.md#none) [gone](#none) `[code](none)` ![gone](none.svg)
            """);
        Files.writeString(folder.resolve("other.md"), "## Top of it\n");

        assertEquals(
            List.of("page.md: none.md", "page.md: other.md#none", "page.md: #none", "page.md: none.svg"),
            broken(List.of(page)).stream().map(each -> each.substring(each.lastIndexOf('/') + 1)).toList());
    }

    @Test
    void shouldNameTestsThatExist() throws IOException
    {
        assertEquals(List.of(), unknownTests(documents(ROOT)));
    }

    @Test
    void shouldFindTestsThatDoNotExist() throws IOException
    {
        final Path page = Files.writeString(folder.resolve("page.md"), """
            `LinksTest`, `LinksTest.shouldLeadSomewhere` and `shouldNameTestsThatExist`, but neither `NoSuchTest` nor
            `LinksTest.shouldLeadNowhere`, `shouldDoNothing` or `LinksTest.shouldLead`
            """);

        assertEquals(
            List.of("NoSuchTest", "LinksTest.shouldLeadNowhere", "LinksTest.shouldDoNothing", "LinksTest.shouldLead"),
            unknownTests(List.of(page)).stream().map(each -> each.substring(each.lastIndexOf(' ') + 1)).toList());
    }

    private static List<String> unknownTests(final List<Path> documents) throws IOException
    {
        final Map<String, String> sources = new HashMap<>();
        for (final Path source : files(ROOT, ".java"))
        {
            final String name = source.getFileName().toString();
            // Several modules may have tests of the same name.
            sources.merge(name.substring(0, name.indexOf('.')), Files.readString(source), String::concat);
        }
        final List<String> unknown = new ArrayList<>();
        for (final Path document : documents)
        {
            // A method without a class is one of the class that was named last.
            String last = "";
            final Matcher tests = NAMED_TEST.matcher(Files.readString(document));
            while (tests.find())
            {
                last = null == tests.group(1) ? last : tests.group(1);
                final String method = tests.group(2);
                final String source = sources.getOrDefault(last, "");
                if (!last.isEmpty() &&
                    (source.isEmpty() || null != method && !source.contains("void " + method + '(')))
                {
                    unknown.add(document + ": " + last + (null == method ? "" : '.' + method));
                }
            }
        }
        return unknown;
    }

    private static List<Path> documents(final Path root) throws IOException
    {
        // A template becomes a document elsewhere.
        return files(root, ".md").stream().filter(file -> !file.toString().contains("src/main")).toList();
    }

    private static List<Path> files(final Path root, final String suffix) throws IOException
    {
        final List<Path> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(root))
        {
            for (final Path entry : entries.sorted().toList())
            {
                if (Files.isDirectory(entry) && !BUILT.contains(entry.getFileName().toString()))
                {
                    found.addAll(files(entry, suffix));
                }
                else if (entry.toString().endsWith(suffix))
                {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    private static List<String> broken(final List<Path> documents) throws IOException
    {
        final Map<Path, Set<String>> headings = new HashMap<>();
        final List<String> broken = new ArrayList<>();
        for (final Path document : documents)
        {
            final Matcher links = LINK.matcher(CODE.matcher(Files.readString(document)).replaceAll(""));
            while (links.find())
            {
                final URI link = URI.create(links.group(1));
                if (null == link.getScheme() && !leadsSomewhere(document, link, headings))
                {
                    broken.add(document + ": " + link);
                }
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(
        final Path document, final URI link, final Map<Path, Set<String>> headings) throws IOException
    {
        final Path target = link.getPath().isEmpty() ? document : document.resolveSibling(link.getPath()).normalize();
        if (!Files.exists(target))
        {
            return false;
        }
        if (null == link.getFragment())
        {
            return true;
        }
        if (!headings.containsKey(target))
        {
            headings.put(target, headingsOf(target));
        }
        return headings.get(target).contains(link.getFragment());
    }

    /**
     * As GitHub makes them: lower case, without punctuation, with a hyphen for each blank.
     */
    private static Set<String> headingsOf(final Path document) throws IOException
    {
        final Set<String> found = new HashSet<>();
        final Matcher heading = HEADING.matcher(Files.readString(document));
        while (heading.find())
        {
            found.add(heading.group(1).strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-'));
        }
        return found;
    }
}
