/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One table and one chart: subjects, measured at the values of one parameter. Everything else is the same for all
 * subjects, and so is their warm-up.
 */
final class Section
{
    /**
     * Default number of warm-up iterations: some three seconds. This library has more code than most other subjects,
     * and while two threads spin on two cores the compiler gets little processor time.
     */
    static final int WARMUP = 7;

    private final Builder builder;
    private final List<Subject> subjects;
    private final List<String> quick;
    private final List<String> full;

    private Section(
        final Builder builder, final List<Subject> subjects, final List<String> quick, final List<String> full)
    {
        this.builder = builder;
        this.subjects = List.copyOf(subjects);
        this.quick = quick;
        this.full = full;
    }

    static Builder of(final String id, final String title)
    {
        return new Builder(id, title);
    }

    String id()
    {
        return builder.id;
    }

    String title()
    {
        return builder.title;
    }

    Shape shape()
    {
        return builder.shape;
    }

    /**
     * Parameter on the x axis; empty if there is one group of bars only.
     */
    String xParam()
    {
        return builder.xParam;
    }

    String xLabel()
    {
        return builder.xLabel;
    }

    /**
     * Values on the x axis; the empty string alone if there is one group of bars only.
     */
    List<String> xValues(final Profile profile)
    {
        switch (profile)
        {
            case SMOKE:
                return quick.subList(0, 1);
            case QUICK:
            case MEDIUM:
                return quick;
            default:
                return full;
        }
    }

    List<Subject> subjects()
    {
        return subjects;
    }

    Optional<Subject> subject(final String name)
    {
        return subjects.stream().filter((subject) -> subject.name().equals(name)).findFirst();
    }

    /**
     * Returns a part of this section: some measurements, and those that they are compared to.
     */
    Section narrowed(final List<Point> points)
    {
        return new Section(
            builder,
            subjects.stream().filter((subject) -> !isComparedToFirst() && subject.name().equals(reference()) ||
                points.stream().anyMatch((point) -> point.subjects().contains(subject.name()))).toList(),
            narrowed(quick, points),
            narrowed(full, points));
    }

    private List<String> narrowed(final List<String> xValues, final List<Point> points)
    {
        return xValues.stream().filter((x) -> isComparedToFirst() && x.equals(xValues.get(0)) ||
            points.stream().anyMatch((point) -> point.x().equals(x))).toList();
    }

    /**
     * @return true if each subject is compared with itself at the first value on the x axis, and not with the others.
     */
    boolean isComparedToFirst()
    {
        return builder.isComparedToFirst || Shape.LINES == shape();
    }

    /**
     * Returns the meaning of each counter of its benchmarks, with its unit, by the name of the counter.
     */
    Map<String, String> counters()
    {
        return builder.counters;
    }

    /**
     * @return true if its subjects take turns on the same two threads: then only ratios of turns of the same round
     *     count.
     */
    boolean isInTurns()
    {
        return Sections.TURNS.equals(builder.benchmark);
    }

    /**
     * @return true if its subjects always make objects for each operation: then no target says that they make none.
     */
    boolean isAllocating()
    {
        return builder.isAllocating;
    }

    /**
     * @return true if it is left out when time is short.
     */
    boolean isAside()
    {
        return builder.isAside;
    }

    /**
     * The subject to which the others are compared.
     */
    String reference()
    {
        return builder.reference;
    }

    /**
     * Returns the conditions that are the same for all its subjects and differ from other sections of the same
     * benchmark.
     */
    String conditions()
    {
        return builder.conditions;
    }

    Configuration configuration(final Subject subject, final String x)
    {
        return xParam().isEmpty() ? subject.configuration() : subject.configuration().with(xParam(), x);
    }

    @Override
    public String toString()
    {
        return id();
    }

    /**
     * Assembles a section.
     */
    static final class Builder
    {
        private final String id;
        private final String title;
        private final Map<String, String> fixed = new TreeMap<>();
        private final Map<String, String> counters = new TreeMap<>();
        private final List<Subject> subjects = new ArrayList<>();
        private Shape shape = Shape.BARS;
        private String benchmark = "";
        private String conditions = "";
        private String reference = "";
        private String xParam = "";
        private String xLabel = "";
        private List<String> quick = List.of("");
        private List<String> full = List.of("");
        private boolean isComparedToFirst;
        private boolean isAside;
        private boolean isAllocating;
        private int threads;
        private int warmup = WARMUP;

        private Builder(final String id, final String title)
        {
            this.id = id;
            this.title = title;
        }

        /**
         * Benchmark of the subjects that follow.
         */
        Builder benchmark(final String include)
        {
            benchmark = include;
            return this;
        }

        /**
         * Threads of the subjects that follow.
         */
        Builder threads(final int number)
        {
            threads = number;
            return this;
        }

        /**
         * Iterations until the slowest one of the subjects that follow is compiled.
         */
        Builder warmup(final int iterations)
        {
            warmup = iterations;
            return this;
        }

        /**
         * Value of a parameter for the subjects that follow.
         */
        Builder fixed(final String param, final String value)
        {
            fixed.put(param, value);
            return this;
        }

        Builder conditions(final String text)
        {
            conditions = text;
            return this;
        }

        Builder x(final String param, final String label)
        {
            xParam = param;
            xLabel = label;
            return this;
        }

        /**
         * Values on the x axis, in all profiles that have no others.
         */
        Builder quick(final String... values)
        {
            quick = List.of(values);
            full = quick;
            return this;
        }

        Builder full(final String... values)
        {
            full = List.of(values);
            return this;
        }

        Builder lines()
        {
            shape = Shape.LINES;
            return this;
        }

        /**
         * Bars for subjects that do different things: each is compared with itself at the first value on the x axis.
         */
        Builder eachToFirst()
        {
            isComparedToFirst = true;
            return this;
        }

        /**
         * Not for a first look.
         */
        Builder aside()
        {
            isAside = true;
            return this;
        }

        Builder allocating()
        {
            isAllocating = true;
            return this;
        }

        /**
         * Sets the meaning of a counter of the benchmarks.
         *
         * @param name    of the counter.
         * @param meaning with its unit, as the head of a column.
         */
        Builder counter(final String name, final String meaning)
        {
            counters.put(name, meaning);
            return this;
        }

        /**
         * A benchmark of this library.
         */
        Builder own(final String name)
        {
            return add(name, fixed, true);
        }

        /**
         * A benchmark without this library.
         */
        Builder other(final String name)
        {
            return add(name, fixed, false);
        }

        /**
         * Subjects that are values of a parameter and belong to this library.
         */
        Builder ownValues(final String param, final String... values)
        {
            return addAll(param, values, true);
        }

        /**
         * Subjects that are values of a parameter and do not belong to this library.
         */
        Builder otherValues(final String param, final String... values)
        {
            return addAll(param, values, false);
        }

        private Builder addAll(final String param, final String[] values, final boolean isOwn)
        {
            for (final String value : values)
            {
                final Map<String, String> params = new TreeMap<>(fixed);
                params.put(param, value);
                add(value, params, isOwn);
            }
            return this;
        }

        private Builder add(final String name, final Map<String, String> params, final boolean isOwn)
        {
            subjects.add(new Subject(name, new Configuration(benchmark, params, threads), isOwn, warmup));
            return this;
        }

        /**
         * Ends the section in a way that several sections share.
         */
        Section apply(final Function<Builder, Section> end)
        {
            return end.apply(this);
        }

        /**
         * Ends the section.
         *
         * @param subject to which the others are compared.
         */
        Section comparedTo(final String subject)
        {
            reference = subject;
            return new Section(this, subjects, quick, full);
        }
    }
}
