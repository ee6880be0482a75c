/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The Java code that a document shows, as programs. A block with a public class is a program, one with a module a
 * descriptor. All other blocks, each in a method of its own, are one program together. A hidden comment before a block,
 * {@code <!-- around: CODE -->}, has the code that is needed around it, with {@code ...} in its place. A block of text
 * behind a block of code is what that prints.
 */
final class DocumentPrograms
{
    /**
     * One block of a document.
     *
     * @param line     where it begins.
     * @param code     of it, with what is around it.
     * @param expected what it prints.
     */
    record Block(int line, String code, String expected)
    {
    }

    /**
     * Name of the program that has the blocks that are no programs of their own.
     */
    static final String BLOCKS = "Blocks";

    /**
     * Printed between two blocks.
     */
    static final String END_OF_BLOCK = "-- end of block --";

    private static final Pattern BLOCK = Pattern.compile(
        "(?:<!-- around:\n(?<around>.*?)-->\n\n?)?```java\n(?<code>.*?)```\n(?:\n```text\n(?<text>.*?)```\n)?",
        Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);
    private static final Pattern MODULE = Pattern.compile("^module ", Pattern.MULTILINE);
    private static final Pattern IMPORT = Pattern.compile("^import .*;\n", Pattern.MULTILINE);
    private static final String AROUND = """
        final Isotach isotach = Isotach.launch();
        try {
            final IsoLong[] accounts = isotach.longs("account", 10, 100);
        ...
        } finally {
            isotach.close();
        }
        """;
    private static final String HEAD = """
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.*;
        import org.isotach.*;
        import org.isotach.actions.*;
        """;

    private final List<Block> programs = new ArrayList<>();
    private final List<Block> modules = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();

    DocumentPrograms(final String document)
    {
        final Matcher matcher = BLOCK.matcher(document);
        while (matcher.find())
        {
            final String around = matcher.group("around");
            final String code = matcher.group("code");
            final String text = null == matcher.group("text") ? "" : matcher.group("text").strip();
            final int line = (int)document.substring(0, matcher.start("code")).lines().count() + 1;
            final String whole = null == around ? code : around.replace("...", code);
            if (MODULE.matcher(whole).find())
            {
                modules.add(new Block(line, whole, text));
            }
            else if (CLASS.matcher(whole).find())
            {
                programs.add(new Block(line, whole, text));
            }
            else
            {
                blocks.add(new Block(line, null == around ? AROUND.replace("...", code) : whole, text));
            }
        }
    }

    /**
     * @return blocks that are programs.
     */
    List<Block> programs()
    {
        return programs;
    }

    /**
     * @return blocks that are descriptors of modules.
     */
    List<Block> modules()
    {
        return modules;
    }

    /**
     * @return all other blocks.
     */
    List<Block> blocks()
    {
        return blocks;
    }

    static String classOf(final Block program)
    {
        final Matcher matcher = CLASS.matcher(program.code());
        if (!matcher.find())
        {
            throw new IllegalArgumentException("line " + program.line() + " has no public class");
        }
        return matcher.group(1);
    }

    /**
     * @return the program {@link #BLOCKS}.
     */
    String program()
    {
        final StringBuilder methods = new StringBuilder();
        final StringBuilder calls = new StringBuilder();
        for (final Block block : blocks)
        {
            methods.append("    // line ").append(block.line()).append("\n    static void line").append(block.line())
                .append("() throws Exception {\n").append(IMPORT.matcher(block.code()).replaceAll(""))
                .append("    }\n\n");
            calls.append("        line").append(block.line()).append("();\n        System.out.println(\"")
                .append(END_OF_BLOCK).append("\");\n");
        }
        final String imports = blocks.stream().flatMap(block -> IMPORT.matcher(block.code()).results())
            .map(match -> match.group()).distinct().filter(line -> !HEAD.contains(line)).collect(Collectors.joining());
        return HEAD + imports + "\npublic class " + BLOCKS + " {\n" + methods +
            "    public static void main(String[] args) throws Exception {\n" + calls + "    }\n}\n";
    }
}
