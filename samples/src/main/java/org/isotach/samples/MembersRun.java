/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * What a sample needs that can also run in several JVMs, as members of one cluster with one thread each.
 */
final class MembersRun extends SampleRun
{
    private static final Duration NEVER = Duration.ofDays(1);

    @Mixin
    private MembersOption members;

    @Option(names = "--lose", paramLabel = "NAME",
        description = "With --members: member NAME, member-1 or a later one, halts after a fifth of its work. " +
            "The others notice that after some seconds, expel it, and go on.")
    private String lost;

    @Option(names = "--go-on",
        description = "With --member: go on without a member that is lost. Stop it for good before, as nobody checks.")
    private boolean goesOn;

    private final Survivors survivors = new Survivors();

    @Override
    void check(final String option, final int value)
    {
        super.check(option, value);
        members.check(spec());
        if (null != lost && (!startsMembers() || members.number(lost) <= 0))
        {
            throw new ParameterException(spec().commandLine(), "--lose: " + lost + " (expected: with --members, and " +
                "without --member, one of member-1, member-2, and so on; member-0 runs the media driver of all)");
        }
        if (goesOn && (!members.isUsed() || members.startsAll()))
        {
            throw new ParameterException(spec().commandLine(), "--go-on needs --member; see also --lose");
        }
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
        final List<String> arguments = new ArrayList<>(List.of(mode().with(option, Integer.toString(value))));
        if (null != lost)
        {
            arguments.add("--go-on");
        }
        final long[] sums = members.startAll(
            spec(), List.of(name, "wrong"), null == lost ? MemberJvms.NONE : members.number(lost), arguments);
        return end("members=" + members.count() + (null == lost ? "" : " lost=" + lost) + ' ' + name + '=' + sums[0] +
            " wrong=" + sums[1], null);
    }

    @Override
    IsotachContext settings()
    {
        return members.isUsed() ? members.isotach(spec(), mode(), goesOn ? survivors : null) : super.settings();
    }

    /**
     * Without members the same as {@link #inThreads}. A member joins the others, runs all rounds in its only thread,
     * and waits until all members have done so, but those that are lost.
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
        final IsoLong[] ended = isotach.longs("ended", members.count(), 0);
        // Nobody waits for one that is out. Each survivor says so, and it does not matter who is first.
        survivors.start(spec(), name -> isotach.apply(ended[members.number(name)].to(1)));
        isotach.join();
        survivors.joined();
        try (MemberProgress progress = members.progress(spec(), rounds))
        {
            repeat(members.own(), rounds, round, progress::step);
        }
        isotach.apply(ended[members.own()].to(1));
        isotach.update().reading(ended)
            .when(now -> Arrays.stream(ended).allMatch(each -> 1 == now.get(each)), NEVER)
            .execute(action ->
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
