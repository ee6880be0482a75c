/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.Delivery;

/**
 * An isochron, a signal, a participation in a barrier or a mark that a host has issued.
 */
final class Issued
{
    static final int UNKNOWN = -1;
    static final int NO_PLACE = -1;
    private static final int NO_CHANNEL = 0;

    final int host;
    final int program;

    /**
     * Of an isochron; of a signal or participation it is null.
     */
    final List<Operation> operations;

    /**
     * What a signal or participation leads to, and its channel; null for all others.
     */
    final Delivery.Kind notice;
    final int channel;

    /**
     * Null if it is none.
     */
    final Mark mark;

    /**
     * Number of the isochron in the run.
     */
    int id = UNKNOWN;

    /**
     * Place in the issue order of the host; unknown as long as it is not issued.
     */
    int rank = UNKNOWN;
    boolean isFresh;

    /**
     * Does its execution leave a {@link Trace}? If not, it consists of messages for mailboxes, and is stamped.
     */
    boolean isTraced;

    /**
     * A bit for each host that executes it.
     */
    int destinations;

    /**
     * Logical time at the host when it was issued.
     */
    long time;

    /**
     * Step of the simulation in which it was issued.
     */
    long step;

    /**
     * Pulse of the last delivery that the program had received before.
     */
    long seen;

    /**
     * Number of isochrons that had been seen to be executed, by anybody, before it was issued.
     */
    int observed;

    private Issued(
        final int host,
        final int program,
        final List<Operation> operations,
        final Delivery.Kind notice,
        final int channel,
        final Mark mark)
    {
        this.host = host;
        this.program = program;
        this.operations = operations;
        this.notice = notice;
        this.channel = channel;
        this.mark = mark;
    }

    static Issued isochron(final int host, final int program)
    {
        return new Issued(host, program, new ArrayList<>(), null, NO_CHANNEL, null);
    }

    static Issued signal(final int host, final int program, final int channel)
    {
        return new Issued(host, program, null, Delivery.Kind.SIGNAL, channel, null);
    }

    static Issued participation(final int host, final int program, final int channel)
    {
        return new Issued(host, program, null, Delivery.Kind.BARRIER, channel, null);
    }

    static Issued mark(final int host, final int program, final Mark mark)
    {
        return new Issued(host, program, null, null, NO_CHANNEL, mark);
    }

    boolean isIsochron()
    {
        return null != operations;
    }

    boolean isIssued()
    {
        return UNKNOWN != rank;
    }

    boolean isSignal()
    {
        return Delivery.Kind.SIGNAL == notice;
    }

    boolean isParticipation()
    {
        return Delivery.Kind.BARRIER == notice;
    }

    /**
     * Does the isochron have a timestamp of its own?
     */
    boolean isStamped()
    {
        return isFresh || 0 != (destinations & ~(1 << host));
    }

    boolean isExecutedAt(final int receiver)
    {
        return 0 != (destinations & 1 << receiver);
    }

    /**
     * Place of the first message for the mailbox of a host among the operations.
     */
    int firstPlace(final int receiver)
    {
        int place = 0;
        while (place < operations.size() && !isReceivedAt(place, receiver, Operation.Kind.MESSAGE))
        {
            place++;
        }
        return place < operations.size() ? place : NO_PLACE;
    }

    boolean isReceivedAt(final int operation, final int receiver, final Operation.Kind kind)
    {
        final Operation message = operations.get(operation);
        return message.kind() == kind && 0 != (message.receivers() & 1 << receiver);
    }

    @Override
    public String toString()
    {
        final String what = isIsochron() ? "isochron " + id + (isFresh ? " fresh " : " ") + operations :
            null != mark ? mark.toString() : (isSignal() ? "signal " : "barrier ") + channel;
        return "host " + host + " #" + rank + ' ' + what;
    }
}
