/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package consumer;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a release would put into a public repository is complete.
 */
class ReleaseTest
{
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();
    private static final List<String> DEMANDED = List.of(
        "name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
        "scm/connection", "scm/url");

    private final Path modules = Path.of(URI.create(System.getProperty("isotach.release"))).resolve("org/isotach");

    @Test
    void shouldHoldTheLibrariesTheirParentAndTheBomOnly() throws Exception
    {
        assertEquals(
            Set.of("isotach-bom", "isotach-parent", "isotach-core", "niu-threads", "isotach-smm", "isotach-mbm",
                "isotach-actions", "isotach-aeron", "isotach-simulation"),
            names());
    }

    @Test
    void shouldManageAllLibrariesAndNothingElseInTheBom() throws Exception
    {
        final Document bom = pom("isotach-bom");
        assertEquals("", valueOf(bom, "parent"), "the BOM has a parent, whose versions users would import");
        final Set<String> managed = new TreeSet<>();
        final NodeList entries = (NodeList)XPATH.evaluate(
            "/project/dependencyManagement/dependencies/dependency", bom, XPathConstants.NODESET);
        for (int i = 0; i < entries.getLength(); i++)
        {
            assertEquals("org.isotach", XPATH.evaluate("groupId", entries.item(i)));
            managed.add(XPATH.evaluate("artifactId", entries.item(i)));
        }
        assertEquals(libraries(), managed);
    }

    @Test
    void shouldHaveAllThatPublicRepositoriesDemandInEachPom() throws Exception
    {
        final Document parent = pom("isotach-parent");
        for (final String name : names())
        {
            final Document pom = pom(name);
            final boolean inherits = "isotach-parent".equals(valueOf(pom, "parent/artifactId"));
            for (final String element : DEMANDED)
            {
                final boolean isOwn = List.of("name", "description").contains(element);
                assertFalse(
                    valueOf(pom, element).isBlank() && (isOwn || !inherits || valueOf(parent, element).isBlank()),
                    () -> name + " has no " + element);
            }
        }
    }

    @Test
    void shouldHaveClassesSourcesAndJavadocOfEachLibrary() throws Exception
    {
        for (final String name : libraries())
        {
            assertContains(name, "", "META-INF/LICENSE", ".class");
            assertContains(name, "-sources", "META-INF/LICENSE", ".java");
            assertContains(name, "-javadoc", "index.html", ".html");
        }
    }

    @Test
    void shouldBeginTheJavadocOfEachLibraryWithAnOverview() throws Exception
    {
        for (final String name : libraries())
        {
            try (ZipFile zip = new ZipFile(file(name, "-javadoc.jar").toFile()))
            {
                final String index =
                    new String(zip.getInputStream(zip.getEntry("index.html")).readAllBytes(), StandardCharsets.UTF_8);
                // Without one, javadoc sends readers to the page of the module, which says one sentence.
                assertFalse(index.contains("index-redirect-page"), () -> name + " has no overview.html");
            }
        }
    }

    @Test
    void shouldHaveADescriptorInEachLibrary() throws Exception
    {
        for (final String name : libraries())
        {
            final ModuleDescriptor descriptor =
                ModuleFinder.of(file(name, ".jar")).findAll().iterator().next().descriptor();
            // One has none, as Aeron has none: its name has to be in the manifest then.
            assertEquals("isotach-aeron".equals(name), descriptor.isAutomatic(), () -> name + " has no module-info");
            assertTrue(descriptor.name().startsWith("org.isotach."), descriptor::name);
        }
    }

    @Test
    void shouldHoldNothingOfTheTests() throws Exception
    {
        try (Stream<Path> files = Files.walk(modules))
        {
            assertEquals(
                List.of(), files.filter(file -> file.getFileName().toString().contains("-tests.")).toList());
        }
    }

    private void assertContains(final String name, final String classifier, final String entry, final String suffix)
        throws IOException
    {
        final Path jar = file(name, classifier + ".jar");
        try (ZipFile zip = new ZipFile(jar.toFile()))
        {
            assertTrue(null != zip.getEntry(entry), () -> jar + " has no " + entry);
            assertTrue(
                zip.stream().anyMatch(each -> each.getName().contains("org/isotach/") &&
                    each.getName().endsWith(suffix)),
                () -> jar + " has no " + suffix);
        }
    }

    private Set<String> names() throws IOException
    {
        try (Stream<Path> directories = Files.list(modules).filter(Files::isDirectory))
        {
            return directories.map(directory -> directory.getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Set<String> libraries() throws Exception
    {
        final Set<String> libraries = names();
        libraries.removeAll(List.of("isotach-bom", "isotach-parent"));
        return libraries;
    }

    private Document pom(final String name) throws Exception
    {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file(name, ".pom").toFile());
    }

    /**
     * A version has one file of each kind, whose name has the version, or the time of the snapshot, in it.
     */
    private Path file(final String name, final String suffix) throws IOException
    {
        try (Stream<Path> files = Files.walk(modules.resolve(name)))
        {
            final String pattern = ".*-[0-9][^-]*(-SNAPSHOT|-[0-9.]+-[0-9]+)?" + suffix.replace(".", "\\.");
            final List<Path> found = files.filter(file -> file.getFileName().toString().matches(pattern)).toList();
            assertEquals(1, found.size(), () -> name + ", files that end with " + suffix + ": " + found);
            return found.get(0);
        }
    }

    private static String valueOf(final Document pom, final String element) throws Exception
    {
        return XPATH.evaluate("/project/" + element, pom).strip();
    }
}
