/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import com.lmax.disruptor.RingBuffer;

import org.isotach.Isochron;
import org.isotach.actions.Isotach;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.SharedMemory;

/**
 * A mistake in one class of the library, made in its source: what a programmer could have got wrong, or could change
 * for the worse.
 *
 * @param name        says what is wrong.
 * @param rule        of docs/protocol.md, or a section, that it breaks.
 * @param className   simple name of the class that is changed; with the folder of its package before it, as in
 *                    {@code actions/Reservation}, where the library has two of that name.
 * @param original    lines that are there once, without regard to their indentation.
 * @param replacement of these lines.
 */
record Mutant(String name, String rule, String className, String original, String replacement)
{
    private static final List<String> MODULES =
        List.of("isotach-core", "niu-threads", "isotach-smm", "isotach-mbm", "isotach-actions");
    private static final List<Class<?>> LIBRARY =
        List.of(Isochron.class, Cluster.class, SharedMemory.class, Messaging.class, Isotach.class);
    private static final List<Class<?>> DEPENDENCIES = List.of(RingBuffer.class);
    private static final List<Class<?>> SIMULATION = List.of(Simulation.class, Mutant.class);
    private static final String PACKAGE_PREFIX = "org.isotach.";

    /**
     * No mistake, but part of all mutants: a receiver that is led in a circle takes frames without end, in one step,
     * which no limit of steps ends.
     */
    static final Mutant NONE = new Mutant(
        "none", "section 8", "FrameExecution",
        """
        work++;
        }
        while (link.timestamp() <= pulse);
        """,
        """
        work++;
        if (work > 10_000)
        {
            throw new IllegalStateException("frames without end");
        }
        }
        while (link.timestamp() <= pulse);
        """);

    /**
     * Loads the library anew, from its own class files and those of the mutant.
     */
    private static final class MutantLoader extends URLClassLoader
    {
        MutantLoader(final URL[] urls)
        {
            super(urls, Mutant.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String className, final boolean resolve) throws ClassNotFoundException
        {
            synchronized (getClassLoadingLock(className))
            {
                if (className.startsWith(PACKAGE_PREFIX) && null == findLoadedClass(className))
                {
                    return findClass(className);
                }
                return super.loadClass(className, resolve);
            }
        }
    }

    /**
     * Simulates runs of the mutant: that with the seed that is tried first, then those with the seeds 1, 2 and so on.
     *
     * @param directory for files.
     * @param scenario  that is to find the mutant.
     * @param likely    the seed that is tried first.
     * @param runs      how many at most behind it.
     * @return what {@link MutantRuns} returns.
     */
    String simulate(
        final Path directory, final Class<? extends Scenario> scenario, final long likely, final long runs)
        throws Exception
    {
        try (MutantLoader loader = new MutantLoader(classPath(compile(directory))))
        {
            @SuppressWarnings("unchecked")
            final BiFunction<String, long[], String> mutantRuns = (BiFunction<String, long[], String>)loader
                .loadClass(MutantRuns.class.getName()).getDeclaredConstructor().newInstance();
            final String found = mutantRuns.apply(scenario.getName(), new long[] {likely, 1});
            return null != found ? found : mutantRuns.apply(scenario.getName(), new long[] {1, runs});
        }
    }

    private Path compile(final Path directory) throws IOException
    {
        final Path bounded = NONE.write(directory, NONE.mutate(Files.readString(NONE.source())));
        final boolean isOne = className.equals(NONE.className);
        final Path mutated = this == NONE ? bounded :
            write(directory, mutate(Files.readString(isOne ? bounded : source())));
        final Path classes = Files.createDirectories(directory.resolve("classes"));
        final List<String> path = new ArrayList<>();
        for (final URL url : locations(LIBRARY, DEPENDENCIES))
        {
            path.add(Path.of(url.getPath()).toString());
        }
        final int result = ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, "-proc:none", "-nowarn", "-d", classes.toString(), "-cp",
            String.join(System.getProperty("path.separator"), path), bounded.toString(), mutated.toString());
        if (0 != result)
        {
            throw new AssertionError(name + " does not compile");
        }
        return classes;
    }

    private Path write(final Path directory, final String source) throws IOException
    {
        return Files.writeString(directory.resolve(Path.of(className + ".java").getFileName()), source);
    }

    /**
     * Found by its name, so that a class that moves takes its mutants along.
     */
    private Path source() throws IOException
    {
        final List<Path> found = new ArrayList<>();
        for (final String module : MODULES)
        {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java")))
            {
                files.filter(file -> file.endsWith(className + ".java")).forEach(found::add);
            }
        }
        if (1 != found.size())
        {
            throw new AssertionError("mutant \"" + name + "\" is out of date: the sources of " + className + " are " +
                found + " (expected: one file)");
        }
        return found.get(0);
    }

    /**
     * Lines are compared without their indentation.
     */
    private String mutate(final String source)
    {
        final String stripped = source.lines().map(String::strip).reduce("", (text, line) -> text + line + '\n');
        final String wanted = original.lines().map(String::strip).reduce("\n", (text, line) -> text + line + '\n');
        final int index = stripped.indexOf(wanted);
        if (index < 0 || stripped.indexOf(wanted, index + 1) >= 0)
        {
            throw new AssertionError("mutant \"" + name + "\" is out of date: " + className + " has these lines " +
                (index < 0 ? "no more" : "more than once") + ":\n" + original);
        }
        return stripped.substring(0, index) + '\n' + replacement + '\n' + stripped.substring(index + wanted.length());
    }

    private static URL[] classPath(final Path mutated) throws IOException
    {
        final List<URL> urls = new ArrayList<>();
        urls.add(mutated.toUri().toURL());
        urls.addAll(locations(LIBRARY, SIMULATION));
        return urls.toArray(URL[]::new);
    }

    /**
     * Where the classes of some modules are, given one class of each.
     */
    private static List<URL> locations(final List<Class<?>> some, final List<Class<?>> others)
    {
        return Stream.concat(some.stream(), others.stream())
            .map(there -> there.getProtectionDomain().getCodeSource().getLocation()).toList();
    }

    @Override
    public String toString()
    {
        return name;
    }
}
