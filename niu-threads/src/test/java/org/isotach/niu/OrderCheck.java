/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.isotach.LogicalTime;

/**
 * Compares what was issued with what every host has executed.
 * <p>
 * The payload of an operation is the key of its isochron plus the number of the operation in it. The rank of an
 * isochron is its place in the order in which its own host executed the isochrons that the host issued.
 */
final class OrderCheck
{
    private static final int OPERATION_BITS = 4;
    private static final int ISOCHRON_BITS = 32;

    /**
     * An isochron that was issued.
     */
    record Sent(long key, int operations)
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

        boolean isAddressedTo(final int host)
        {
            return operations.stream().anyMatch(operation -> operation.isAddressedTo(host));
        }
    }

    private final String name;
    private final List<Sent> sent = new ArrayList<>();
    private final List<List<Executed>> executed = new ArrayList<>();
    private final Map<Long, Executed> atIssuer = new HashMap<>();
    private final Map<Long, Long> ranks = new HashMap<>();

    OrderCheck(final int hosts, final String name)
    {
        this.name = "seed " + name;
        for (int host = 0; host < hosts; host++)
        {
            executed.add(List.of());
        }
    }

    static long key(final int thread, final int isochron)
    {
        return (long)thread << OPERATION_BITS + ISOCHRON_BITS | (long)isochron << OPERATION_BITS;
    }

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
        executed.set(host, isochrons);
    }

    void check()
    {
        for (int host = 0; host < executed.size(); host++)
        {
            rank(host);
        }
        checkNothingLost();
        for (int host = 0; host < executed.size(); host++)
        {
            checkOrderAt(host);
        }
    }

    private void rank(final int host)
    {
        final Map<Long, Long> lastOfThread = new HashMap<>();
        long lastTimestamp = 0;
        long rank = 0;
        for (final Executed isochron : executed.get(host))
        {
            if (isochron.sender() == host)
            {
                assertNull(atIssuer.put(isochron.key(), isochron), () -> name + ": executed twice: " + isochron);
                ranks.put(isochron.key(), rank++);
                final Long before =
                    lastOfThread.put(isochron.key() >> OPERATION_BITS + ISOCHRON_BITS, isochron.key());
                assertTrue(null == before || before < isochron.key(), () -> name + ": not in issue order: " + isochron);
                if (!isochron.isPurelyLocal())
                {
                    final long last = lastTimestamp;
                    assertTrue(isochron.timestamp() >= last, () -> name + ": " + isochron + " after " + last);
                    lastTimestamp = isochron.timestamp();
                }
            }
        }
    }

    private void checkNothingLost()
    {
        assertEquals(sent.size(), atIssuer.size(), () -> name + ": isochrons lost at their issuers");
        for (final Sent isochron : sent)
        {
            final Executed own = atIssuer.get(isochron.key());
            assertNotNull(own, () -> name + ": lost: " + isochron);
            assertEquals(isochron.operations(), own.operations().size(), () -> name + ": operations lost: " + own);
        }
        for (int host = 0; host < executed.size(); host++)
        {
            final int receiver = host;
            final long expected =
                atIssuer.values().stream().filter(isochron -> isochron.isAddressedTo(receiver)).count();
            final long actual =
                executed.get(host).stream().filter(isochron -> isochron.isAddressedTo(receiver)).count();
            assertEquals(expected, actual, () -> name + ": isochrons executed at host " + receiver);
        }
    }

    /**
     * The trace of a host must be sorted by (pulse, issuer, rank). With one timestamp per isochron that makes it one
     * order for all hosts. A purely local isochron is between two others of its own host, but has no pulse of its own.
     */
    private void checkOrderAt(final int host)
    {
        LogicalTime last = new LogicalTime(-1, 0, 0);
        long pulse = 0;
        for (final Executed isochron : executed.get(host))
        {
            final long pulseBefore = pulse;
            pulse = isochron.timestamp();
            assertTrue(pulse >= pulseBefore, () -> name + ": host " + host + ": " + isochron + " at " + pulseBefore);
            final Executed own = atIssuer.get(isochron.key());
            assertEquals(own.operations(), isochron.operations(), () -> name + ": differs from its issuer's trace");
            if (!isochron.isPurelyLocal())
            {
                final LogicalTime before = last;
                last = new LogicalTime(isochron.timestamp(), isochron.sender(), ranks.get(isochron.key()));
                final LogicalTime now = last;
                assertTrue(before.compareTo(now) < 0, () -> name + ": host " + host + ": " + now + " after " + before);
            }
        }
    }
}
