/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * One owner at a time; it is revoked only inside a handler, and knows it behind the handler. What an owner defers is
 * done once, by the next one, unless it resumes.
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
    void shouldDoWhatWasDeferredBeforeTheNextOwnerIsIn()
    {
        final int[] done = { 0 };
        final Runnable work = () ->
        {
            assertFalse(lock.tryEnter(), "done as owner");
            done[0]++;
        };
        assertTrue(lock.tryEnter());
        lock.exitDeferring(work);
        assertTrue(lock.isFree());
        assertEquals(0, done[0]);
        assertTrue(lock.tryEnter());
        assertEquals(1, done[0]);
        assertFalse(lock.tryResume(work), "done already");
        lock.exit();
        assertFalse(lock.tryResume(work));
        assertTrue(lock.tryEnterSoon());
        assertEquals(1, done[0]);
        lock.exitDeferring(work);
        assertTrue(lock.tryEnterPatiently());
        assertEquals(2, done[0]);
    }

    @Test
    void shouldNotDoWhatWasDeferredByAThreadThatResumes()
    {
        final Runnable work = () -> fail("not to be done");
        assertTrue(lock.tryEnter());
        lock.exitDeferring(work);
        assertTrue(lock.tryResume(work));
        assertFalse(lock.isFree());
        assertFalse(lock.tryEnter());
        lock.exit();
        assertTrue(lock.tryEnter());
    }

    @Test
    void shouldLeaveWhatAnotherThreadHasDeferred()
    {
        final int[] done = { 0 };
        assertTrue(lock.tryEnter());
        lock.exitDeferring(() -> done[0]++);
        assertFalse(lock.tryResume(() -> fail("of another thread")));
        assertTrue(lock.isFree());
        assertEquals(0, done[0]);
        assertTrue(lock.tryEnter());
        assertEquals(1, done[0]);
    }

    @Test
    void shouldDeferAgainWhatHasThrown()
    {
        final int[] tries = { 0 };
        assertTrue(lock.tryEnter());
        lock.exitDeferring(() ->
        {
            if (0 == tries[0]++)
            {
                throw new StackOverflowError();
            }
        });
        assertThrows(StackOverflowError.class, lock::tryEnter);
        assertTrue(lock.tryEnter());
        assertEquals(2, tries[0]);
        lock.exit();
        assertTrue(lock.tryEnter());
        assertEquals(2, tries[0]);
    }

    @Test
    void shouldNotBeRevokedWhileWorkIsDeferred()
    {
        assertTrue(lock.tryEnter());
        lock.exitDeferring(() -> {});
        assertNull(lock.tryRevoke());
        assertNull(lock.handlerThread());
        assertTrue(lock.tryEnter());
        assertTrue(lock.enterHandler());
        assertSame(Thread.currentThread(), lock.tryRevoke());
    }

    /**
     * Either the thread that has deferred it resumes, or another one does it, and sees what was written before.
     */
    @Test
    @Timeout(60)
    void shouldBeDoneOnceUnlessItsThreadResumes() throws Exception
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        final int[] state = { 0, 0 };
        final TestThreads threads = new TestThreads();
        threads.start("other", () ->
        {
            for (int i = 0; !isOver.get(); i++)
            {
                if (0 == i % 64)
                {
                    Thread.yield();
                }
                if (lock.tryEnter())
                {
                    assertEquals(state[0], state[1]);
                    lock.exit();
                }
            }
        });
        int resumed = 0;
        final Runnable work = () -> state[1]++;
        for (int round = 1; round <= ROUNDS; round++)
        {
            while (!lock.tryEnterPatiently())
            {
                Thread.yield();
            }
            assertEquals(state[0], state[1]);
            state[0]++;
            lock.exitDeferring(work);
            for (int spins = round % 64; spins > 0; spins--)
            {
                Thread.onSpinWait();
            }
            if (0 == round % YIELDING)
            {
                // As below.
                Thread.yield();
            }
            if (lock.tryResume(work))
            {
                resumed++;
                state[1]++;
                lock.exit();
            }
        }
        isOver.set(true);
        threads.join();
        assertTrue(resumed > 0 && resumed < ROUNDS, "resumed in " + resumed + " of " + ROUNDS + " rounds");
        assertEquals(ROUNDS, state[0]);
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
