/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;
import java.util.stream.LongStream;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Which isochrons of the threads of a host a trace finds in the frames that another host has executed. An isochron is a
 * WRITE of one word, or a TAKE of three, of which only the last one says what it takes.
 */
class TraceOfThreadsTest
{
    private static final int FAMILY = 3;
    private static final int WRITE = FAMILY << 4;
    private static final int TAKE = WRITE + 1;
    private static final int TAKE_LENGTH = 3 * Long.BYTES;
    private static final int MANY = 1 << 16;

    private final OffHeapBuffer buffer = OffHeapBuffer.allocate(1024);
    private TraceRecorder recorder;

    private void record(final int capacity)
    {
        recorder = new TraceRecorder(List.of("left", "right"), capacity, false);
        recorder.reader(FAMILY, (frame, offset, available, host, listener) ->
        {
            final boolean isTake = TAKE_LENGTH == OperationHeader.length(frame, offset);
            listener.operation(
                isTake ? "take" : "write",
                Long.toString(isTake ? frame.getLong(offset + 2 * Long.BYTES) :
                    OperationHeader.address(frame.getLong(offset))),
                "");
        });
    }

    @Test
    void shouldTellIsochronsApartByAllTheirWords()
    {
        record(64);
        issue(1, take(1));
        issue(2, take(2));
        execute(5, take(2));
        execute(6, take(1));
        final Trace trace = recorder.trace();
        assertEquals(List.of("5: take 2", "6: take 1"), executed(trace));
        assertEquals(List.of(2L, 1L), threads(trace));
    }

    /**
     * The sender has a record of isochrons of long before those that the receiver has one of.
     */
    @Test
    void shouldTellIsochronsApartWhenTheirIssuerKeepsMore()
    {
        record(4);
        for (int i = 1; i <= 6; i++)
        {
            issue(1, take(i));
        }
        for (int i = 1; i <= 6; i++)
        {
            execute(i, take(i));
        }
        recorder.host(1).received(0, 6);
        recorder.host(1).received(0, 6);
        assertEquals(List.of("5: take 5", "6: take 6"), executed(recorder.trace()));
    }

    @Test
    void shouldFindTheIsochronsOfOneThreadInAFrameThatIsLongerThanItsRecord()
    {
        record(128);
        final long[] batch = LongStream.range(100, 140).map(TraceOfThreadsTest::write).toArray();
        for (int i = 0; i < batch.length; i++)
        {
            if (i >= 33)
            {
                issue(2, write(i));
            }
            issue(1, batch[i]);
        }
        execute(5, batch);
        final Trace trace = recorder.trace();
        assertEquals(
            LongStream.range(100, 140).mapToObj(i -> "5: write " + i).toList(), executed(trace));
        assertEquals(7, trace.unexecutedIsochrons());
    }

    @Test
    void shouldTellThreadsApartByWhatTheyIssueNext()
    {
        record(64);
        issue(1, write(1));
        issue(2, write(1));
        issue(1, write(2));
        issue(2, write(3));
        execute(5, write(1), write(3));
        execute(6, write(1), write(2));
        final Trace trace = recorder.trace();
        assertEquals(List.of("5: write 1", "5: write 3", "6: write 1", "6: write 2"), executed(trace));
        assertEquals(List.of(2L, 2L, 1L, 1L), threads(trace));
        assertEquals(0, trace.unexecutedIsochrons());
    }

    @Test
    void shouldShowAnIsochronThatHangsAlthoughEventsAreLost()
    {
        record(4);
        for (int i = 1; i <= 8; i++)
        {
            issue(1, write(i));
            execute(i, write(i));
        }
        issue(1, write(99));
        issue(1, write(50));
        execute(9, write(50));
        assertEquals(List.of("write 99"), labels(recorder.trace().unexecuted()));
    }

    @Test
    void shouldFindTheEndOfAFrameWhoseBeginningIsLost()
    {
        record(4);
        for (int i = 1; i <= 6; i++)
        {
            issue(1, write(i));
        }
        execute(5, write(1), write(2), write(3), write(4), write(5), write(6));
        final Trace trace = recorder.trace();
        assertEquals(List.of("5: write 1 2", "5: write 3", "5: write 4", "5: write 5", "5: write 6"), executed(trace));
        assertEquals(0, trace.unexecutedIsochrons());
    }

    /**
     * What was executed before the trace begins is not taken for the isochrons of later frames.
     */
    @Test
    void shouldNotShowWhatWasExecutedWhenIsochronsAreEqual()
    {
        record(8);
        for (int i = 1; i <= 8; i++)
        {
            issue(1, write(1));
            execute(i, write(1));
            recorder.host(1).received(0, i);
        }
        final Trace trace = recorder.trace();
        assertEquals(4, trace.executedIsochrons());
        assertEquals(0, trace.unexecutedIsochrons());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldFindIsochronsAmongManyWithTheSameBeginning()
    {
        record(4 * MANY);
        for (int i = 0; i < MANY; i++)
        {
            issue(1, take(i));
            issue(1, write(0));
            issue(1, write(i));
        }
        for (int i = MANY / 2; i < MANY; i++)
        {
            execute(i, take(i));
            execute(i, write(0), write(i));
        }
        final List<TracedIsochron> isochrons = recorder.trace().isochrons();
        assertEquals(
            MANY / 2, isochrons.stream().filter(each -> TAKE_LENGTH == each.length() && null != each.issued()).count());
    }

    private void issue(final long thread, final long... words)
    {
        final HostRecorder at = recorder.host(0);
        at.issued(at.nextNumber(), thread, 0, buffer, 0, put(words));
    }

    private void execute(final long pulse, final long... words)
    {
        recorder.host(1).executed(0, pulse, HostRecorder.NO_ISSUE, buffer, 0, put(words));
    }

    private int put(final long... words)
    {
        for (int i = 0; i < words.length; i++)
        {
            buffer.putLong(i * Long.BYTES, words[i]);
        }
        return words.length * Long.BYTES;
    }

    private static long[] take(final long variable)
    {
        return new long[]{ OperationHeader.encode(TAKE, TAKE_LENGTH, 0, 0), 1, variable };
    }

    private static long write(final long variable)
    {
        return OperationHeader.encode(WRITE, OperationHeader.LENGTH, 0, (int)variable);
    }

    private static List<String> executed(final Trace trace)
    {
        return trace.isochrons().stream().map(each -> each.pulse() + ": " + each.text().label()).toList();
    }

    private static List<Long> threads(final Trace trace)
    {
        return trace.isochrons().stream().map(each -> each.issued().issue()).toList();
    }

    private static List<String> labels(final List<TracedIsochron> isochrons)
    {
        return isochrons.stream().map(each -> each.text().label()).toList();
    }
}
