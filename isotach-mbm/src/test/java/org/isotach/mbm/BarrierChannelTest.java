/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.niu.spi.Marker;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.isotach.mbm.BarrierState.HOLDING;
import static org.isotach.mbm.BarrierState.NOT_HOLDING;
import static org.isotach.mbm.BarrierState.READY;
import static org.isotach.mbm.BarrierState.REGISTERED;
import static org.isotach.mbm.BarrierState.SEND;
import static org.isotach.mbm.BarrierState.TRANSITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The transitions of Ironman section 6.5.5, one channel at one host, with another host that holds its own credit until
 * the test makes it participate.
 */
final class BarrierChannelTest
{
    private static final long PULSE = 10;

    /**
     * Where a row of the table begins. Registered states have a plus in their names, as in the table.
     */
    enum State
    {
        INITIAL(SEND),
        UNSENT(SEND),
        NOT_HOLDING_MINUS(NOT_HOLDING),
        LEFT(NOT_HOLDING),
        TRANSITION_PLUS(TRANSITION | REGISTERED),
        READY_PLUS(READY | REGISTERED),
        HOLDING_PLUS(HOLDING | REGISTERED),
        SEND_PLUS(SEND | REGISTERED),
        NOT_HOLDING_PLUS(NOT_HOLDING | REGISTERED);

        private final int value;

        State(final int value)
        {
            this.value = value;
        }
    }

    private final SharedLedger ledger = new SharedLedger();
    private final AtomicInteger unsent = new AtomicInteger();
    private final Deque<Marker> sendRing = new ArrayDeque<>();
    private final BarrierChannel channel =
        new SharedChannel(3, ledger, this::issue, this::issue, unsent::incrementAndGet);
    private BooleanSupplier hasRoom = () -> true;
    private long execution;

    BarrierChannelTest()
    {
        ledger.joinHolding();
    }

    @ParameterizedTest
    @CsvSource({
        // state before       full?  state after        markers issued
        "INITIAL,             false, HOLDING_PLUS,      0",
        "INITIAL,             true,  HOLDING_PLUS,      0",
        "UNSENT,              true,  HOLDING_PLUS,      0",
        "NOT_HOLDING_MINUS,   true,  TRANSITION_PLUS,   0",
        "LEFT,                false, TRANSITION_PLUS,   1",
    })
    void shouldRegister(final State before, final boolean isFull, final State after, final int issued)
    {
        bringTo(before);
        hasRoom = () -> !isFull;
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertState(after, issued);
    }

    @ParameterizedTest
    @CsvSource({"TRANSITION_PLUS", "READY_PLUS", "HOLDING_PLUS", "SEND_PLUS", "NOT_HOLDING_PLUS"})
    void shouldRefuseToRegisterTwice(final State before)
    {
        bringTo(before);
        final IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> channel.tryRegister(BarrierMode.STRONG));
        assertEquals("barrier channel 3 is registered already: clearBarrier() it first", failure.getMessage());
        assertState(before, 0);
    }

    @Test
    void shouldNotRegisterWithoutRoomWhenAnExecutionIsUnderWay()
    {
        bringTo(State.LEFT);
        final String counts = ledger.toString();
        hasRoom = () -> false;
        assertFalse(channel.tryRegister(BarrierMode.STRONG));
        assertState(State.LEFT, 0);
        assertEquals(counts, ledger.toString());
        hasRoom = () -> true;
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertState(State.TRANSITION_PLUS, 1);
    }

    @ParameterizedTest
    @CsvSource({
        // state before       full?  state after        accepted  markers issued
        "TRANSITION_PLUS,     true,  READY_PLUS,        true,     0",
        "HOLDING_PLUS,        false, NOT_HOLDING_PLUS,  true,     1",
        "HOLDING_PLUS,        true,  HOLDING_PLUS,      false,    0",
    })
    void shouldParticipate(
        final State before, final boolean isFull, final State after, final boolean isAccepted, final int issued)
    {
        bringTo(before);
        hasRoom = () -> !isFull;
        assertEquals(isAccepted, channel.tryParticipate(BarrierMode.STRONG));
        assertState(after, issued);
    }

    @ParameterizedTest
    @CsvSource({"INITIAL", "UNSENT", "NOT_HOLDING_MINUS", "LEFT"})
    void shouldRefuseToParticipateUnregistered(final State before)
    {
        bringTo(before);
        assertRefused("barrier channel 3 is not registered at this host: Mailbox.registerBarrier() it first",
            BarrierMode.STRONG);
        assertState(before, 0);
    }

    @ParameterizedTest
    @CsvSource({"READY_PLUS", "SEND_PLUS", "NOT_HOLDING_PLUS"})
    void shouldRefuseToParticipateTwice(final State before)
    {
        bringTo(before);
        assertRefused("the last barrier on channel 3 is not complete at this host: receive its completion first",
            BarrierMode.STRONG);
        assertState(before, 0);
    }

    @ParameterizedTest
    @CsvSource({"TRANSITION_PLUS", "READY_PLUS", "HOLDING_PLUS", "SEND_PLUS", "NOT_HOLDING_PLUS"})
    void shouldRefuseTheOtherMode(final State before)
    {
        bringTo(before);
        assertRefused("barrier channel 3 is registered as STRONG, not as WEAK", BarrierMode.WEAK);
        assertState(before, 0);
    }

    @ParameterizedTest
    @CsvSource({
        // state before       full?  state after        told   markers issued
        "INITIAL,             false, INITIAL,           false, 0",
        "NOT_HOLDING_MINUS,   false, LEFT,              false, 0",
        "LEFT,                false, LEFT,              false, 0",
        "TRANSITION_PLUS,     false, HOLDING_PLUS,      false, 0",
        "READY_PLUS,          false, NOT_HOLDING_PLUS,  false, 1",
        "READY_PLUS,          true,  SEND_PLUS,         false, 0",
        "NOT_HOLDING_PLUS,    false, HOLDING_PLUS,      true,  0",
    })
    void shouldBeToldOfTheOwnCompletionsOnly(
        final State before, final boolean isFull, final State after, final boolean isTold, final int issued)
    {
        bringTo(before);
        hasRoom = () -> !isFull;
        othersParticipate();
        assertEquals(isTold, channel.complete(execution));
        assertState(after, issued);
    }

    @ParameterizedTest
    @CsvSource({"UNSENT, 0", "HOLDING_PLUS, 4", "SEND_PLUS, 0"})
    void shouldNeverBeCompleteWithoutTheCreditOfTheHost(final State before, final int credit)
    {
        bringTo(before);
        final IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> channel.complete(execution));
        assertEquals("execution " + execution + " of barrier channel 3 is complete without the credit of this host:" +
            " state " + credit, failure.getMessage());
        assertState(before, 0);
    }

    @ParameterizedTest
    @CsvSource({
        // state before       full?  state after        markers issued
        "INITIAL,             false, INITIAL,           0",
        "UNSENT,              false, UNSENT,            0",
        "NOT_HOLDING_MINUS,   false, NOT_HOLDING_MINUS, 0",
        "LEFT,                false, LEFT,              0",
        "TRANSITION_PLUS,     true,  NOT_HOLDING_MINUS, 0",
        "READY_PLUS,          true,  NOT_HOLDING_MINUS, 0",
        "HOLDING_PLUS,        false, NOT_HOLDING_MINUS, 1",
        "HOLDING_PLUS,        true,  UNSENT,            0",
        "SEND_PLUS,           false, NOT_HOLDING_MINUS, 1",
        "SEND_PLUS,           true,  UNSENT,            0",
        "NOT_HOLDING_PLUS,    true,  NOT_HOLDING_MINUS, 0",
    })
    void shouldClear(final State before, final boolean isFull, final State after, final int issued)
    {
        bringTo(before);
        hasRoom = () -> !isFull;
        channel.clear();
        assertState(after, issued);
        assertFalse(channel.isRegistered());
    }

    @ParameterizedTest
    @CsvSource({"UNSENT, NOT_HOLDING_MINUS", "SEND_PLUS, NOT_HOLDING_PLUS"})
    void shouldSendTheCreditWhenThereIsRoomAgain(final State before, final State after)
    {
        bringTo(before);
        hasRoom = () -> false;
        assertEquals(0, channel.doWork());
        assertState(before, 0);
        hasRoom = () -> true;
        assertEquals(1, channel.doWork());
        assertState(after, 1);
        assertEquals(0, channel.doWork());
        assertState(after, 1);
    }

    @Test
    void shouldNotSendACreditThatWasTakenBackByRegistering()
    {
        bringTo(State.UNSENT);
        assertTrue(channel.tryRegister(BarrierMode.WEAK));
        assertEquals(0, channel.doWork());
        assertState(State.HOLDING_PLUS, 0);
        assertEquals("SharedLedger{execution=0, members=2, holders=2}", ledger.toString());
        assertTrue(channel.tryParticipate(BarrierMode.WEAK));
        passAll();
        assertEquals("SharedLedger{execution=0, members=2, holders=1}", ledger.toString());
    }

    @Test
    void shouldRefuseTheNextBarrierUntilTheNoticeIsReceived()
    {
        bringTo(State.NOT_HOLDING_PLUS);
        othersParticipate();
        assertTrue(channel.complete(execution));
        assertRefused("the last barrier on channel 3 is not complete at this host: receive its completion first",
            BarrierMode.STRONG);
        channel.noticeReceived();
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        assertState(State.NOT_HOLDING_PLUS, 1);
    }

    /**
     * Else the notice would be taken for the completion of the next barrier.
     */
    @Test
    void shouldRefuseTheNextBarrierUntilTheNoticeIsReceivedWhenTheHostHasLeftAndComeBack()
    {
        bringTo(State.NOT_HOLDING_PLUS);
        othersParticipate();
        assertTrue(channel.complete(0));
        channel.clear();
        passAll();
        assertState(State.LEFT, 0);
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        passAll();
        othersParticipate();
        assertFalse(channel.complete(1));
        assertState(State.HOLDING_PLUS, 0);
        assertRefused("the last barrier on channel 3 is not complete at this host: receive its completion first",
            BarrierMode.STRONG);
        channel.noticeReceived();
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        assertState(State.NOT_HOLDING_PLUS, 1);
    }

    @Test
    void shouldRefuseTheNextBarrierWhileTheExecutorIsToldOfTheCompletion() throws InterruptedException
    {
        final AtomicReference<BarrierChannel> completing = new AtomicReference<>();
        final AtomicBoolean isOver = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        threads.start("application", () ->
        {
            while (!isOver.get())
            {
                final BarrierChannel waiting = completing.get();
                if (null != waiting)
                {
                    assertThrows(IllegalStateException.class, () -> waiting.tryParticipate(BarrierMode.STRONG));
                }
            }
        });
        for (int run = 0; run < 20_000; run++)
        {
            final BarrierChannelTest other = new BarrierChannelTest();
            other.bringTo(State.NOT_HOLDING_PLUS);
            other.othersParticipate();
            completing.set(other.channel);
            assertTrue(other.channel.complete(other.execution));
        }
        isOver.set(true);
        threads.join();
    }

    @Test
    void shouldTakeParticipationBackWhenTheHostIsClosed()
    {
        bringTo(State.HOLDING_PLUS);
        hasRoom = () ->
        {
            throw new ClusterClosedException("closed");
        };
        assertThrows(ClusterClosedException.class, () -> channel.tryParticipate(BarrierMode.STRONG));
        assertState(State.HOLDING_PLUS, 0);
    }

    @Test
    void shouldTakeRegistrationBackWhenTheHostIsClosed()
    {
        bringTo(State.LEFT);
        hasRoom = () ->
        {
            throw new ClusterClosedException("closed");
        };
        assertThrows(ClusterClosedException.class, () -> channel.tryRegister(BarrierMode.STRONG));
        assertState(State.LEFT, 0);
    }

    @Test
    void shouldLeaveTheCreditToTheExecutorWhenClearedWhileParticipatingWithoutRoom()
    {
        bringTo(State.HOLDING_PLUS);
        hasRoom = () ->
        {
            hasRoom = () -> false;
            channel.clear();
            return false;
        };
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        assertState(State.UNSENT, 0);
        hasRoom = () -> true;
        assertEquals(1, channel.doWork());
        assertState(State.NOT_HOLDING_MINUS, 1);
    }

    @Test
    void shouldHoldTheCreditWhenRegisteredAnewWhileParticipatingWithoutRoom()
    {
        bringTo(State.HOLDING_PLUS);
        hasRoom = () ->
        {
            channel.clear();
            channel.tryRegister(BarrierMode.STRONG);
            return false;
        };
        assertFalse(channel.tryParticipate(BarrierMode.STRONG));
        assertState(State.HOLDING_PLUS, 0);
        assertEquals("SharedLedger{execution=0, members=2, holders=2}", ledger.toString());
    }

    @Test
    void shouldLeaveWhenTheCreditOfAClearedChannelIsPassed()
    {
        bringTo(State.HOLDING_PLUS);
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        channel.clear();
        assertEquals("SharedLedger{execution=0, members=2, holders=2}", ledger.toString());
        passAll();
        assertState(State.LEFT, 0);
        assertEquals("SharedLedger{execution=0, members=1, holders=1}", ledger.toString());
    }

    @Test
    void shouldCompleteTheExecutionOfTheOthersByLeaving()
    {
        bringTo(State.HOLDING_PLUS);
        othersParticipate();
        channel.clear();
        final Marker credit = sendRing.remove();
        assertEquals(PULSE, credit.pass(PULSE));
        assertEquals(Notice.barrier(3, 0), credit.notice());
        assertEquals("SharedLedger{execution=1, members=1, holders=1}", ledger.toString());
    }

    @Test
    void shouldTellOfTheExecutionThatIsCompletedByLeavingAtACompletion()
    {
        bringTo(State.NOT_HOLDING_MINUS);
        othersParticipate();
        othersParticipate();
        hasRoom = () -> false;
        assertFalse(channel.complete(0));
        assertState(State.LEFT, 0);
        assertEquals("SharedLedger{execution=2, members=1, holders=1}", ledger.toString());
        assertEquals(0, channel.doWork());
        hasRoom = () -> true;
        assertEquals(1, channel.doWork());
        final Marker completion = sendRing.remove();
        assertEquals(PULSE, completion.pass(PULSE));
        assertEquals(Notice.barrier(3, 1), completion.notice());
        assertEquals(0, channel.doWork());
    }

    @Test
    void shouldCompleteTheExecutionThatNobodyElseTakesPartIn()
    {
        bringTo(State.LEFT);
        ledger.creditAndLeave(0);
        assertTrue(channel.tryRegister(BarrierMode.WEAK));
        final Marker join = sendRing.remove();
        assertEquals(PULSE, join.pass(PULSE));
        assertFalse(channel.complete(Notice.execution(join.notice())));
        assertState(State.HOLDING_PLUS, 0);
        assertEquals("SharedLedger{execution=1, members=1, holders=1}", ledger.toString());
    }

    @Test
    void shouldIgnoreExecutionsBeforeTheRegistrationHasItsPlaceInTime()
    {
        bringTo(State.LEFT);
        othersParticipate();
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertFalse(channel.complete(0));
        assertState(State.TRANSITION_PLUS, 1);
        passAll();
        assertFalse(channel.complete(0));
        assertState(State.TRANSITION_PLUS, 0);
        assertFalse(channel.complete(1));
        assertState(State.HOLDING_PLUS, 0);
    }

    @Test
    void shouldNameAPulseOfNoParticipantBeforeItsCredit()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        final Marker credit = sendRing.remove();
        assertEquals(Marker.NO_NOTICE, credit.pass(PULSE));
        assertEquals(0, ledger.credit(PULSE - 1));
        assertTrue(ledger.complete(PULSE - 1) >= PULSE);
    }

    @Test
    void shouldSendACreditWithoutATokenAndNameNoPulseBeforeWhatWasIssued()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        assertTrue(sendRing.remove().tryPassWithoutToken(PULSE));
        assertEquals(0, ledger.credit(PULSE - 1));
        assertTrue(ledger.complete(PULSE - 1) >= PULSE, "the completion overtakes a message of a participant");
        assertTrue(channel.complete(0));
        assertState(State.HOLDING_PLUS, 0);
    }

    @Test
    void shouldSendTheCreditThatCompletesAnExecutionWithAToken()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        othersParticipate();
        final Marker credit = sendRing.remove();
        assertFalse(credit.tryPassWithoutToken(PULSE), "nobody would be told");
        assertEquals("SharedLedger{execution=0, members=2, holders=1}", ledger.toString());
        assertTrue(credit.pass(PULSE) >= PULSE);
    }

    @Test
    void shouldLeaveWithATokenWhenTheChannelIsClearedBeforeTheCreditIsPassed()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        channel.clear();
        final Marker credit = sendRing.remove();
        assertFalse(credit.tryPassWithoutToken(PULSE));
        credit.pass(PULSE);
        assertEquals("SharedLedger{execution=0, members=1, holders=1}", ledger.toString());
    }

    @Test
    void shouldNotTakeTheCreditOfAnExpelledHostAgainThatWasSentWithoutAToken()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        assertTrue(sendRing.remove().tryPassWithoutToken(PULSE));
        channel.giveUp(sendRing);
        assertEquals("SharedLedger{execution=0, members=1, holders=1}", ledger.toString());
        assertEquals(0, sendRing.size());
    }

    @Test
    void shouldOrderTheCreditOfAStrongBarrierThatIsClearedBeforeItIsPassed()
    {
        assertTrue(channel.tryRegister(BarrierMode.STRONG));
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        channel.clear();
        final Marker credit = sendRing.remove();
        assertEquals(Marker.NO_NOTICE, credit.pass(PULSE));
        assertEquals(0, ledger.credit(PULSE - 1));
        assertTrue(ledger.complete(PULSE - 1) >= PULSE, "the completion overtakes a message of a participant");
    }

    @Test
    void shouldRegisterTheShutdownChannelUnlessItIsOver()
    {
        assertTrue(channel.registerFirst());
        assertState(State.HOLDING_PLUS, 0);
        assertTrue(channel.tryParticipate(BarrierMode.STRONG));
        othersParticipate();
        passAll();
        assertTrue(channel.complete(0));
        assertFalse(
            new SharedChannel(3, ledger, this::issue, this::issue, unsent::incrementAndGet).registerFirst());
    }

    private boolean issue(final Marker marker)
    {
        final boolean isIssued = hasRoom.getAsBoolean();
        if (isIssued)
        {
            sendRing.add(marker);
        }
        return isIssued;
    }

    private void bringTo(final State state)
    {
        switch (state)
        {
            case INITIAL:
                break;
            case UNSENT:
                channel.tryRegister(BarrierMode.STRONG);
                hasRoom = () -> false;
                channel.clear();
                break;
            case LEFT:
                bringTo(State.HOLDING_PLUS);
                channel.clear();
                passAll();
                break;
            case NOT_HOLDING_MINUS:
                bringTo(State.NOT_HOLDING_PLUS);
                channel.clear();
                break;
            case TRANSITION_PLUS:
                bringTo(State.NOT_HOLDING_MINUS);
                channel.tryRegister(BarrierMode.STRONG);
                break;
            case READY_PLUS:
                bringTo(State.TRANSITION_PLUS);
                channel.tryParticipate(BarrierMode.STRONG);
                break;
            case HOLDING_PLUS:
                channel.tryRegister(BarrierMode.STRONG);
                break;
            case SEND_PLUS:
                bringTo(State.READY_PLUS);
                hasRoom = () -> false;
                othersParticipate();
                channel.complete(execution++);
                break;
            default:
                bringTo(State.HOLDING_PLUS);
                channel.tryParticipate(BarrierMode.STRONG);
                passAll();
                break;
        }
        assertState(state, 0);
        hasRoom = () -> true;
    }

    /**
     * The LANai sends what is in the send ring.
     */
    private void passAll()
    {
        while (!sendRing.isEmpty())
        {
            sendRing.remove().pass(PULSE);
        }
    }

    private void othersParticipate()
    {
        ledger.credit(PULSE);
    }

    private void assertState(final State expected, final int issued)
    {
        final int state = channel.state();
        assertEquals(expected.value, BarrierState.credit(state) | state & REGISTERED, expected::toString);
        assertEquals(issued, sendRing.size(), "markers issued");
    }

    private void assertRefused(final String message, final BarrierMode mode)
    {
        final IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> channel.tryParticipate(mode));
        assertEquals(message, failure.getMessage());
    }
}
