/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class IsochronTest
{
    private static final int HOST = 1;
    private static final int MAX_LENGTH = 64;
    private static final int WINDOW = 4;
    private static final String NOT_OPEN = "isochron of host 1 is not open: call begin() before its operations";

    private final RecordingIssuer issuer = new RecordingIssuer();
    private final List<String> events = new ArrayList<>();
    private final Isochron isochron = new Isochron(issuer, HOST, 3, 1024, MAX_LENGTH, WINDOW, "ask for less");

    @Test
    void shouldHandOverWhatWasAppended()
    {
        assertSame(isochron, isochron.begin());
        append(isochron, 11, 12);
        isochron.touch(2, 5);
        append(isochron, 13);
        isochron.touch(HostSet.of(3, 0, 1), 3);
        isochron.issue();

        final RecordingIssuer.Frame frame = issuer.issued.get(0);
        assertEquals(List.of(11L, 12L, 13L), frame.words());
        assertEquals("{0, 1, 2}", frame.destinations().toString());
        assertEquals(5, frame.distance());
        assertFalse(isochron.isOpen());
    }

    @Test
    void shouldStartEachIsochronAfresh()
    {
        isochron.begin().fresh();
        append(isochron, 1);
        isochron.touch(2, 5);
        isochron.issue();

        isochron.begin();
        assertFalse(isochron.isFresh());
        assertEquals(0, isochron.length());
        assertEquals(0, isochron.distance());
        assertEquals("{}", isochron.destinations().toString());
        append(isochron, 2);
        isochron.issue();
        assertEquals(List.of(2L), issuer.issued.get(1).words());
        assertEquals(List.of(1L), issuer.issued.get(0).wordsNow());
    }

    @Test
    void shouldRefuseANestedBegin()
    {
        isochron.begin();
        append(isochron, 1);
        append(isochron, 2);
        assertMessage(
            "isochron of host 1 is open already with 2 operations: issue() or abandon() it before the next begin()",
            isochron::begin);
        isochron.issue();
        assertEquals(List.of(1L, 2L), issuer.issued.get(0).words());
    }

    @Test
    void shouldRefuseEverythingThatNeedsAnOpenIsochron()
    {
        assertMessage(NOT_OPEN, () -> isochron.append(8));
        assertMessage(NOT_OPEN, isochron::fresh);
        assertMessage(NOT_OPEN, isochron::issue);
        assertMessage(NOT_OPEN, isochron::tryIssue);
        assertMessage(NOT_OPEN, isochron::abandon);
        assertMessage(NOT_OPEN, () -> isochron.join(new Participant("p")));

        isochron.begin();
        append(isochron, 1);
        isochron.issue();
        assertMessage(NOT_OPEN, () -> isochron.append(8));
        assertMessage(NOT_OPEN, isochron::issue);
        assertEquals(1, issuer.issued.size());
    }

    @Test
    void shouldDoNothingForAnEmptyIsochron()
    {
        isochron.begin();
        isochron.issue();
        assertFalse(isochron.isOpen());
        assertEquals(List.of(), issuer.calls);
        assertTrue(isochron.isExecuted());

        isochron.begin();
        assertTrue(isochron.tryIssue());
        assertEquals(List.of(), issuer.calls);
    }

    @Test
    void shouldKnowWhichOperationsAreForApplications()
    {
        isochron.begin();
        isochron.append(8);
        isochron.leaveToApplications();
        assertTrue(isochron.isFrameKept());
        assertTrue(isochron.isForApplications());
        isochron.append(8);
        assertTrue(isochron.isFrameKept());
        assertFalse(isochron.isForApplications());
        isochron.abandon();

        isochron.begin();
        isochron.append(8);
        assertFalse(isochron.isFrameKept());
        assertFalse(isochron.isForApplications());
    }

    @Test
    void shouldStayAsItWasWhenAnOperationIsTooLarge()
    {
        isochron.begin();
        append(isochron, 1, 2, 3, 4, 5, 6);
        final IsochronTooLargeException refusal =
            assertThrows(IsochronTooLargeException.class, () -> isochron.append(24));
        assertEquals("operation of 24 bytes does not fit behind the 48 bytes of the 1 operations of this isochron" +
            " (maximum: 64 bytes): issue fewer operations at a time, or ask for less",
            refusal.getMessage());
        assertEquals(48, isochron.length());
        append(isochron, 7, 8);
        isochron.issue();
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), issuer.issued.get(0).words());
    }

    @Test
    void shouldRefuseAnOperationThatNeverFits()
    {
        isochron.begin();
        assertThrows(IsochronTooLargeException.class, () -> isochron.append(MAX_LENGTH + 8));
        isochron.issue();
        assertEquals(List.of(), issuer.calls, "nothing was appended, so there is nothing to issue");
    }

    @Test
    void shouldIssueTheSameBytesAfterBackPressure()
    {
        issuer.isBackPressured = true;
        isochron.begin();
        append(isochron, 21, 22);
        isochron.touch(2, 4);
        assertFalse(isochron.tryIssue());
        assertFalse(isochron.tryIssue());
        assertTrue(isochron.isOpen());
        assertEquals(List.of(), issuer.issued);

        issuer.isBackPressured = false;
        assertTrue(isochron.tryIssue());
        assertEquals(1, issuer.issued.size());
        assertEquals(List.of(21L, 22L), issuer.issued.get(0).words());
        assertEquals("{2}", issuer.issued.get(0).destinations().toString());
        assertEquals(4, issuer.issued.get(0).distance());
    }

    @Test
    void shouldTakeMoreOperationsAfterBackPressure()
    {
        issuer.isBackPressured = true;
        isochron.begin();
        append(isochron, 1);
        assertFalse(isochron.tryIssue());
        append(isochron, 2);
        issuer.isBackPressured = false;
        isochron.issue();
        assertEquals(List.of(1L, 2L), issuer.issued.get(0).words());
    }

    @Test
    void shouldLeaveWaitingToTheIssuer()
    {
        issuer.isBackPressured = true;
        isochron.begin();
        append(isochron, 1);
        isochron.issue();
        assertEquals(List.of("tryIssue", "issue", "tryIssue"), issuer.calls);
        assertFalse(isochron.isOpen());
    }

    @Test
    void shouldStayOpenWhenWaitingForRoomTakesTooLong()
    {
        issuer.isBackPressured = true;
        issuer.waitFailure = new IsotachTimeoutException("too long");
        isochron.begin();
        append(isochron, 1);
        assertSame(issuer.waitFailure, assertThrows(IsotachTimeoutException.class, isochron::issue));
        assertTrue(isochron.isOpen());

        issuer.isBackPressured = false;
        isochron.issue();
        assertEquals(List.of(1L), issuer.issued.get(0).words());
    }

    @Test
    void shouldAbandonItselfWhenTheClusterIsClosed()
    {
        issuer.failure = new ClusterClosedException("closed");
        isochron.begin();
        isochron.join(new Participant("p"));
        append(isochron, 1);
        assertSame(issuer.failure, assertThrows(ClusterClosedException.class, isochron::issue));
        assertFalse(isochron.isOpen());
        assertEquals(List.of("p prepare", "p abandoned"), events);
        assertTrue(isochron.isExecuted());
    }

    @Test
    void shouldAbandonItselfWhenTheClusterIsClosedWhileItWaitsForRoom()
    {
        issuer.isBackPressured = true;
        issuer.waitFailure = new ClusterClosedException("closed");
        isochron.begin();
        isochron.join(new Participant("p"));
        append(isochron, 1);
        assertSame(issuer.waitFailure, assertThrows(ClusterClosedException.class, isochron::issue));
        assertFalse(isochron.isOpen());
        assertEquals(List.of("p prepare", "p abandoned"), events);
    }

    @Test
    void shouldNotWaitForRoomThatAClosedClusterNeverGives()
    {
        for (int i = 0; i < WINDOW; i++)
        {
            issue(i);
        }
        isochron.begin();
        append(isochron, 99);
        assertFalse(isochron.tryIssue());

        issuer.closed = new ClusterClosedException("closed");
        assertSame(issuer.closed, assertThrows(ClusterClosedException.class, isochron::tryIssue));
        assertFalse(isochron.isOpen());
    }

    @Test
    void shouldLetGoOfParticipantsOfAnEmptyIsochron()
    {
        isochron.begin();
        isochron.join(new Participant("p"));
        isochron.issue();
        assertEquals(List.of("p abandoned"), events);
        issue(1);
        assertEquals(List.of("p abandoned"), events);
    }

    @Test
    void shouldTellParticipantsOnceThatItWasIssued()
    {
        isochron.begin();
        isochron.join(new Participant("p"));
        isochron.join(new Participant("q"));
        isochron.join(new Participant("r"));
        assertTrue(isochron.isJoinedBy(Participant.class));
        append(isochron, 1);
        isochron.issue();
        assertFalse(isochron.isJoinedBy(Participant.class));
        assertEquals(List.of("p prepare", "q prepare", "r prepare", "p issued", "q issued", "r issued"), events);

        events.clear();
        isochron.begin();
        append(isochron, 2);
        isochron.issue();
        assertEquals(List.of(), events, "who joined one isochron has no part in the next one");
    }

    @Test
    void shouldTellParticipantsOnceThatItWasAbandoned()
    {
        isochron.begin();
        isochron.join(new Participant("p"));
        append(isochron, 1);
        isochron.abandon();
        assertEquals(List.of("p abandoned"), events);
        assertMessage(NOT_OPEN, isochron::abandon);
        assertEquals(List.of("p abandoned"), events);
        assertEquals(List.of(), issuer.calls);
    }

    @Test
    void shouldPrepareParticipantsAgainBeforeEachAttempt()
    {
        issuer.isBackPressured = true;
        isochron.begin();
        isochron.join(new Participant("p"));
        append(isochron, 1);
        assertFalse(isochron.tryIssue());
        assertFalse(isochron.tryIssue());
        issuer.isBackPressured = false;
        assertTrue(isochron.tryIssue());
        assertEquals(List.of("p prepare", "p prepare", "p prepare", "p issued"), events);
    }

    @Test
    void shouldNotIssueWhatAParticipantIsNotPreparedFor()
    {
        final Participant participant = new Participant("p");
        participant.isPrepared = false;
        isochron.begin();
        isochron.join(participant);
        isochron.join(new Participant("q"));
        append(isochron, 1);
        assertFalse(isochron.tryIssue());
        assertTrue(isochron.isOpen());
        assertEquals(List.of(), issuer.calls);
        assertEquals(List.of("p prepare"), events);

        participant.isPrepared = true;
        assertTrue(isochron.tryIssue());
        assertEquals(List.of("p prepare", "p prepare", "q prepare", "p issued", "q issued"), events);
    }

    @Test
    void shouldReuseTheFrameOfAnIsochronThatWasExecutedAtOnce()
    {
        issuer.isLocalExecuted = true;
        isochron.begin();
        final int offset = isochron.append(8);
        isochron.issue();
        assertTrue(isochron.isExecuted());
        isochron.begin();
        assertEquals(offset, isochron.append(8));
        isochron.issue();
        assertTrue(isochron.isExecuted());
    }

    @Test
    void shouldRefuseToBeAskedForItsExecutionWhileItIsOpen()
    {
        issue(1);
        issuer.executed = 0;
        issuer.calls.clear();
        isochron.begin();
        isochron.append(8);
        final String open = "isochron of host 1 is open with 1 operations, which execute only after it is issued:" +
            " issue() or abandon() it before ";
        assertMessage(open + "awaitExecuted()", isochron::awaitExecuted);
        assertMessage(open + "isExecuted()", isochron::isExecuted);
        assertEquals(List.of(), issuer.calls);
        isochron.abandon();
        assertTrue(isochron.isExecuted(), "the one before");
        isochron.begin();
        isochron.append(8);
        isochron.issue();
        assertFalse(isochron.isExecuted());
        isochron.awaitExecuted();
    }

    @Test
    void shouldKnowWhenItsLastIsochronIsExecuted()
    {
        assertTrue(isochron.isExecuted());
        isochron.awaitExecuted();
        issue(1);
        issue(2);
        issuer.executed = 0;
        assertFalse(isochron.isExecuted());
        isochron.awaitExecuted();
        assertTrue(isochron.isExecuted());
        assertEquals(List.of("tryIssue", "tryIssue", "awaitExecuted 1"), issuer.calls);
    }

    @Test
    void shouldBeRefusedInsideAHandler()
    {
        isochron.begin();
        append(isochron, 1);
        issuer.isInHandler = true;
        assertMessage("Isochron.tryIssue() from inside a handler", isochron::tryIssue);
        assertMessage("Isochron.tryIssue() from inside a handler", isochron::issue);
        assertMessage("Isochron.awaitExecuted() from inside a handler", isochron::awaitExecuted);
        assertMessage("Isochron.fresh() from inside a handler", isochron::fresh);
        assertMessage("Isochron.abandon() from inside a handler", isochron::abandon);
        final String operation = "an operation of an isochron from inside a handler";
        assertMessage(operation, () -> isochron.append(Long.BYTES));
        assertMessage(operation, () -> isochron.append(2, Long.BYTES));
        assertMessage(operation, () -> isochron.join(null));
        assertEquals(Long.BYTES, isochron.length());
        assertFalse(isochron.isFresh());
        issuer.isInHandler = false;
        isochron.abandon();
        issuer.isInHandler = true;
        assertMessage("Isochron.begin() from inside a handler", isochron::begin);
        assertFalse(isochron.isOpen());
        assertEquals(List.of(), issuer.calls);
    }

    @Test
    void shouldHaveNoMoreIsochronsOnTheirWayThanTheWindow()
    {
        for (int i = 0; i < WINDOW; i++)
        {
            issue(i);
        }
        isochron.begin();
        append(isochron, 99);
        assertFalse(isochron.tryIssue());
        assertEquals(WINDOW, issuer.issued.size());
        assertEquals(1, issuer.retirementRequests);
        assertEquals(1, issuer.backPressures);

        issuer.retireOldest();
        assertTrue(isochron.tryIssue());
        assertEquals(List.of(99L), issuer.issued.get(WINDOW).words());
    }

    @ParameterizedTest
    @CsvSource({ "0, 1024", "7, 1024", "12, 1024", "-8, 1024", "344, 1024" })
    void shouldRefuseLengthsThatDoNotGoTogether(final int maxLength, final int slabLength)
    {
        final IllegalArgumentException refusal = assertThrows(
            IllegalArgumentException.class, () -> new Isochron(issuer, 0, 2, slabLength, maxLength, 4, ""));
        assertEquals("maxLength: " + maxLength + " (expected: a multiple of 8, at most a third of slabLength " +
            slabLength + ')', refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -4, 3, 5 })
    void shouldRefuseAWindowThatIsNoPowerOfTwo(final int window)
    {
        final IllegalArgumentException refusal = assertThrows(
            IllegalArgumentException.class, () -> new Isochron(issuer, 0, 2, 1024, 64, window, ""));
        assertEquals("window: " + window + " (expected: a power of two, or 0)", refusal.getMessage());
    }

    @Test
    void shouldTellWhatItIs()
    {
        isochron.begin();
        append(isochron, 1);
        isochron.touch(2, 3);
        assertEquals("Isochron{host=1, open=true, operations=1, destinations={2}}", isochron.toString());
        assertEquals(HOST, isochron.hostId());
        assertNotSame(isochron.buffer(), new Isochron(issuer, 0, 2, 1024, 64, 4, "").begin().buffer());
    }

    private void issue(final long value)
    {
        isochron.begin();
        append(isochron, value);
        isochron.issue();
    }

    private static void append(final Isochron isochron, final long... words)
    {
        final int offset = isochron.append(words.length * Long.BYTES);
        for (int i = 0; i < words.length; i++)
        {
            isochron.buffer().putLong(offset + i * Long.BYTES, words[i]);
        }
    }

    private static void assertMessage(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, call).getMessage());
    }

    private final class Participant implements IsochronParticipant
    {
        private final String name;
        private boolean isPrepared = true;

        private Participant(final String name)
        {
            this.name = name;
        }

        @Override
        public boolean prepare()
        {
            events.add(name + " prepare");
            return isPrepared;
        }

        @Override
        public void issued()
        {
            events.add(name + " issued");
        }

        @Override
        public void abandoned()
        {
            events.add(name + " abandoned");
        }
    }
}
