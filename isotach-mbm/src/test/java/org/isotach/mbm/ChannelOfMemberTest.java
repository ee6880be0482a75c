/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayDeque;
import java.util.Deque;

import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.StartWords;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One channel at host 0. Host 1 of another member is a member of the barrier from the beginning.
 */
final class ChannelOfMemberTest
{
    private static final int CHANNEL = 1;
    private static final int HOSTS = 2;

    private final Deque<Marker> sendRing = new ArrayDeque<>();
    private final StartWords startWords = new ModelExchange(
        new HostsOfMembers(0, HOSTS, new int[]{ 0, 1 }), new Trunk[HOSTS], new Doorbell()).startWords();
    private final ChannelOfMember channel = new ChannelOfMember(
        CHANNEL, 0, new LedgerCopy(CHANNEL, HOSTS, startWords), startWords, this::issue, this::issue, () -> {});
    private boolean hasRoom = true;
    private long pulse;

    ChannelOfMemberTest()
    {
        startWords.hear(1, 1L << CHANNEL);
        startWords.say();
    }

    @Test
    void shouldHoldItsCreditWhenItHasRegisteredAgainBeforeTheFirstNotice()
    {
        final long first = registered();
        channel.clear();
        final long leave = passed();
        final long second = registered();
        assertNotTold(first);
        assertTrue(channel.isJoining());
        assertNotTold(leave);
        otherParticipates();
        assertTrue(channel.isJoining());
        assertNotTold(second);
        assertFalse(channel.isJoining());
        otherParticipates();
        assertEquals(BarrierState.HOLDING, BarrierState.credit(channel.state()));
    }

    @Test
    void shouldKnowThatItIsAMemberWhenItsJoinHasCome()
    {
        final long join = registered();
        assertTrue(channel.isJoining());
        assertNotTold(join);
        assertFalse(channel.isJoining());
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        otherParticipates();
        assertEquals(0, channel.onNotice(passed()));
    }

    @Test
    void shouldCountNoJoinForWhichThereWasNoRoom()
    {
        hasRoom = false;
        assertFalse(channel.tryRegister(BarrierMode.STRONG));
        hasRoom = true;
        assertNotTold(registered());
        assertFalse(channel.isJoining());
    }

    private boolean issue(final Marker marker)
    {
        return hasRoom && sendRing.add(marker);
    }

    private long registered()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        return passed();
    }

    private long passed()
    {
        final Marker marker = sendRing.remove();
        marker.pass(++pulse);
        return marker.notice();
    }

    private void otherParticipates()
    {
        assertNotTold(Notice.change(CHANNEL, 1, 0, Notice.CREDIT));
    }

    private void assertNotTold(final long notice)
    {
        assertEquals(BarrierLedger.NONE, channel.onNotice(notice));
    }
}
