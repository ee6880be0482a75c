/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameRing;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.send.DirectPath;
import org.isotach.niu.spi.NoticeListener;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Execution before the end of the pulse: only of what nothing can come before any more. Nobody moves logical time here,
 * unless a test says so.
 */
final class RunAheadTest implements NoticeListener
{
    private static final int FARTHEST = 64;

    private DirectPath path;
    private IsochronExecutor executor;
    private final List<String> trace = new ArrayList<>();
    private final FrameRing[] links = new FrameRing[3];
    private final OffHeapBuffer frames = OffHeapBuffer.allocate(4096);
    private int nextFrame;

    RunAheadTest()
    {
        use(new DirectPath(3, 16, 16));
    }

    private void use(final DirectPath newPath)
    {
        path = newPath;
        executor = path.executors[0];
        for (int sender = 1; sender < links.length; sender++)
        {
            links[sender] = TestFrames.link(sender, 16);
            executor.inbound().connect(links[sender]);
        }
        executor.runAheadWith(path.sender, 2);
        path.recorders[0].onExecution(payload -> trace.add("frame " + payload));
    }

    @Test
    void shouldExecuteBeforeTheFramesOfAllOthers()
    {
        send(1, 5, 10);
        assertEquals(0, executor.workQuietly(), "host 2 may still send something for pulse 2");
        send(2, 7, 20);
        assertEquals(1, executor.workQuietly());
        assertTrace("frame 10");
        assertEquals(List.of(5L), path.recorders[0].timestamps());
        assertEquals(0, path.tokenManager.time());
        send(1, 8, 11);
        assertEquals(1, executor.workQuietly());
        assertTrace("frame 10", "frame 20");
    }

    @Test
    void shouldExecuteOnePulseByIssuer()
    {
        send(2, 5, 20);
        send(2, 6, 21);
        send(1, 5, 10);
        assertEquals(1, executor.workQuietly());
        assertTrace("frame 10");
        send(1, 5, 11);
        send(1, 5, 12);
        assertEquals(2, executor.workQuietly());
        assertTrace("frame 10", "frame 11", "frame 12");
        send(1, 9, 13);
        assertEquals(2, executor.workQuietly());
        assertTrace("frame 10", "frame 11", "frame 12", "frame 20", "frame 21");
    }

    @Test
    void shouldExecuteItsOwnFramesOnlyBetweenThoseOfAllOthers()
    {
        path.send(2, 1, 0, 1);
        send(1, 5, 10);
        assertEquals(0, executor.workQuietly());
        send(2, 5, 20);
        assertEquals(2, executor.workQuietly());
        assertTrace("frame 1", "frame 10");
        assertEquals(0, executor.execution().executedIssue());
    }

    @Test
    void shouldStampBehindWhatItHasExecuted()
    {
        send(1, 5, 10);
        send(2, 9, 20);
        executor.workQuietly();
        assertEquals(6, path.send(2, 1, 0, 1));
    }

    @Test
    void shouldNotOvertakeWhatIsStampedAndNotOnItsLinks()
    {
        use(new DirectPath(3, 16, 16, DirectPath.lossy()));
        path.send(2, 1, 0, 1);
        assertTrue(path.sender.shipped() < path.sender.issued(), "the wire has lost it");
        send(1, 5, 10);
        send(2, 5, 20);
        assertEquals(0, executor.workQuietly());
        while (!path.sender.tryShip())
        {
            assertEquals(0, executor.workQuietly());
        }
        assertEquals(2, executor.workQuietly());
        assertTrace("frame 1", "frame 10");
    }

    @Test
    void shouldNotGoTooFarAhead()
    {
        send(1, FARTHEST, 10);
        send(1, FARTHEST + 1, 11);
        send(2, 1000, 20);
        assertEquals(1, executor.workQuietly());
        assertTrace("frame 10");
        path.tokenManager.advanceTo(1);
        executor.clock().observe(1);
        assertEquals(1, executor.workQuietly());
        assertTrace("frame 10", "frame 11");
    }

    @Test
    void shouldGiveNoticesBetweenThePulses()
    {
        executor.application().register(path.inbox(0, this));
        path.noticeBoard.publish(1, 5, 100);
        send(1, 5, 10);
        send(1, 6, 11);
        send(2, 9, 20);
        assertEquals(1, executor.workQuietly(), "the notice comes when pulse 5 has ended");
        assertTrace("frame 10");
        path.tokenManager.advanceTo(5);
        executor.clock().observe(5);
        assertEquals(2, executor.workQuietly());
        assertTrace("frame 10", "notice 100", "frame 11");
    }

    @Test
    void shouldNotRunAheadUnlessItsOwnerStampsToo()
    {
        final IsochronExecutor other = path.executors[1];
        final FrameRing link = TestFrames.link(0, 16);
        other.inbound().connect(link);
        other.inbound().connect(links[2]);
        TestFrames.publish(link, 0, TestFrames.entry(5, frames, frame(10), RecordingModel.LENGTH));
        send(2, 9, 20);
        assertEquals(0, other.workQuietly());
        path.tokenManager.advanceTo(5);
        other.clock().observe(5);
        assertEquals(1, other.workQuietly());
    }

    @Test
    void shouldHaveCompletedWhatComesBeforeTheFramesThatItHasExecuted()
    {
        send(1, 5, 10);
        send(2, 9, 20);
        executor.workQuietly();
        assertTrue(executor.completed().isCompleted(4));
        assertFalse(executor.completed().isCompleted(5), "host 1 may send something more for pulse 5");
    }

    @Test
    void shouldEndAPulseWithoutFramesIfSomebodyAsksForIt()
    {
        assertEquals(0, executor.doWork());
        assertTrue(executor.completed().isCompleted(0));
        assertFalse(executor.completed().isCompleted(3));
        assertFalse(executor.completed().isCompleted(2));
        executor.doWork();
        assertEquals(3, path.tokenManager.time(), "no further than somebody asks");
        assertTrue(executor.completed().isCompleted(3));
        assertFalse(executor.completed().isCompleted(4));
    }

    @Test
    void shouldCompleteAPulseOnlyWhenItsFramesAreExecuted()
    {
        send(1, 3, 10);
        path.recorders[0].onExecution(payload -> trace.add("completed " + executor.completed().isCompleted(3)));
        assertFalse(executor.completed().isCompleted(3));
        executor.doWork();
        assertTrace("completed false");
        assertTrue(executor.completed().isCompleted(3));
    }

    @Override
    public void onNotice(final long pulse, final long notice)
    {
        trace.add("notice " + notice);
    }

    @Override
    public int doWork()
    {
        return 0;
    }

    private void assertTrace(final String... expected)
    {
        assertEquals(List.of(expected), trace);
    }

    private void send(final int sender, final long timestamp, final long payload)
    {
        TestFrames.publish(
            links[sender], 0, TestFrames.entry(timestamp, frames, frame(payload), RecordingModel.LENGTH));
    }

    private int frame(final long payload)
    {
        final int offset = nextFrame;
        RecordingModel.write(frames, offset, payload, 1);
        nextFrame += RecordingModel.LENGTH;
        return offset;
    }
}
