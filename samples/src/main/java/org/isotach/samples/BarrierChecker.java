/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Checks that no host passes a barrier before all hosts have come to it, that a strong barrier comes after the messages
 * of its round, and that a signal reaches all hosts in one pulse. Any thread may call it.
 */
final class BarrierChecker
{
    private static final long NO_PULSE = -1;

    private final Violations violations = new Violations();
    private final AtomicIntegerArray arrivals;
    private final AtomicLongArray signalPulses;
    private final AtomicLong barriers = new AtomicLong();
    private final AtomicLong signals = new AtomicLong();

    BarrierChecker(final int hosts, final int rounds)
    {
        arrivals = new AtomicIntegerArray(hosts);
        signalPulses = new AtomicLongArray(rounds + 1);
        for (int round = 0; round <= rounds; round++)
        {
            signalPulses.set(round, NO_PULSE);
        }
    }

    Violations violations()
    {
        return violations;
    }

    /**
     * Barriers that were completed, counted once for all hosts.
     */
    long barriers()
    {
        return barriers.get() / arrivals.length();
    }

    /**
     * Signals that were delivered, counted once for all hosts.
     */
    long signals()
    {
        return signals.get() / arrivals.length();
    }

    void arrives(final int host, final int round)
    {
        arrivals.accumulateAndGet(host, round, Math::max);
    }

    void passes(final int host, final int round)
    {
        barriers.getAndIncrement();
        for (int other = 0; other < arrivals.length(); other++)
        {
            if (arrivals.get(other) < round)
            {
                violations.add("host " + host + " passed barrier " + round + " before host " + other + " came to it");
            }
        }
    }

    void checkMessages(final int host, final int round, final int received, final int expected)
    {
        if (received != expected)
        {
            violations.add("host " + host + " received " + received + " messages of " + expected + " before barrier " +
                round);
        }
    }

    void signalled(final int host, final int round, final long pulse)
    {
        signals.getAndIncrement();
        if (!signalPulses.compareAndSet(round, NO_PULSE, pulse) && signalPulses.get(round) != pulse)
        {
            violations.add("host " + host + " received signal " + round + " in pulse " + pulse + ", another one in " +
                signalPulses.get(round));
        }
    }

    void checkSignals(final int host, final int round, final int received)
    {
        if (1 != received)
        {
            violations.add("host " + host + " received " + received + " signals before barrier " + round);
        }
    }
}
