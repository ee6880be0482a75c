/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * The two loops of a subject. Each class loader of a {@link SubjectLoader} has a class of this name of its own.
 */
public final class TurnLoops extends Padded implements TurnSubject
{
    private static final int OPERATIONS_AT_A_TIME = 64;

    /**
     * The work of the other thread.
     */
    private enum Phase
    {
        SERVES, HELPS, LEAVES
    }

    private final Exchange exchange;
    private volatile Phase phase = Phase.LEAVES;

    // Written by the other thread. By volatile: publishes its counters of this turn; partner: end().
    private volatile boolean isHelping;

    // Not read by any code, and no compiler knows that.
    private volatile long blackHole;

    TurnLoops(final Exchange exchange)
    {
        this.exchange = exchange;
    }

    /**
     * Opens a subject.
     *
     * @param kind    name of the kind.
     * @param subject name of the subject.
     * @param payload length of the messages in bytes, a multiple of 8; 0 where there are none.
     * @return the subject.
     * @throws IllegalArgumentException when there is no such kind or subject.
     */
    public static TurnSubject open(final String kind, final String subject, final int payload)
    {
        return new TurnLoops(TurnKind.of(kind).open(subject, payload));
    }

    @Override
    public void begin()
    {
        isHelping = false;
        phase = Phase.SERVES;
    }

    @Override
    public void serve()
    {
        int attempts = 0;
        while (Phase.SERVES == phase)
        {
            if (0 == exchange.serve())
            {
                attempts++;
                SpinningThread.pause(attempts);
            }
            else
            {
                attempts = 0;
            }
        }
        // Publishes operations that have begun; partner: end().
        isHelping = true;
        attempts = 0;
        while (Phase.HELPS == phase)
        {
            if (0 == exchange.help())
            {
                attempts++;
                SpinningThread.pause(attempts);
            }
            else
            {
                attempts = 0;
            }
        }
    }

    @Override
    public double measureNs(final long durationNs)
    {
        long operations = 0;
        long result = 0;
        long elapsedNs;
        final long startNs = System.nanoTime();
        do
        {
            result += operateSeveral();
            operations += OPERATIONS_AT_A_TIME;
            elapsedNs = System.nanoTime() - startNs;
        }
        while (elapsedNs < durationNs);
        blackHole = result;
        return (double)elapsedNs / operations;
    }

    private long operateSeveral()
    {
        long result = 0;
        for (int i = 0; i < OPERATIONS_AT_A_TIME; i++)
        {
            result += exchange.operate();
        }
        return result;
    }

    @Override
    public void end()
    {
        phase = Phase.HELPS;
        int attempts = 0;
        // Sees the counters of the other thread; partner: serve().
        while (!isHelping)
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
        exchange.complete();
        leave();
    }

    @Override
    public void leave()
    {
        phase = Phase.LEAVES;
    }

    @Override
    public void close()
    {
        exchange.close();
    }
}
