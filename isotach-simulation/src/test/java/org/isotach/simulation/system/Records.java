/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.UpdateFunction;

/**
 * All that is known of a run: what was issued, executed and received.
 */
final class Records
{
    static final int MAX_HOSTS = 8;

    /**
     * A SCHED whose port has given it away.
     *
     * @param address of the variable.
     * @param version as the library knows it.
     * @param number  as {@link Operation} knows it.
     */
    record HandedOver(int address, long version, long number)
    {
    }

    final Topology topology;
    final PageMap pageMap;
    final ThreadingMode mode;
    final int hosts;

    /**
     * By their numbers.
     */
    final List<Issued> isochrons = new ArrayList<>();

    /**
     * Isochrons that a program has seen to be executed, in the order in which they were seen.
     */
    final List<Issued> observed = new ArrayList<>();

    /**
     * By host, in issue order.
     */
    final List<List<Issued>> issued = new ArrayList<>();

    /**
     * By host: what has left a trace.
     */
    final List<List<Execution>> traces = new ArrayList<>();
    final List<List<Received>> received = new ArrayList<>();
    final List<List<Received>> handled = new ArrayList<>();

    final List<LocalRead> localReads = new ArrayList<>();
    final NonIsotachRecords nonIsotach;

    /**
     * By host: does it take part?
     */
    final boolean[] isSignalled;
    final boolean[] isMember;

    /**
     * By barrier channel and host: how often it has participated, and whether it takes part no more.
     */
    final int[][] participations;
    final boolean[][] hasLeft;

    /**
     * What UPDATEs compute, as the memory knows it.
     */
    final Map<Operation.Function, UpdateFunction> functions = new EnumMap<>(Operation.Function.class);

    /**
     * Number of SCHEDs so far, all of which have a version of their own.
     */
    long scheds;

    /**
     * SCHEDs that anybody may assign.
     */
    final Queue<HandedOver> handedOver = new ArrayDeque<>();

    private final BarrierMode firstBarrierMode;
    private Executions executions;
    private Order order;

    /**
     * @param firstBarrierMode mode of the first barrier channel; the second one has the other mode.
     */
    Records(
        final Topology topology,
        final PageMap pageMap,
        final ThreadingMode mode,
        final boolean[] isSignalled,
        final boolean[] isMember,
        final BarrierMode firstBarrierMode,
        final int nonIsotachBarriers)
    {
        this.topology = topology;
        this.pageMap = pageMap;
        this.mode = mode;
        this.isSignalled = isSignalled;
        this.isMember = isMember;
        this.firstBarrierMode = firstBarrierMode;
        hosts = topology.hostCount();
        nonIsotach = new NonIsotachRecords(hosts, nonIsotachBarriers);
        participations = new int[SystemProgram.BARRIER_CHANNELS + 1][hosts];
        hasLeft = new boolean[SystemProgram.BARRIER_CHANNELS + 1][hosts];
        for (int host = 0; host < hosts; host++)
        {
            issued.add(new ArrayList<>());
            traces.add(new ArrayList<>());
            received.add(new ArrayList<>());
            handled.add(new ArrayList<>());
        }
    }

    BarrierMode barrierMode(final int channel)
    {
        return BarrierMode.STRONG == firstBarrierMode == (1 == channel) ? BarrierMode.STRONG : BarrierMode.WEAK;
    }

    void add(final Issued action)
    {
        action.rank = issued.get(action.host).size();
        action.observed = observed.size();
        issued.get(action.host).add(action);
    }

    /**
     * The last isochron with a timestamp that a host had issued before one, null if there is none.
     */
    Issued issuedBefore(final Issued isochron)
    {
        final List<Issued> actions = issued.get(isochron.host);
        for (int rank = isochron.rank - 1; rank >= 0; rank--)
        {
            final Issued before = actions.get(rank);
            if (before.isIsochron() && before.isStamped())
            {
                return before;
            }
        }
        return null;
    }

    /**
     * How far an isochron goes, in pulses.
     */
    int distance(final Issued isochron)
    {
        int distance = isochron.isFresh ? Math.max(2, topology.eccentricity(isochron.host)) : 0;
        for (int host = 0; host < hosts; host++)
        {
            if (isochron.isExecutedAt(host))
            {
                distance = Math.max(distance, topology.distance(isochron.host, host));
            }
        }
        return distance;
    }

    /**
     * What has been executed, once that is everything.
     */
    Executions executions()
    {
        if (null == executions)
        {
            executions = new Executions(this);
        }
        return executions;
    }

    /**
     * The one order of all isochrons, once all of them have been executed.
     */
    Order order()
    {
        if (null == order)
        {
            order = new Order(this);
        }
        return order;
    }
}
