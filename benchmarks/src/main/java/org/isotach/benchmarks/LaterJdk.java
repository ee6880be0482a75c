/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a benchmark needs a later JDK for than the one that builds this. It runs in a JVM of its own then.
 */
public enum LaterJdk
{
    /**
     * Virtual threads.
     */
    VIRTUAL_THREADS(21, "JAVA_HOME_25", "JAVA_HOME_21"),

    /**
     * A JVM that warns of {@code sun.misc.Unsafe}, so that the library does without it.
     */
    WITHOUT_UNSAFE(24, "JAVA_HOME_25");

    private final int first;
    private final List<String> variables;

    LaterJdk(final int first, final String... variables)
    {
        this.first = first;
        this.variables = List.of(variables);
    }

    /**
     * Returns whether this JVM has it.
     *
     * @return true if so.
     */
    public boolean isHere()
    {
        return Runtime.version().feature() >= first;
    }

    /**
     * Finds a JDK that has it.
     *
     * @param environment with the places of others than this one.
     * @return where it is; empty if none is known.
     */
    public Optional<Path> find(final Map<String, String> environment)
    {
        if (isHere())
        {
            return Optional.of(Fork.javaHome());
        }
        return variables.stream().map(environment::get).filter((home) -> null != home && !home.isEmpty())
            .map(Path::of).findFirst();
    }

    /**
     * Finds a JDK that has it, with the environment of this process.
     *
     * @return where it is.
     * @throws IllegalStateException when none is known.
     */
    public Path home()
    {
        return find(System.getenv()).orElseThrow(() -> new IllegalStateException(requirement()));
    }

    /**
     * Says what is missing where it is not.
     *
     * @return a part of a sentence.
     */
    public String requirement()
    {
        return "needs JDK " + first + " or later, here or in " + String.join(" or ", variables) + "; this is " +
            Runtime.version().feature();
    }
}
