/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.List;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Shared memory above CMAM, through rings: the contract, and answers for which there is no room.
 */
class CmamMemoryTest extends CmamMemoryContract
{
    @Override
    FuniSupervisor supervisor(final Cluster on)
    {
        return FuniSupervisor.on(on);
    }

    @Override
    int looks()
    {
        return 1;
    }

    @Override
    int rounds()
    {
        return 40;
    }

    private void launchWithLittleRoom()
    {
        slots = 2;
        launchStepped();
    }

    /**
     * Until node 1 takes something, node 0 has no room for another reply to it.
     */
    private void fillReplies()
    {
        final int nothing = cmams[1].onCall((i1, i2, i3, i4) ->
        {
        });
        cmams[0].reply4(1, nothing, 0, 0, 0, 0);
    }

    /**
     * Node 0 takes it while it waits for room for a reply.
     */
    private void doMeanwhile(final Runnable what)
    {
        final int function = cmams[0].onCall((i1, i2, i3, i4) -> what.run());
        cmams[2].reply4(0, function, 0, 0, 0, 0);
    }

    @Test
    void shouldSendTheAnswerLaterForWhichThereWasNoRoom()
    {
        launchWithLittleRoom();
        members[1].putInt(0, 8, 42);
        fillReplies();
        assertThrows(IsotachTimeoutException.class, cmams[0]::poll);
        assertEquals(42, memories[0].getInt(8));
        // It holds up nobody else.
        members[2].putInt(0, 12, 43);
        cmams[0].poll();
        members[2].sync();
        assertEquals(43, memories[0].getInt(12));
        members[0].putInt(2, 0, 1);
        cmams[2].poll();
        members[0].sync();
        assertThrows(IsotachTimeoutException.class, members[1]::sync);
        cmams[0].poll();
        members[1].sync();
    }

    @Test
    void shouldSendTheAnswerLaterWhenAFunctionHasFailed()
    {
        launchWithLittleRoom();
        memories[0].putInt(16, 7);
        members[1].get16(0, 16, LANDING);
        fillReplies();
        doMeanwhile(() ->
        {
            throw new ArithmeticException();
        });
        assertThrows(ArithmeticException.class, cmams[0]::serviceRequest);
        cmams[1].poll();
        cmams[0].serviceRequestDrain();
        members[1].sync();
        assertEquals(7, memories[1].getInt(LANDING));
    }

    /**
     * Both wait: node 1 for the answer, and node 0 for something else.
     */
    @Test
    void shouldSendTheAnswerWhileItWaits()
    {
        launchWithLittleRoom();
        final int[] flag = new int[1];
        for (final Runnable wait : List.<Runnable>of(() -> cmams[0].await(flag, 2), () -> cmams[0].await(() -> false)))
        {
            members[1].putInt(0, 8, 42);
            fillReplies();
            assertThrows(IsotachTimeoutException.class, cmams[0]::poll);
            final int makeRoom = cmams[0].onCall((i1, i2, i3, i4) -> flag[0] += cmams[1].serviceReplyDrain());
            cmams[2].request4(0, makeRoom, 0, 0, 0, 0);
            assertThrows(IsotachTimeoutException.class, wait::run);
            members[1].sync();
        }
        assertEquals(2, flag[0]);
    }

    @Test
    void shouldNotAnswerOneThatWasStartedAnewForTheFormerOne()
    {
        launchWithLittleRoom();
        members[1].putInt(0, 8, 42);
        fillReplies();
        doMeanwhile(() -> startAnew(1));
        cmams[0].serviceRequest();
        assertEquals(0, cmams[1].poll());
        members[1].sync();
    }

    @Test
    void shouldGoOnWhenWhoHasAskedIsGoneBeforeThereIsRoom()
    {
        launchWithLittleRoom();
        members[1].putInt(0, 8, 42);
        fillReplies();
        doMeanwhile(() -> gang.queuePair(1).close());
        assertEquals(1, cmams[0].serviceRequest());
        members[2].putInt(0, 12, 43);
        cmams[0].poll();
        members[2].sync();
    }
}
