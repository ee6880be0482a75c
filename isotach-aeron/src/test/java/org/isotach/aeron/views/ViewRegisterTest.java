/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.niu.spi.View;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A register over a store that loses a third of all requests, and of all answers.
 */
class ViewRegisterTest extends ViewRegisterContract
{
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final View SECOND = FIRST.without(3);

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final LossyViewStore lossy = new LossyViewStore(seed, 0.3);
    private final LossyViewStore whole = new LossyViewStore(seed, 0);

    @Override
    ViewStore store()
    {
        return lossy;
    }

    private ViewRegister impatient(final ViewStore store)
    {
        return ViewRegister.on(store, context("c").timeout(SHORT));
    }

    @Test
    void shouldSayThatItIsNotKnownWhenTheStoreCannotBeReached()
    {
        final IsotachException error =
            assertThrows(IsotachException.class, () -> impatient(new LossyViewStore(seed, 1)).propose(SECOND));
        assertEquals("LossyViewStore, which keeps the views of cluster c, has not answered within PT0.5S (a request " +
            "was lost); whether it has agreed with View{1: 0, 1, 2} is not known: propose the same again when it can " +
            "be reached", error.getMessage());
    }

    /**
     * A store that refuses without a reason, such as one with a constraint of its own, is asked now and then only, and
     * not when the caller has gone.
     */
    @Test
    void shouldNotAskAllTheTimeWhenTheStoreRefuses() throws InterruptedException
    {
        for (final View kept : new View[]{ null, FIRST })
        {
            final AtomicInteger calls = new AtomicInteger();
            final ViewStore refusing = new ViewStore()
            {
                @Override
                public View read(final String cluster)
                {
                    calls.incrementAndGet();
                    return kept;
                }

                @Override
                public boolean compareAndSet(final String cluster, final View expected, final View next)
                {
                    return false;
                }
            };
            final String message = assertThrows(
                IsotachException.class, () -> impatient(refusing).propose(SECOND)).getMessage();
            assertTrue(message.contains("it has refused View{"), message);
            // The attempt that was under way.
            Thread.sleep(200);
            final int before = calls.get();
            assertTrue(before < 100, () -> before + " calls");
            Thread.sleep(200);
            assertEquals(before, calls.get());
        }
    }

    @Test
    void shouldGoOnWhenTheStoreHangs()
    {
        impatient(whole).inForce();
        final CountDownLatch latch = whole.hang();
        final IsotachException error = assertThrows(IsotachException.class, () -> impatient(whole).inForce());
        assertTrue(error.getMessage().contains("has not answered within PT0.5S; which view is in force is not known"),
            error::getMessage);
        latch.countDown();
        assertEquals(FIRST, impatient(whole).inForce());
    }

    /**
     * The call that was given up may still be carried out, and harms nobody then.
     */
    @Test
    void shouldAgreeWithTheSameWhenItIsProposedAgain() throws InterruptedException
    {
        final ViewRegister register = impatient(whole);
        register.inForce();
        final CountDownLatch latch = whole.hang();
        assertThrows(IsotachException.class, () -> register.propose(SECOND));
        latch.countDown();
        assertEquals(SECOND, register.propose(SECOND));
        assertEquals(SECOND.without(0), register.propose(SECOND.without(0)));
        assertEquals(SECOND.without(0), whole.inForce("c"));
    }

    @Test
    void shouldGoOnWhenItsThreadIsInterrupted() throws InterruptedException
    {
        final CountDownLatch latch = whole.hang();
        final ViewRegister register = ViewRegister.on(whole, context("c"));
        final AtomicReference<String> message = new AtomicReference<>();
        final Thread thread = new Thread(() ->
        {
            final IsotachInterruptedException error =
                assertThrows(IsotachInterruptedException.class, () -> register.propose(SECOND));
            message.set(Thread.interrupted() + " " + error.getMessage());
        });
        thread.start();
        thread.interrupt();
        thread.join();
        latch.countDown();
        assertTrue(message.get().startsWith("true LossyViewStore, which keeps the views of cluster c, was not waited " +
            "for, as this thread was interrupted"), message::get);
    }

    @Test
    void shouldTryAgainWhateverTheStoreThrows()
    {
        final AtomicInteger calls = new AtomicInteger();
        final ViewStore store = new ViewStore()
        {
            @Override
            public View read(final String cluster)
            {
                if (1 == calls.incrementAndGet())
                {
                    throw new UnresolvedAddressException();
                }
                return FIRST;
            }

            @Override
            public boolean compareAndSet(final String cluster, final View expected, final View next)
            {
                throw new AssertionError();
            }
        };
        assertEquals(FIRST, ViewRegister.on(store, context("c")).inForce());
        assertEquals(2, calls.get());
    }

    /**
     * Neither has the exception a message, nor does the store say what it is.
     */
    @Test
    void shouldNameWhatHasNoText()
    {
        final ViewStore store = new ViewStore()
        {
            @Override
            public View read(final String cluster)
            {
                throw new UnresolvedAddressException();
            }

            @Override
            public boolean compareAndSet(final String cluster, final View expected, final View next)
            {
                throw new AssertionError();
            }

            @Override
            public String toString()
            {
                throw new IllegalStateException("not connected");
            }
        };
        final String message =
            assertThrows(IsotachException.class, () -> impatient(store).inForce()).getMessage();
        assertTrue(message.startsWith(store.getClass().getName() + ", which keeps the views of cluster c"), message);
        assertTrue(message.contains("(java.nio.channels.UnresolvedAddressException)"), message);
    }

    @Test
    void shouldTellWhatIsOfNoUseToTryAgain()
    {
        final ViewStore refusing = new ViewStore()
        {
            @Override
            public View read(final String cluster)
            {
                throw new IsotachException("create the table");
            }

            @Override
            public boolean compareAndSet(final String cluster, final View expected, final View next)
            {
                throw new AssertionError();
            }
        };
        assertEquals("create the table", assertThrows(IsotachException.class,
            () -> ViewRegister.on(refusing, context("c")).inForce()).getMessage());
    }

    @Test
    void shouldRefuseTheNameOfAnotherCluster()
    {
        final ViewRegister register = ViewRegister.on(whole, context("c"));
        whole.put("c", View.first(MEMBERS + 1));
        final String message = assertThrows(IsotachException.class, () -> register.inForce()).getMessage();
        assertTrue(message.startsWith("cluster c has View{0: 0, 1, 2, 3, 4} in LossyViewStore, and not the 4 members"),
            message);
        assertTrue(message.endsWith("give each cluster a name of its own, ViewRegisterContext.clusterName()"), message);
        whole.put("c", View.first(MEMBERS - 1));
        assertThrows(IsotachException.class, () -> register.propose(SECOND));
        assertEquals(View.first(MEMBERS - 1), whole.inForce("c"));
    }

    @Test
    void shouldProposeNothingWhenItIsClosed()
    {
        final ViewRegister register = ViewRegister.on(whole, context("c"));
        register.close();
        register.close();
        assertEquals("the register of views of cluster c is closed",
            assertThrows(IllegalStateException.class, () -> register.propose(SECOND)).getMessage());
        assertEquals("the register of views of cluster c#00000000000000ff is closed",
            assertThrows(IllegalStateException.class, () -> register.ofLaunch(255).propose(SECOND)).getMessage());
        assertNull(whole.inForce("c"));
        assertTrue(register.toString().endsWith(", closed}"), register::toString);
    }

    @Test
    void shouldRefuseSettings()
    {
        final ViewRegisterContext context = new ViewRegisterContext();
        assertEquals("clusterName: null, members: null (expected: both)",
            assertThrows(IllegalArgumentException.class, () -> ViewRegister.on(whole, context)).getMessage());
        assertEquals("clusterName: \"\", 0 characters (expected: 1..238)",
            assertThrows(IllegalArgumentException.class, () -> context.clusterName("")).getMessage());
        assertThrows(IllegalArgumentException.class, () -> context.clusterName("x".repeat(256)));
        assertEquals("timeout: PT0S (expected: PT0.01S..PT1H)",
            assertThrows(IllegalArgumentException.class, () -> context.timeout(Duration.ZERO)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> context.timeout(Duration.ofHours(2)));
        context.clusterName("c").members(members(2));
        assertEquals("ViewRegisterContext{clusterName=c, members=Members[m0[0], m1[1]], timeout=PT10S}",
            context.copy().toString());
    }
}
