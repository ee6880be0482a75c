/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.memory.OffHeapBuffer;

/**
 * The logical time of a group of two switches without neighbours, and the token words of its hosts. A test may do
 * something in the midst of a leap.
 */
final class TestGroup
{
    private static final int STRIDE = 128;
    private static final Runnable NOTHING = () ->
    {
    };

    final TokenManager tokenManager;
    final TokenWord[] hosts;

    /**
     * The times at which a thread has looked at a host in order to leap.
     */
    final Set<Long> looks = new TreeSet<>();

    /**
     * What happens once, when a leap has been announced, and the hosts are looked at then.
     */
    Runnable beforeLooks = NOTHING;

    /**
     * What happens once, when all hosts have been looked at, and time has not leapt yet.
     */
    Runnable behindLooks = NOTHING;

    private final class Watched extends LeapingTokenManager
    {
        Watched(final OffHeapBuffer tokens, final int[] inputs)
        {
            super(List.of(0, 1), tokens, inputs.length * STRIDE, (inputs.length + 1) * STRIDE, inputs);
        }

        @Override
        boolean hasHostSent(final int input, final long token)
        {
            looks.add(time());
            if (0 == input)
            {
                final Runnable action = beforeLooks;
                beforeLooks = NOTHING;
                action.run();
            }
            final boolean hasSent = super.hasHostSent(input, token);
            if (hosts.length - 1 == input)
            {
                final Runnable action = behindLooks;
                behindLooks = NOTHING;
                action.run();
            }
            return hasSent;
        }
    }

    private TestGroup(final int hostCount, final boolean isWatched)
    {
        final OffHeapBuffer tokens = OffHeapBuffer.allocate((long)STRIDE * (hostCount + 2));
        final int[] inputs = new int[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            inputs[host] = host * STRIDE;
            tokens.putLong(inputs[host], TokenManager.IDLE);
        }
        final LeapingTokenManager leaping = isWatched ? new Watched(tokens, inputs) : new LeapingTokenManager(
            List.of(0, 1), tokens, hostCount * STRIDE, (hostCount + 1) * STRIDE, inputs);
        tokenManager = leaping;
        hosts = new TokenWord[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            hosts[host] = new LeapingTokenWord(tokens, inputs[host], leaping);
        }
    }

    /**
     * For one thread.
     */
    static TestGroup watched(final int hostCount)
    {
        return new TestGroup(hostCount, true);
    }

    static TestGroup of(final int hostCount)
    {
        return new TestGroup(hostCount, false);
    }

    /**
     * Pins a host, and returns the timestamp of its next frame.
     */
    long pinAndStamp(final int host, final int distance)
    {
        return hosts[host].earliest(hosts[host].stop(), distance);
    }
}
