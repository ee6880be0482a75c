/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;

import static org.isotach.mbm.BarrierState.FIRST;
import static org.isotach.mbm.BarrierState.HOLDING;
import static org.isotach.mbm.BarrierState.NOTICE;
import static org.isotach.mbm.BarrierState.NOT_HOLDING;
import static org.isotach.mbm.BarrierState.TRANSITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class ChannelStateTest
{
    private static final IntUnaryOperator PARTICIPATE = now -> BarrierState.participate(now, BarrierMode.STRONG);
    private static final int MORE_THAN_THE_COUNT_HOLDS = 1 << 24;

    private final ChannelState channel = new ChannelState();

    ChannelStateTest()
    {
        channel.set(FIRST);
    }

    @Test
    void shouldSayThatANoticeIsNotReceivedUntilItIs()
    {
        participateAndComplete(0);
        assertEquals(FIRST | NOTICE, channel.get());

        channel.receiveNotice();
        assertEquals(FIRST, channel.get());
    }

    @Test
    void shouldRefuseToParticipateUntilTheNoticeIsReceived()
    {
        for (int execution = 0; execution < 3; execution++)
        {
            participateAndComplete(execution);

            assertTrue(BarrierState.isRefusal(channel.change(PARTICIPATE)));
            assertEquals(FIRST | NOTICE, channel.get());
            channel.receiveNotice();
        }
        assertEquals(FIRST, channel.change(PARTICIPATE));
    }

    @Test
    void shouldNotTakeTheNoticeBeforeForTheLastOne()
    {
        participateAndComplete(0);
        channel.receiveNotice();
        final int[] seen = new int[2];
        final int[] looks = new int[1];

        // Another thread participates, and is told, between the look of this one and its step.
        channel.change(now ->
        {
            seen[looks[0]] = now;
            if (0 == looks[0]++)
            {
                participateAndComplete(1);
            }
            return BarrierState.participate(now, BarrierMode.STRONG);
        });

        assertEquals(2, looks[0]);
        assertEquals(FIRST, seen[0]);
        assertEquals(FIRST | NOTICE, seen[1]);
    }

    @Test
    void shouldKeepAnUnreceivedNoticeWhenTheChannelIsClearedAndRegisteredAgain()
    {
        participateAndComplete(0);
        channel.change(BarrierState::clear);
        channel.change(BarrierState::sendCredit);
        channel.change(now -> BarrierState.registerMember(now, BarrierMode.STRONG));

        assertEquals(TRANSITION, BarrierState.credit(channel.get()));
        assertTrue(BarrierState.isRefusal(channel.change(PARTICIPATE)));

        channel.receiveNotice();
        channel.change(PARTICIPATE);
        assertEquals(BarrierState.READY, BarrierState.credit(channel.get()));
    }

    @Test
    void shouldLeaveCompletionsOutThatTheHostHasNoPartIn()
    {
        channel.change(PARTICIPATE);

        final int outcome = channel.complete(execution -> execution > 7, 7, true);

        assertTrue(BarrierState.isRefusal(outcome));
        assertEquals(NOT_HOLDING, BarrierState.credit(channel.get()));
    }

    @Test
    void shouldTellOfMoreCompletionsThanTheWordCanCount()
    {
        for (int execution = 0; execution <= MORE_THAN_THE_COUNT_HOLDS; execution++)
        {
            participateAndComplete(execution);
            if (FIRST == channel.get())
            {
                throw new AssertionError("notice of execution " + execution + " received before it was");
            }
            channel.receiveNotice();
        }
        assertEquals(HOLDING, BarrierState.credit(channel.get()));
        assertEquals(FIRST, channel.get());
    }

    private void participateAndComplete(final long execution)
    {
        assertEquals(FIRST, channel.change(PARTICIPATE));
        final int before = channel.complete(executed -> true, execution, true);
        if (!BarrierState.isTold(before))
        {
            throw new AssertionError("not told of execution " + execution + " in state " + before);
        }
    }
}
