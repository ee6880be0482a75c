/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.time.Duration;
import java.util.List;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;

import picocli.CommandLine.Mixin;

/**
 * What a sample needs that can also run in several JVMs, as members of one cluster with one thread each.
 */
final class MembersRun extends SampleRun
{
    private static final Duration NEVER = Duration.ofDays(1);

    @Mixin
    private MembersOption members;

    @Override
    void check(final String option, final int value)
    {
        super.check(option, value);
        members.check(spec());
    }

    /**
     * Returns whether this JVM only starts the others.
     */
    boolean startsMembers()
    {
        return members.isUsed() && members.startsAll();
    }

    /**
     * Starts the JVMs of all members, and ends with the sums of their results.
     *
     * @param option of the sample, in front of its value.
     * @return the exit status.
     */
    int startMembers(final String option, final int value)
    {
        final String name = option.substring("--".length());
        final long[] sums = members.startAll(
            spec(), List.of(name, "wrong"), mode().with(option, Integer.toString(value)));
        return end("members=" + members.count() + ' ' + name + '=' + sums[0] + " wrong=" + sums[1], null);
    }

    @Override
    IsotachContext settings()
    {
        return members.isUsed() ? members.isotach(spec(), mode()) : super.settings();
    }

    /**
     * Without members the same as {@link #inThreads}. A member joins the others, runs all rounds in its only thread,
     * and waits until all members have done so.
     *
     * @param isotach with all variables of the sample.
     * @return number of threads in this JVM.
     */
    int inMembers(final Isotach isotach, final int threads, final int rounds, final Round round)
    {
        if (!members.isUsed())
        {
            inThreads(threads, rounds, round);
            return threads;
        }
        final IsoLong ended = isotach.longVariable("members that have ended");
        isotach.join();
        try (MemberProgress progress = members.progress(spec(), rounds))
        {
            repeat(members.own(), rounds, round, progress::step);
        }
        isotach.apply(ended.add(1));
        isotach.update().reading(ended).when(now -> members.count() == now.get(ended), NEVER).execute(action ->
        {
            // It was to wait for.
        });
        return 1;
    }

    @Override
    int end(final String result, final int wrong, final String what)
    {
        return super.end(members.isUsed() ? "member=" + members.own() + ' ' + result : result, wrong, what);
    }
}
