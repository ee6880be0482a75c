/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.Phaser;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One owner at a time; it is revoked only inside a handler, and knows it behind the handler.
 */
class TryLockTest
{
    private static final int ROUNDS = 100_000;
    private static final int YIELDING = 100;

    private final TryLock lock = new TryLock();

    @Test
    void shouldHaveOneOwner()
    {
        assertTrue(lock.tryEnter());
        assertFalse(lock.tryEnter());
        lock.exit();
        assertTrue(lock.tryEnter());
    }

    @Test
    void shouldWaitForAnOwnerNoLongerThanAMoment()
    {
        assertTrue(lock.tryEnterPatiently());
        assertFalse(lock.tryEnterSoon());
        assertFalse(lock.tryEnterPatiently());
        assertTrue(lock.enterHandler());
        assertFalse(lock.tryEnterPatiently());
        assertTrue(lock.leaveHandler());
        lock.exit();
        assertTrue(lock.tryEnterSoon());
    }

    @Test
    void shouldNotBeRevokedOutsideOfHandlers()
    {
        assertNull(lock.tryRevoke());
        assertTrue(lock.tryEnter());
        assertNull(lock.tryRevoke());
        assertTrue(lock.enterHandler());
        assertTrue(lock.leaveHandler());
        assertNull(lock.tryRevoke());
        lock.exit();
        assertTrue(lock.tryEnter());
    }

    @Test
    void shouldStayRevoked()
    {
        assertTrue(lock.tryEnter());
        assertTrue(lock.enterHandler());
        assertSame(Thread.currentThread(), lock.tryRevoke());
        assertNull(lock.tryRevoke());
        assertFalse(lock.tryEnter());
        assertFalse(lock.leaveHandler());
        lock.exit();
        assertFalse(lock.tryEnter());
    }

    @Test
    void shouldBeGivenBackByAnOwnerThatCouldNotSayThatItHasLeftItsHandler()
    {
        assertTrue(lock.tryEnter());
        assertTrue(lock.enterHandler());
        lock.exit();
        assertNull(lock.tryRevoke());
        assertTrue(lock.tryEnter());
    }

    /**
     * Either the right is given back, or it is revoked for ever.
     */
    @Test
    @Timeout(60)
    void shouldNotBeGivenBackAndRevoked() throws Exception
    {
        final Phaser phaser = new Phaser(2);
        final TryLock[] current = { null };
        final boolean[] isRevoked = { false };
        final TestThreads threads = new TestThreads();
        threads.start("revoker", () ->
        {
            for (int round = 1; round <= ROUNDS; round++)
            {
                phaser.arriveAndAwaitAdvance();
                isRevoked[0] = false;
                for (int tries = round % 512; tries > 0 && !isRevoked[0]; tries--)
                {
                    isRevoked[0] = null != current[0].tryRevoke();
                }
                phaser.arriveAndAwaitAdvance();
            }
        });
        int revoked = 0;
        for (int round = 1; round <= ROUNDS; round++)
        {
            final TryLock own = new TryLock();
            current[0] = own;
            assertTrue(own.tryEnter());
            own.enterHandler();
            phaser.arriveAndAwaitAdvance();
            for (int spins = round % 64; spins > 0; spins--)
            {
                Thread.onSpinWait();
            }
            own.exit();
            phaser.arriveAndAwaitAdvance();
            assertEquals(!isRevoked[0], own.tryEnter(), "round " + round);
            revoked += isRevoked[0] ? 1 : 0;
        }
        threads.join();
        assertTrue(revoked > 0 && revoked < ROUNDS, "revoked in " + revoked + " of " + ROUNDS + " rounds");
    }

    @Test
    void shouldCountHandlersAndTellThoseInsideOfOthers()
    {
        assertTrue(lock.tryEnter());
        for (int i = 1; i < 3; i++)
        {
            assertEquals(0, lock.handlerCount());
            assertTrue(lock.enterHandler());
            assertFalse(lock.enterHandler(), "inside of another");
            assertEquals(i, lock.handlerCount());
            assertTrue(lock.leaveHandler());
        }
    }

    /**
     * Either the handler returns, or the right is revoked; whoever has it sees what was done before.
     */
    @Test
    @Timeout(60)
    void shouldBelongToOneOfTwo() throws Exception
    {
        final Phaser phaser = new Phaser(2);
        final TryLock[] current = { null };
        final int[] state = { 0 };
        final boolean[] isRevoked = { false };
        final TestThreads threads = new TestThreads();
        threads.start("revoker", () ->
        {
            for (int round = 1; round <= ROUNDS; round++)
            {
                phaser.arriveAndAwaitAdvance();
                isRevoked[0] = false;
                for (int tries = round % 512; tries > 0 && !isRevoked[0]; tries--)
                {
                    isRevoked[0] = null != current[0].tryRevoke();
                }
                if (isRevoked[0])
                {
                    assertEquals(round, state[0]);
                }
                phaser.arriveAndAwaitAdvance();
            }
        });
        int revoked = 0;
        for (int round = 1; round <= ROUNDS; round++)
        {
            final TryLock own = new TryLock();
            current[0] = own;
            assertTrue(own.tryEnter());
            phaser.arriveAndAwaitAdvance();
            state[0] = round;
            own.enterHandler();
            for (int spins = round % 64; spins > 0; spins--)
            {
                Thread.onSpinWait();
            }
            if (0 == round % YIELDING)
            {
                // With one free processor the other thread would never come in between.
                Thread.yield();
            }
            final boolean isOwner = own.leaveHandler();
            phaser.arriveAndAwaitAdvance();
            assertEquals(isOwner, !isRevoked[0]);
            revoked += isOwner ? 0 : 1;
        }
        threads.join();
        assertTrue(revoked > 0 && revoked < ROUNDS, "revoked inside of " + revoked + " of " + ROUNDS + " handlers");
    }
}
