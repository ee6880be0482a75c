/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.test.RecordingModel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Compares what was issued with what every host has executed. An isochron must be executed once at each of its hosts,
 * in one piece and with one timestamp; each host must execute by ascending pulse and issuer; and there must be one
 * order of all isochrons that agrees with every host, and with every thread that issued them.
 * <p>
 * The payload of an operation is the key of its isochron plus the number of the operation in it.
 */
final class OrderCheck
{
    private static final int OPERATION_BITS = 4;
    private static final int ISOCHRON_BITS = 32;

    /**
     * An isochron that was issued.
     *
     * @param hosts bit h is set if an operation of it was sent to host h.
     */
    record Sent(long key, int operations, long hosts)
    {
    }

    /**
     * An isochron that was executed: all its operations at one host.
     */
    private record Executed(long timestamp, int sender, long key, List<RecordingModel.Execution> operations)
    {
        boolean isPurelyLocal()
        {
            return operations.stream().allMatch(RecordingModel.Execution::isPurelyLocal);
        }
    }

    private final String name;
    private final List<Sent> sent = new ArrayList<>();
    private final List<List<Executed>> executed = new ArrayList<>();
    private final List<Map<Long, Executed>> executedByKey = new ArrayList<>();

    OrderCheck(final int hosts, final String name)
    {
        this.name = "seed " + name;
        for (int host = 0; host < hosts; host++)
        {
            executed.add(List.of());
            executedByKey.add(new HashMap<>());
        }
    }

    static long key(final int thread, final int isochron)
    {
        return (long)thread << OPERATION_BITS + ISOCHRON_BITS | (long)isochron << OPERATION_BITS;
    }

    /**
     * Those of one thread in the order in which it has issued them.
     */
    void sent(final Sent isochron)
    {
        sent.add(isochron);
    }

    /**
     * Takes down the trace of a host: operations of one isochron must follow each other, in their order.
     */
    void executed(final int host, final List<RecordingModel.Execution> trace)
    {
        final List<Executed> isochrons = new ArrayList<>();
        Executed current = null;
        for (final RecordingModel.Execution execution : trace)
        {
            final long key = execution.payload() & -1L << OPERATION_BITS;
            final int operation = (int)(execution.payload() - key);
            if (0 == operation)
            {
                current = new Executed(execution.timestamp(), execution.sender(), key, new ArrayList<>());
                isochrons.add(current);
            }
            assertNotNull(current, name);
            assertEquals(current.key(), key, () -> name + ": torn isochron at host " + host);
            assertEquals(current.operations().size(), operation, () -> name + ": torn isochron at host " + host);
            current.operations().add(execution);
        }
        for (final Executed isochron : isochrons)
        {
            assertNull(
                executedByKey.get(host).put(isochron.key(), isochron),
                () -> name + ": executed twice at host " + host + ": " + isochron);
        }
        executed.set(host, isochrons);
    }

    void check()
    {
        checkNothingLost();
        for (int host = 0; host < executed.size(); host++)
        {
            checkPulsesAt(host);
        }
        checkThatThereIsOneOrder();
    }

    private void checkNothingLost()
    {
        for (final Sent isochron : sent)
        {
            Executed first = null;
            for (int host = 0; host < executed.size(); host++)
            {
                final String where = name + ": " + isochron + " at host " + host;
                final Executed there = executedByKey.get(host).remove(isochron.key());
                if (0 == (isochron.hosts() & 1L << host))
                {
                    assertNull(there, where);
                }
                else
                {
                    assertNotNull(there, where);
                    assertEquals(isochron.operations(), there.operations().size(), where);
                    first = null == first ? there : first;
                    assertEquals(first, there, where);
                }
            }
        }
        executedByKey.forEach(rest -> assertEquals(Map.of(), rest, name));
    }

    /**
     * A purely local isochron is between two others of its own host, but has no pulse of its own.
     */
    private void checkPulsesAt(final int host)
    {
        long pulse = 0;
        int sender = 0;
        for (final Executed isochron : executed.get(host))
        {
            final String where =
                name + ": host " + host + ": " + isochron + " after pulse " + pulse + ", host " + sender;
            assertTrue(isochron.timestamp() >= pulse, where);
            if (!isochron.isPurelyLocal())
            {
                assertTrue(isochron.timestamp() > pulse || isochron.sender() >= sender, where);
                sender = isochron.sender();
            }
            else if (isochron.timestamp() > pulse)
            {
                sender = 0;
            }
            pulse = isochron.timestamp();
        }
    }

    /**
     * Each neighbours in a trace, or in what a thread has issued, are an edge; without cycles there is an order.
     */
    private void checkThatThereIsOneOrder()
    {
        final Map<Long, List<Long>> behind = new HashMap<>();
        final Map<Long, Integer> inFront = new HashMap<>();
        sent.forEach(isochron -> behind.put(isochron.key(), new ArrayList<>()));
        for (int i = 1; i < sent.size(); i++)
        {
            final long before = sent.get(i - 1).key();
            final long after = sent.get(i).key();
            if (before >> OPERATION_BITS + ISOCHRON_BITS == after >> OPERATION_BITS + ISOCHRON_BITS)
            {
                behind.get(before).add(after);
                inFront.merge(after, 1, Integer::sum);
            }
        }
        for (final List<Executed> trace : executed)
        {
            for (int i = 1; i < trace.size(); i++)
            {
                behind.get(trace.get(i - 1).key()).add(trace.get(i).key());
                inFront.merge(trace.get(i).key(), 1, Integer::sum);
            }
        }
        final Deque<Long> ready = new ArrayDeque<>(behind.keySet());
        ready.removeAll(inFront.keySet());
        int ordered = 0;
        while (!ready.isEmpty())
        {
            ordered++;
            for (final long next : behind.get(ready.remove()))
            {
                if (0 == inFront.merge(next, -1, Integer::sum))
                {
                    inFront.remove(next);
                    ready.add(next);
                }
            }
        }
        assertEquals(Map.of(), inFront, name + ": isochrons in or behind a cycle, and what is in front of them");
        assertEquals(sent.size(), ordered, name);
    }
}
