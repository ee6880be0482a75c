/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.lmax.disruptor.Sequence;

import org.isotach.Isochron;
import org.isotach.actions.Isotach;
import org.isotach.aeron.AeronTrunks;
import org.isotach.mbm.Messaging;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ThreadingMode;
import org.isotach.simulation.Simulation;
import org.isotach.smm.SharedMemory;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The jars of the library are modules: a program with a {@code module-info} of its own runs with them and without a
 * flag, on the module path, and in an image that jlink has made. Tests elsewhere have the class path.
 */
class ModulePathIT
{
    private static final long LIMIT_S = 60;
    private static final Path SOURCES = Path.of("src", "test", "modules", "counter");

    // A class of each of them. Whatever else comes to be needed must be a module, too, or jlink refuses it.
    private static final Map<String, Class<?>> LIBRARY = Map.of(
        "org.isotach.core", Isochron.class,
        "org.isotach.niu", Cluster.class,
        "org.isotach.smm", SharedMemory.class,
        "org.isotach.mbm", Messaging.class,
        "org.isotach.actions", Isotach.class);
    private static final Map<String, Class<?>> DEPENDENCIES = Map.of("com.lmax.disruptor", Sequence.class);

    // As Aeron and Agrona are. They export everything, and only the public types of this one are for users.
    private static final Map<String, Class<?>> AUTOMATIC = Map.of("org.isotach.aeron", AeronTrunks.class);
    private static final Set<String> PACKAGES_OF_AERON = Set.of(
        "org.isotach.aeron",
        "org.isotach.aeron.driver",
        "org.isotach.aeron.views",
        "org.isotach.aeron.views.replicated");
    private static final Map<String, Class<?>> FOR_TESTS = Map.of("org.isotach.simulation", Simulation.class);

    @TempDir
    private Path directory;
    private Path program;

    @BeforeEach
    void compile() throws Exception
    {
        program = directory.resolve("program");
        final List<String> command = new ArrayList<>(List.of(
            "-Xlint:all", "-Werror", "-proc:none", "-d", program.toString(), "--module-path", modulePath()));
        try (Stream<Path> files = Files.walk(SOURCES))
        {
            files.filter(file -> file.toString().endsWith(".java")).map(Path::toString).forEach(command::add);
        }
        runTool("javac", command);
    }

    @Test
    void shouldRunOnTheModulePath() throws Exception
    {
        final List<String> lines =
            run(Path.of(System.getProperty("java.home")), "--module-path", modulePath() + File.pathSeparator + program);
        assertEquals(expectedLines(), lines);
    }

    @Test
    void shouldRunInAnImageOfJlink() throws Exception
    {
        final Path image = directory.resolve("image");
        runTool("jlink", List.of(
            "--module-path", modulePath() + File.pathSeparator + program, "--add-modules", "counter",
            "--output", image.toString()));
        assertEquals(expectedLines(), run(image));

        final Set<String> modules = new TreeSet<>(LIBRARY.keySet());
        modules.addAll(DEPENDENCIES.keySet());
        // All that the library needs of the JDK.
        modules.addAll(Set.of("counter", "java.base", "jdk.unsupported"));
        assertEquals(modules, execute(image, List.of("--list-modules")).stream()
            .map(line -> line.replaceAll("@.*", "")).collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * Modules of users name these, so they stay.
     */
    @Test
    void shouldKeepTheNamesOfModules() throws Exception
    {
        for (final Map<String, Class<?>> modules : List.of(LIBRARY, DEPENDENCIES, FOR_TESTS))
        {
            for (final Map.Entry<String, Class<?>> module : modules.entrySet())
            {
                final ModuleDescriptor descriptor = descriptor(module.getValue());
                assertEquals(module.getKey(), descriptor.name());
                assertTrue(!descriptor.isAutomatic(), () -> descriptor + " has no module-info");
            }
        }
        for (final Map.Entry<String, Class<?>> module : AUTOMATIC.entrySet())
        {
            final ModuleDescriptor descriptor = descriptor(module.getValue());
            assertEquals(module.getKey(), descriptor.name());
            assertEquals(PACKAGES_OF_AERON, descriptor.packages());
        }
    }

    @Test
    void shouldExportThePackagesForUsersAndNoOthers() throws Exception
    {
        final Set<String> exported = new TreeSet<>();
        for (final Map<String, Class<?>> modules : List.of(LIBRARY, FOR_TESTS))
        {
            for (final Class<?> type : modules.values())
            {
                descriptor(type).exports().stream().filter(exports -> !exports.isQualified())
                    .forEach(exports -> exported.add(exports.source()));
            }
        }
        final String published = System.getProperty("isotach.published.packages");
        assertEquals(
            new TreeSet<>(Arrays.asList(published.substring(published.indexOf(':') + 1).split(","))), exported);
    }

    private static List<String> expectedLines()
    {
        final List<String> lines = new ArrayList<>();
        for (final ThreadingMode mode : ThreadingMode.values())
        {
            lines.add(mode + " 42");
        }
        // As fast as on the class path.
        lines.add(OffHeapBuffer.allocate(Long.BYTES).getClass().getSimpleName());
        return lines;
    }

    private static String modulePath() throws URISyntaxException
    {
        final List<String> path = new ArrayList<>();
        for (final Map<String, Class<?>> modules : List.of(LIBRARY, DEPENDENCIES))
        {
            for (final Class<?> type : modules.values())
            {
                path.add(location(type).toString());
            }
        }
        return String.join(File.pathSeparator, path);
    }

    private static ModuleDescriptor descriptor(final Class<?> type) throws URISyntaxException
    {
        return ModuleFinder.of(location(type)).findAll().iterator().next().descriptor();
    }

    /**
     * Of the jar: this comes after the phase in which Maven makes them.
     */
    private static Path location(final Class<?> type) throws URISyntaxException
    {
        final Path location = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertTrue(location.toString().endsWith(".jar"), () -> location + " (expected: a jar)");
        return location;
    }

    private static void runTool(final String name, final List<String> arguments)
    {
        final StringWriter output = new StringWriter();
        final PrintWriter writer = new PrintWriter(output);
        final int result = ToolProvider.findFirst(name).orElseThrow(
            () -> new AssertionError("no " + name + " in " + System.getProperty("java.home") + " (expected: a JDK)"))
            .run(writer, writer, arguments.toArray(String[]::new));
        assertEquals("", output.toString());
        assertEquals(0, result);
    }

    private List<String> run(final Path home, final String... options) throws Exception
    {
        final List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--module", "counter/counter.Counter"));
        return execute(home, arguments);
    }

    private List<String> execute(final Path home, final List<String> arguments) throws Exception
    {
        final Path out = directory.resolve("out");
        final List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.addAll(arguments);
        final ProcessBuilder builder = new ProcessBuilder(command);
        for (final String variable : List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"))
        {
            builder.environment().remove(variable);
        }
        final Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        try
        {
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> command + " does not end");
            assertEquals(0, process.exitValue(), Files.readString(out));
            return Files.readAllLines(out);
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
