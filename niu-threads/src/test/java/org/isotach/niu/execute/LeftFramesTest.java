/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.ArrayList;
import java.util.List;

import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.TokenNetwork;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.FrameRing;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.PulseClock;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames that are for applications only, of which the model says that they go to this one as they are.
 */
final class LeftFramesTest implements OperationExecutor
{
    private static final int FAMILY = 7;
    private static final int HOST = 0;
    private static final int SENDER = 1;
    private static final int LENGTH = 3 * Long.BYTES;
    private static final int MAX_DELIVERIES = 2;

    private final List<Throwable> errors = new ArrayList<>();
    private final IsochronExecutor executor = new IsochronExecutor(
        HOST,
        new TryLock(),
        new PulseClock(new TokenNetwork(1, 2).tokenManager(0), true),
        MAX_DELIVERIES,
        new Doorbell(),
        new Handlers(errors::add, 2));
    private final FrameRing link = TestFrames.link(SENDER, 16);
    private final OffHeapBuffer frame = OffHeapBuffer.allocate(LENGTH);
    private final List<Integer> asked = new ArrayList<>();
    private boolean isLeft = true;
    private RuntimeException failure;
    private int executed;

    LeftFramesTest()
    {
        frame.putLong(0, OperationHeader.encode(FAMILY << 4, LENGTH, HOST, 0));
        executor.models().register(FAMILY, this, (slot, value) ->
        {
        });
        executor.inbound().connect(link);
    }

    @Override
    public int execute(
        final int sender, final long timestamp, final OffHeapBuffer buffer, final int offset, final int limit)
    {
        executed++;
        return limit;
    }

    @Override
    public boolean isLeftToApplication(final long header, final int length)
    {
        assertEquals(FAMILY, OperationHeader.family(header));
        asked.add(length);
        if (null != failure)
        {
            throw failure;
        }
        return isLeft;
    }

    @Test
    void shouldGoToTheApplicationWithoutBeingExecuted()
    {
        send(3, true);
        assertEquals(1, executor.doWork());
        assertEquals(0, executed);
        assertEquals(List.of(LENGTH), asked);
        final Deliveries deliveries = executor.application().deliveryQueue().deliveries();
        assertTrue(deliveries.next());
        assertEquals(3, deliveries.pulse());
        assertEquals(SENDER, deliveries.sender());
        assertEquals(LENGTH, deliveries.limit() - deliveries.offset());
        assertEquals(frame.getLong(0), deliveries.frame().getLong(deliveries.offset()));
        assertEquals(0, link.executed());
        assertEquals(-1, link.consumed());
        assertFalse(deliveries.next());
        assertEquals(0, link.consumed());
    }

    @Test
    void shouldBeExecutedIfTheModelSaysSo()
    {
        isLeft = false;
        send(3, true);
        executor.doWork();
        assertEquals(1, executed);
        assertEquals(0, executor.application().unread());
    }

    @Test
    void shouldBeExecutedWithWhatIsForTheHost()
    {
        send(3, false);
        executor.doWork();
        assertEquals(1, executed);
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldCountAsExecutedWhenThereIsNoRoom()
    {
        for (int pulse = 1; pulse <= MAX_DELIVERIES + 1; pulse++)
        {
            send(pulse, true);
        }
        send(9, false);
        executor.doWork();
        assertEquals(1, executed, "what comes behind");
        assertEquals(MAX_DELIVERIES, executor.application().unread());
        assertEquals(MAX_DELIVERIES + 1, link.executed());
        assertEquals("delivery queue is full: credits are wrong", errors.get(0).getMessage());
        assertEquals(1, errors.size());
    }

    @Test
    void shouldReleaseTheLinkOfAFrameWhoseModelThrows()
    {
        failure = new IllegalStateException("cannot tell");
        send(3, true);
        assertEquals(1, executor.doWork());
        assertEquals(List.of(failure), errors);
        assertEquals(0, executed);
        assertEquals(0, executor.application().unread());
        assertEquals(0, link.executed());
        assertEquals(0, link.consumed());
    }

    private void send(final long pulse, final boolean isForApplications)
    {
        final FrameEntry entry = TestFrames.entry(pulse, frame, 0, LENGTH);
        TestFrames.publish(link, pulse, isForApplications ? TestFrames.forApplications(entry) : entry);
    }
}
