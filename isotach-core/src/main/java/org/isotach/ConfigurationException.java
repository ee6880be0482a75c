/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

import org.isotach.config.FmconfigFile;
import org.isotach.config.NetworkCfgFile;
import org.isotach.config.ShmemMapFile;

/**
 * Thrown when a configuration file cannot be used. It carries every mistake in the file, so that one run is enough to
 * correct all of them.
 * <p>
 * Immutable.
 *
 * @see FmconfigFile
 * @see NetworkCfgFile
 * @see ShmemMapFile
 * @serial exclude
 */
public final class ConfigurationException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    private final String source;
    private final Problem[] problems;

    /**
     * Creates an exception whose message counts the problems and lists them, one per line.
     *
     * @param source   name of the file, or of any other source of the text.
     * @param problems at least one, in the order in which to show them.
     * @throws IllegalArgumentException if there is no problem.
     */
    public ConfigurationException(final String source, final List<Problem> problems)
    {
        super(message(Objects.requireNonNull(source, "source"), problems));
        this.source = source;
        this.problems = problems.toArray(new Problem[0]);
    }

    /**
     * Returns the name of the source.
     *
     * @return the name of the file, or of any other source of the text.
     */
    public String source()
    {
        return source;
    }

    /**
     * Returns all mistakes that were found.
     *
     * @return an unmodifiable list of at least one problem, in the order of the file.
     */
    public List<Problem> problems()
    {
        return List.of(problems);
    }

    private static String message(final String source, final List<Problem> problems)
    {
        if (problems.isEmpty())
        {
            throw new IllegalArgumentException("problems: 0 (expected: at least 1; do not throw without a problem)");
        }

        final StringBuilder text = new StringBuilder(source)
            .append(": ").append(problems.size()).append(1 == problems.size() ? " problem" : " problems");
        for (final Problem problem : problems)
        {
            text.append('\n').append(problem);
        }
        return text.toString();
    }

    /**
     * One mistake in a configuration file.
     * <p>
     * Immutable.
     *
     * @param source   name of the file, or of any other source of the text.
     * @param line     line of the mistake, counted from 1.
     * @param column   column of the mistake in characters, counted from 1; a tab is one character.
     * @param message  the mistake.
     * @param expected what would be correct.
     * @serial exclude
     */
    public record Problem(String source, int line, int column, String message, String expected) implements Serializable
    {
        private static final long serialVersionUID = 1L;

        /**
         * Checks that no text is missing.
         *
         * @param source   name of the file, or of any other source of the text.
         * @param line     line of the mistake, counted from 1.
         * @param column   column of the mistake in characters, counted from 1; a tab is one character.
         * @param message  the mistake.
         * @param expected what would be correct.
         * @throws NullPointerException if source, message or expected is null.
         */
        public Problem
        {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(expected, "expected");
        }

        /**
         * Formats the problem as compilers do, so that editors can jump to it.
         *
         * @return {@code source:line:column: message (expected: ...)}.
         */
        @Override
        public String toString()
        {
            return source + ":" + line + ":" + column + ": " + message + " (expected: " + expected + ")";
        }
    }
}
