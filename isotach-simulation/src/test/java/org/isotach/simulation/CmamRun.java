/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.Priority;

/**
 * What the programs of {@link CmamScenario} share, and what is known of their messages.
 */
final class CmamRun extends CrashingRun<CmamNode>
{
    static final String EXACTLY_ONCE = "ExactlyOnce";
    static final String ORDER = "Order";
    static final String REPLY_FIRST = "ReplyFirst";
    static final String DRAINED = "Drained";
    static final String PAYLOAD_BEFORE_END = "PayloadBeforeEnd";
    static final String WHOLE = "Whole";
    static final String[] INVARIANTS = { EXACTLY_ONCE, WHOLE, ORDER, REPLY_FIRST, DRAINED, PAYLOAD_BEFORE_END };

    private static final int PRIORITIES = Priority.values().length;

    // Polls until everything has been taken.
    private static final int DRAINS = 3;

    final Gang gang;
    final int hosts;
    final int phases;
    final boolean mayCrash;
    final GlobalMemoryModel model;
    private final Map<String, String> violations = new TreeMap<>();

    // Messages have stamps, in the order in which each member sends them. By receiver, sender and priority: the stamp
    // of the last one that was taken.
    private final int[] lastStamps;
    private final BitSet taken = new BitSet();
    private int stamps;

    // By receiver and priority: messages that are certainly in its queue.
    private final List<Set<Integer>> there;
    private boolean isDraining;

    CmamRun(
        final Simulation simulation,
        final Cluster cluster,
        final Gang gang,
        final int phases,
        final boolean mayCrash)
    {
        super(simulation, cluster);
        this.gang = gang;
        this.phases = phases;
        this.mayCrash = mayCrash;
        hosts = cluster.hostCount();
        model = new GlobalMemoryModel(hosts);
        lastStamps = new int[hosts * hosts * PRIORITIES];
        there = IntStream.range(0, hosts * PRIORITIES).<Set<Integer>>mapToObj(i -> new HashSet<>()).toList();
    }

    void violate(final String invariant, final String what)
    {
        violations.putIfAbsent(invariant, what);
    }

    String violation(final String invariant)
    {
        return violations.get(invariant);
    }

    @Override
    boolean isFinished(final CmamNode member)
    {
        return member.isFinished();
    }

    boolean isDraining()
    {
        return isDraining;
    }

    int nextStamp()
    {
        return ++stamps;
    }

    /**
     * A call that sends has returned.
     */
    void sent(final Priority priority, final int receiver, final int stamp)
    {
        if (!taken.get(stamp))
        {
            there(priority, receiver).add(stamp);
        }
    }

    private Set<Integer> there(final Priority priority, final int receiver)
    {
        return there.get(receiver * PRIORITIES + priority.ordinal());
    }

    boolean isAnyThere(final Priority priority, final int receiver)
    {
        return !there(priority, receiver).isEmpty();
    }

    void take(final Priority priority, final int receiver, final int sender, final int stamp)
    {
        taken.set(stamp);
        there(priority, receiver).remove(stamp);
        final int last = (receiver * hosts + sender) * PRIORITIES + priority.ordinal();
        if (stamp <= lastStamps[last])
        {
            violate(ORDER, "host " + receiver + " takes " + priority + ' ' + stamp + " of host " + sender + " after " +
                lastStamps[last]);
        }
        lastStamps[last] = stamp;
    }

    String noLoss()
    {
        isDraining = true;
        for (int i = 0; i < DRAINS; i++)
        {
            members.stream().filter(member -> !isCrashed(member.host.id())).forEach(CmamNode::drain);
        }
        for (final CmamNode member : members)
        {
            final String loss = isCrashed(member.host.id()) ? null : member.loss();
            if (null != loss)
            {
                return loss;
            }
        }
        final String expulsion = expulsion();
        return null == expulsion ? violations.values().stream().findFirst().orElse(null) : expulsion;
    }
}
