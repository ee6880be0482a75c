/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.isotach.benchmarks.LaterJdk;

/**
 * Assembles a section.
 */
final class SectionBuilder
{
    final String id;
    final String title;
    final Map<String, String> fixed = new TreeMap<>();
    final Map<String, String> counters = new TreeMap<>();
    final List<Subject> subjects = new ArrayList<>();
    Shape shape = Shape.BARS;
    String benchmark = "";
    String conditions = "";
    String reference = "";
    String xParam = "";
    String xLabel = "";
    List<String> quick = List.of("");
    List<String> full = List.of("");
    boolean isComparedToFirst;
    Profile first = Profile.QUICK;
    boolean isAllocating;
    LaterJdk laterJdk;
    int jvmFactor = 1;
    int threads;
    int warmup = Section.WARMUP;

    SectionBuilder(final String id, final String title)
    {
        this.id = id;
        this.title = title;
    }

    /**
     * Benchmark of the subjects that follow.
     */
    SectionBuilder benchmark(final String include)
    {
        benchmark = include;
        return this;
    }

    /**
     * Threads of the subjects that follow.
     */
    SectionBuilder threads(final int number)
    {
        threads = number;
        return this;
    }

    /**
     * Iterations until the slowest one of the subjects that follow is compiled.
     */
    SectionBuilder warmup(final int iterations)
    {
        warmup = iterations;
        return this;
    }

    /**
     * Value of a parameter for the subjects that follow.
     */
    SectionBuilder fixed(final String param, final String value)
    {
        fixed.put(param, value);
        return this;
    }

    SectionBuilder conditions(final String text)
    {
        conditions = text;
        return this;
    }

    SectionBuilder x(final String param, final String label)
    {
        xParam = param;
        xLabel = label;
        return this;
    }

    /**
     * Values on the x axis, in all profiles that have no others.
     */
    SectionBuilder quick(final String... values)
    {
        quick = List.of(values);
        full = quick;
        return this;
    }

    SectionBuilder full(final String... values)
    {
        full = List.of(values);
        return this;
    }

    SectionBuilder lines()
    {
        shape = Shape.LINES;
        return this;
    }

    /**
     * Bars for subjects that do different things: each is compared with itself at the first value on the x axis.
     */
    SectionBuilder eachToFirst()
    {
        isComparedToFirst = true;
        return this;
    }

    /**
     * Not for a first look.
     */
    SectionBuilder aside()
    {
        first = Profile.MEDIUM;
        return this;
    }

    /**
     * Only when there is time for everything.
     */
    SectionBuilder last()
    {
        first = Profile.FULL;
        return this;
    }

    SectionBuilder allocating()
    {
        isAllocating = true;
        return this;
    }

    /**
     * The subjects that follow run on another JDK, if this one does not have what they need.
     */
    SectionBuilder on(final LaterJdk jdk)
    {
        laterJdk = jdk;
        return this;
    }

    /**
     * Subjects take turns in so many times as many JVMs.
     */
    SectionBuilder jvms(final int factor)
    {
        jvmFactor = factor;
        return this;
    }

    /**
     * Sets the meaning of a counter of the benchmarks.
     *
     * @param name    of the counter.
     * @param meaning with its unit, as the head of a column.
     */
    SectionBuilder counter(final String name, final String meaning)
    {
        counters.put(name, meaning);
        return this;
    }

    /**
     * A benchmark of this library.
     */
    SectionBuilder own(final String name)
    {
        return add(name, fixed, true);
    }

    /**
     * A benchmark without this library.
     */
    SectionBuilder other(final String name)
    {
        return add(name, fixed, false);
    }

    /**
     * Subjects that are values of a parameter and belong to this library.
     */
    SectionBuilder ownValues(final String param, final String... values)
    {
        return addAll(param, values, true);
    }

    /**
     * Subjects that are values of a parameter and do not belong to this library.
     */
    SectionBuilder otherValues(final String param, final String... values)
    {
        return addAll(param, values, false);
    }

    private SectionBuilder addAll(final String param, final String[] values, final boolean isOwn)
    {
        for (final String value : values)
        {
            final Map<String, String> params = new TreeMap<>(fixed);
            params.put(param, value);
            add(value, params, isOwn);
        }
        return this;
    }

    private SectionBuilder add(final String name, final Map<String, String> params, final boolean isOwn)
    {
        subjects.add(new Subject(name, new Configuration(benchmark, params, threads, laterJdk), isOwn, warmup));
        return this;
    }

    /**
     * Ends the section in a way that several sections share.
     */
    Section apply(final Function<SectionBuilder, Section> end)
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
