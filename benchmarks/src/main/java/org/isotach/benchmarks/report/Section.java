/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.isotach.benchmarks.LaterJdk;

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

    private final SectionBuilder builder;
    private final List<Subject> subjects;
    private final List<String> quick;
    private final List<String> full;

    Section(
        final SectionBuilder builder, final List<Subject> subjects, final List<String> quick, final List<String> full)
    {
        this.builder = builder;
        this.subjects = List.copyOf(subjects);
        this.quick = quick;
        this.full = full;
    }

    static SectionBuilder of(final String id, final String title)
    {
        return new SectionBuilder(id, title);
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
        return isOf(Sections.TURNS);
    }

    /**
     * @return true if its subjects are those of a benchmark.
     */
    boolean isOf(final String benchmark)
    {
        return benchmark.equals(builder.benchmark);
    }

    /**
     * Returns what its subjects need a later JDK for; empty if they run on any.
     */
    Optional<LaterJdk> laterJdk()
    {
        return Optional.ofNullable(builder.laterJdk);
    }

    /**
     * Returns in how many times as many JVMs its subjects take turns, because their times hardly differ.
     */
    int jvmFactor()
    {
        return builder.jvmFactor;
    }

    /**
     * @return true if its subjects always make objects for each operation: then no target says that they make none.
     */
    boolean isAllocating()
    {
        return builder.isAllocating;
    }

    /**
     * Returns whether a profile measures it; {@link Profile#SMOKE} measures everything.
     */
    boolean isIn(final Profile profile)
    {
        return Profile.SMOKE == profile || profile.compareTo(builder.first) >= 0;
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
}
