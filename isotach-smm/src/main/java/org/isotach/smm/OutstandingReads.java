/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * The reads that are outstanding: those of the hosts of this JVM, in their slots; and of those of other members what
 * they wait for here. The slots of these are in another JVM. Any thread may call its methods.
 */
final class OutstandingReads
{
    /**
     * The ticket of a result that is not outstanding.
     */
    static final long NO_TICKET = -1;

    // By host; null for hosts of other members.
    private final ReadSlots[] slots;

    // By ticket. Only reads that wait are here.
    private final Map<Long, Owed> owed = new ConcurrentHashMap<>();

    /**
     * A result that a host of this JVM owes to one of another member, as soon as a version is assigned.
     */
    private record Owed(int address, long version)
    {
    }

    /**
     * Called for a read that waits for an ASSIGN.
     */
    @FunctionalInterface
    interface Action
    {
        void accept(int reader, int address, long version);
    }

    /**
     * @param slots the slots of the reads of each host, null for a host of another member.
     */
    OutstandingReads(final ReadSlots[] slots)
    {
        this.slots = slots;
    }

    /**
     * Returns the slots of a host.
     */
    ReadSlots of(final int host)
    {
        return slots[host];
    }

    /**
     * Returns the number under which other members know a result.
     *
     * @param place see {@link ReadSlots}.
     */
    static long ticket(final int reader, final int place)
    {
        return (long)reader << Integer.SIZE | place;
    }

    private static int reader(final long ticket)
    {
        return (int)(ticket >>> Integer.SIZE);
    }

    /**
     * Notes that a result is outstanding until a SCHED is assigned; for messages.
     */
    void waitsFor(final int reader, final int place, final int address, final long version)
    {
        final ReadSlots ofReader = slots[reader];
        if (null == ofReader)
        {
            owed.put(ticket(reader, place), new Owed(address, version));
        }
        else
        {
            ofReader.waitsFor(place, address, version);
        }
    }

    /**
     * Forgets what a read waits for. Called before its result is sent: its slot may have the next read then.
     */
    void forget(final int reader, final int place)
    {
        if (null == slots[reader])
        {
            owed.remove(ticket(reader, place));
        }
    }

    /**
     * Forgets what the reads of a host of another member wait for, which has been expelled.
     */
    void forgetAll(final int reader)
    {
        owed.keySet().removeIf(ticket -> reader == reader(ticket));
    }

    /**
     * Passes on the current waits of reads; for messages only.
     */
    void forEachWaiting(final Action action)
    {
        for (int host = 0; host < slots.length; host++)
        {
            final int reader = host;
            if (null != slots[reader])
            {
                slots[reader].forEachWaiting((address, version) -> action.accept(reader, address, version));
            }
        }
        owed.forEach((ticket, result) -> action.accept(reader(ticket), result.address, result.version));
    }

    /**
     * Returns what is owed to other members: the ticket of each result, followed by the version that it waits for.
     */
    long[] owed()
    {
        return owed.entrySet().stream()
            .flatMapToLong(entry -> LongStream.of(entry.getKey(), entry.getValue().version)).toArray();
    }

    @Override
    public String toString()
    {
        return "OutstandingReads{hosts=" + slots.length + ", owed=" + owed.size() + '}';
    }
}
