/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.isotach.ConfigurationException.Problem;
import org.isotach.ConfigurationException;

/**
 * Splits a configuration file into lines of tokens and collects its problems.
 * <p>
 * Tokens are separated by white space; each of the given symbols is a token of its own; a {@code #} starts a comment
 * that ends with the line. Not thread-safe.
 */
final class ConfigReader
{
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String source;
    private final List<List<Token>> lines = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private int lastLine = 1;

    ConfigReader(final String source, final String text, final String symbols)
    {
        this.source = source;
        final boolean marked = !text.isEmpty() && BYTE_ORDER_MARK == text.charAt(0);
        int number = 0;
        for (final String line : (marked ? text.substring(1) : text).lines().toList())
        {
            final List<Token> tokens = tokens(line, ++number, symbols);
            if (!tokens.isEmpty())
            {
                lines.add(tokens);
            }
        }
        lastLine = Math.max(1, number);
    }

    /**
     * Reads a whole file as UTF-8. Malformed bytes become U+FFFD: harmless in a comment, and a problem with line and
     * column elsewhere, where an exception of the decoder would name neither.
     */
    static String load(final Path path)
    {
        try
        {
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read configuration file " + path, ex);
        }
    }

    /**
     * Returns the value of a text of decimal digits, {@link Integer#MAX_VALUE} if it does not fit, and -1 for any other
     * text.
     */
    static int decimal(final String text)
    {
        long value = text.isEmpty() ? -1 : 0;
        for (int i = 0; i < text.length(); i++)
        {
            final char digit = text.charAt(i);
            if (digit < '0' || digit > '9')
            {
                return -1;
            }
            value = Math.min(Integer.MAX_VALUE, value * 10 + (digit - '0'));
        }
        return (int)value;
    }

    /**
     * Joins tokens with single spaces, in quotes.
     */
    static String quoted(final List<Token> line)
    {
        return "'" + line.stream().map(Token::text).collect(Collectors.joining(" ")) + "'";
    }

    /**
     * Returns the lines that have at least one token.
     */
    List<List<Token>> lines()
    {
        return lines;
    }

    void problem(final Token at, final String message, final String expected)
    {
        problem(at.line(), at.column(), message, expected);
    }

    void problemAfter(final Token last, final String message, final String expected)
    {
        problem(last.line(), last.column() + last.text().length(), message, expected);
    }

    void problemAtStart(final String message, final String expected)
    {
        problem(1, 1, message, expected);
    }

    void problemAtEnd(final String message, final String expected)
    {
        problem(lastLine, 1, message, expected);
    }

    /**
     * Returns the value of a decimal number from 0 to max, or -1 after noting a problem.
     */
    int number(final Token token, final String name, final int max)
    {
        final int value = decimal(token.text());
        if (value < 0)
        {
            problem(token, name + " " + token + " is not a decimal number", "0.." + max);
        }
        else if (value > max)
        {
            problem(token, name + " " + token.text() + " is out of range", "0.." + max);
            return -1;
        }
        return value;
    }

    void throwIfProblems()
    {
        if (!problems.isEmpty())
        {
            problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
            throw new ConfigurationException(source, problems);
        }
    }

    private void problem(final int line, final int column, final String message, final String expected)
    {
        problems.add(new Problem(source, line, column, message, expected));
    }

    private static List<Token> tokens(final String line, final int number, final String symbols)
    {
        final List<Token> tokens = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= line.length(); i++)
        {
            final char c = i < line.length() ? line.charAt(i) : '#';
            final boolean symbol = symbols.indexOf(c) >= 0;
            if (symbol || '#' == c || Character.isWhitespace(c))
            {
                if (start < i)
                {
                    tokens.add(new Token(line.substring(start, i), number, start + 1));
                }
                if (symbol)
                {
                    tokens.add(new Token(String.valueOf(c), number, i + 1));
                }
                if ('#' == c)
                {
                    break;
                }
                start = i + 1;
            }
        }
        return tokens;
    }

    /**
     * A word or a symbol, with the line and column of its first character, both counted from 1.
     */
    record Token(String text, int line, int column)
    {
        boolean is(final String other)
        {
            return text.equals(other);
        }

        /**
         * The text in quotes, as messages show it.
         */
        @Override
        public String toString()
        {
            return "'" + text + "'";
        }
    }
}
