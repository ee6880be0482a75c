/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Host;
import org.isotach.niu.status.Counter;
import org.isotach.smm.IsoValue;
import org.isotach.smm.PageLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One of the two hosts of the left member is expelled there; the right member learns of it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExpelHostTest extends TwoMembers
{
    @Test
    void shouldLetOneHostGoEverywhere()
    {
        join();
        final Host victim = left.host(1);
        final Isochron reserving = victim.isochron().begin();
        memory.port(victim).sched(reserving, EVERYWHERE);
        reserving.issue();
        pollUntil(reserving::isExecuted);
        final Host reader = right.host(2);
        final Isochron isochron = reader.isochron().begin();
        final IsoValue value = new IsoValue();
        rightMemory.port(reader).read(isochron, EVERYWHERE, value);
        isochron.issue();
        pollUntil(isochron::isExecuted);
        assertFalse(value.isReady());
        final long pulse = left.expel(1);
        assertTrue(victim.isExpelled());
        assertThrows(HostExpelledException.class, () -> victim.isochron().begin().issue());
        pollUntil(value::isFailed);
        assertTrue(right.host(1).isExpelled());
        assertFalse(right.host(0).isExpelled());
        assertEquals(pulse, left.expel(1));
        assertThrows(PageLostException.class, () -> rightMemory.port(reader).read(isochron.begin(), AT_ONE, value));
        isochron.abandon();
        // More than there is room for at a host that takes nothing any more.
        for (int i = 0; i < TRUNK_CAPACITY; i++)
        {
            rightMemory.port(reader).write(isochron.begin(), EVERYWHERE, i);
            pollUntil(isochron::tryIssue);
        }
        pollUntil(isochron::isExecuted);
        closeBoth();
        assertEquals(List.of(), errors);
    }

    /**
     * The host has executed the read, and its result is not on the trunk.
     */
    @Test
    void shouldSendTheResultsOfAHostThatIsExpelled()
    {
        join();
        write(1, AT_ONE, 7).awaitExecuted();
        final Host reader = right.host(2);
        final Isochron isochron = reader.isochron().begin();
        final IsoValue value = new IsoValue();
        rightMemory.port(reader).read(isochron, AT_ONE, value);
        isochron.issue();
        final long executed = left.counters().value(1, Counter.FRAMES_EXECUTED);
        while (executed == left.counters().value(1, Counter.FRAMES_EXECUTED))
        {
            reader.poll();
            left.host(1).poll();
        }
        left.expel(1);
        pollUntil(() -> value.isReady() || value.isFailed());
        assertEquals(7, value.get());
    }

    @Test
    void shouldGoOnWithTheExpulsionWhenATrunkHasRoomAgain()
    {
        join();
        // Tokens, which nobody takes.
        final Isochron isochron = left.host(0).isochron();
        while (!right.stalls().toString().contains("its trunk is full") &&
            !left.stalls().toString().contains("its trunk is full"))
        {
            memory.port(left.host(0)).write(isochron.begin(), EVERYWHERE, 1);
            isochron.tryIssue();
            left.host(0).poll();
        }
        final String message = assertThrows(IsotachTimeoutException.class, () -> left.expel(1)).getMessage();
        assertTrue(message.contains("host 1"), message);
        pollUntil(() ->
        {
            try
            {
                return left.expel(1) > 0;
            }
            catch (final IsotachTimeoutException ex)
            {
                return false;
            }
        });
        pollUntil(right.host(1)::isExpelled);
    }

    @Test
    void shouldCompleteABarrierWithoutTheHost()
    {
        launch();
        final Messaging messaging = Messaging.on(left);
        final Messaging rightMessaging = Messaging.on(right);
        final Mailbox first = messaging.mailbox(left.host(0));
        final Mailbox third = rightMessaging.mailbox(right.host(2));
        first.registerBarrier(1, BarrierMode.STRONG);
        messaging.mailbox(left.host(1)).registerBarrier(1, BarrierMode.STRONG);
        third.registerBarrier(1, BarrierMode.STRONG);
        joinBoth();
        pollUntil(() -> messaging.port(left.host(0).isochron()).tryBarrier(1, BarrierMode.STRONG));
        pollUntil(() -> rightMessaging.port(right.host(2).isochron()).tryBarrier(1, BarrierMode.STRONG));
        assertNull(first.receive());
        left.expel(1);
        pollUntil(() -> null != first.receive());
        pollUntil(() -> null != third.receive());
    }

    @Test
    void shouldRefuseToExpelAHostThatIsNotHere()
    {
        launch();
        final String early = assertThrows(IllegalStateException.class, () -> left.expel(1)).getMessage();
        assertTrue(early.contains("members [right] have not joined"), early);
        joinBoth();
        final String foreign = assertThrows(IllegalStateException.class, () -> left.expel(2)).getMessage();
        assertTrue(foreign.contains("host 2 belongs to member right: expel it there"), foreign);
        final String last = assertThrows(IllegalArgumentException.class, () -> right.expel(2)).getMessage();
        assertTrue(last.contains("not the last host that is left of this member"), last);
        assertThrows(IllegalArgumentException.class, () -> left.expel(3));
    }
}
