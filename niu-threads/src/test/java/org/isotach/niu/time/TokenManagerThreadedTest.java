/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.niu.TokenNetwork;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The token rule when hosts stop tokens, and others want them, at the same time.
 */
class TokenManagerThreadedTest
{
    private static final int PINS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void shouldNotEndThePulseOfATimestampWhileItsHostIsPinned(final int switches) throws Exception
    {
        final TokenNetwork network = new TokenNetwork(switches, 2);
        final AtomicBoolean isOver = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < switches; i++)
        {
            final TokenManager tokenManager = network.tokenManager(i);
            threads.start("tm-" + i, () ->
            {
                while (!isOver.get())
                {
                    tokenManager.advanceTo(tokenManager.time() + 3);
                    Thread.yield();
                }
            });
        }
        final TestThreads hosts = new TestThreads();
        for (int i = 0; i < 2; i++)
        {
            final int home = i * (switches - 1);
            final int host = home * 2 + i;
            hosts.start("host-" + host, () -> pinOftenAndLook(network, switches, home, host));
        }
        try
        {
            hosts.join();
        }
        finally
        {
            isOver.set(true);
        }
        threads.join();
    }

    /**
     * Each of three hosts is pinned as often as it can be, and wants the pulse of its own timestamp, and later ones. So
     * leaps, steps and pins cross.
     */
    @Test
    void shouldNotLeapOverATimestampWhileItsHostIsPinned() throws Exception
    {
        final TestGroup group = TestGroup.of(3);
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < 3; i++)
        {
            final int host = i;
            threads.start("host-" + host, () -> pinOftenAndWantToLeap(group, host));
        }
        threads.join();
    }

    private static void pinOftenAndWantToLeap(final TestGroup group, final int host)
    {
        for (int i = 0; i < PINS; i++)
        {
            final int distance = 2 + i % 7;
            final long timestamp = group.pinAndStamp(host, distance);
            final long time = group.tokenManager.advanceTo(timestamp + i % 5);
            assertTrue(time < timestamp, () -> "timestamp " + timestamp + " of host " + host +
                " and yet its pulse has ended: " + time);
            group.hosts[host].release();
            group.tokenManager.advanceTo(timestamp);
        }
    }

    private static void pinOftenAndLook(
        final TokenNetwork network, final int switches, final int home, final int host)
    {
        final TokenManager tokenManager = network.tokenManager(home);
        for (int i = 0; i < PINS; i++)
        {
            final long pinned = network.pin(host, tokenManager);
            for (int other = 0; other < switches; other++)
            {
                final int distance = Math.abs(other - home) + 2;
                final long timestamp = pinned + distance;
                // Ask for it, too, so that the rule is tried and not only watched.
                final long time = network.tokenManager(other).advanceTo(timestamp);
                assertTrue(time < timestamp, () -> "pin " + pinned + " of host " + host +
                    " and yet its timestamp " + timestamp + " has ended: " + time);
            }
            final long own = tokenManager.time();
            network.unpin(host);
            assertTrue(own <= pinned + 1, () -> "pinned at " + pinned + ", time " + own);
            assertTrue(own >= pinned, () -> "pinned at " + pinned + ", time " + own);
        }
    }
}
