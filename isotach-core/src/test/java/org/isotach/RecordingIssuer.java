/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.OffHeapBuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A host that takes isochrons over, keeps their frames in sight, and retires them when a test says so. If it copies
 * what it sends, it keeps those of its batch in sight.
 */
final class RecordingIssuer implements IsochronIssuer
{
    /**
     * An isochron that was taken over: where its frame is, and what was in it then.
     */
    record Frame(long sequence, OffHeapBuffer buffer, int offset, List<Long> words, HostSet destinations, int distance)
    {
        List<Long> wordsNow()
        {
            return wordsAt(buffer, offset, words.size() * Long.BYTES);
        }

        int end()
        {
            return offset + words.size() * Long.BYTES;
        }
    }

    final List<Frame> issued = new ArrayList<>();
    final Deque<Frame> onTheirWay = new ArrayDeque<>();
    final List<String> calls = new ArrayList<>();
    RuntimeException failure;
    RuntimeException waitFailure;
    ClusterClosedException closed;
    boolean isBackPressured;
    boolean isLocalExecuted;
    boolean isInHandler;
    long executed = -1;
    int retirementRequests;
    int backPressures;
    long retired = -1;
    Long batchTicket;
    boolean isCopying;
    boolean isAppending;

    @Override
    public long tryIssue(final IsochronFrame isochron)
    {
        calls.add("tryIssue");
        if (null != failure)
        {
            throw failure;
        }
        if (isBackPressured)
        {
            return BACK_PRESSURED;
        }
        final HostSet destinations = new HostSet(256);
        for (int host = isochron.destinations().next(0); host >= 0; host = isochron.destinations().next(host + 1))
        {
            destinations.add(host);
        }
        final Frame frame = new Frame(
            isLocalExecuted ? EXECUTED : isAppending ? APPENDED : issued.size(),
            isochron.buffer(),
            isochron.offset(),
            wordsAt(isochron.buffer(), isochron.offset(), isochron.length()),
            destinations,
            isochron.distance());
        if (!isLocalExecuted)
        {
            take(frame);
        }
        return frame.sequence();
    }

    private void take(final Frame frame)
    {
        issued.add(frame);
        final Frame before = onTheirWay.peekLast();
        if (isCopying && null != before && !(isAppending && before.end() == frame.offset()))
        {
            sendBatch();
        }
        if (!isCopying || isAppending)
        {
            onTheirWay.add(frame);
        }
    }

    /**
     * Copies the frames of the batch.
     */
    void sendBatch()
    {
        for (final Frame frame : onTheirWay)
        {
            assertEquals(frame.words(), frame.wordsNow(), "a frame of the batch was overwritten");
        }
        onTheirWay.clear();
    }

    @Override
    public void issue(final IsochronFrame isochron)
    {
        calls.add("issue");
        if (null != waitFailure)
        {
            throw waitFailure;
        }
        isBackPressured = false;
        if (!isCopying)
        {
            retireAll();
        }
        if (!isochron.tryIssue())
        {
            throw new AssertionError("no room after everything was retired: " + isochron);
        }
    }

    @Override
    public boolean isExecuted(final long ticket)
    {
        return ticket <= executed;
    }

    @Override
    public void awaitExecuted(final long ticket)
    {
        calls.add("awaitExecuted " + ticket);
        executed = ticket;
    }

    @Override
    public long retired()
    {
        return retired;
    }

    @Override
    public long endBatch()
    {
        calls.add("endBatch");
        if (isCopying)
        {
            if (isBackPressured)
            {
                return BACK_PRESSURED;
            }
            sendBatch();
            return issued.size();
        }
        if (null == batchTicket)
        {
            throw new AssertionError("nothing was appended");
        }
        return batchTicket;
    }

    @Override
    public void requestRetirement()
    {
        retirementRequests++;
    }

    @Override
    public void backPressured()
    {
        backPressures++;
    }

    @Override
    public void checkOpen()
    {
        if (null != closed)
        {
            throw closed;
        }
    }

    @Override
    public AtomicInteger runningHandlers()
    {
        // One of another host, perhaps.
        return new AtomicInteger(1);
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        if (isInHandler)
        {
            throw new IllegalStateException(what + " from inside a handler");
        }
    }

    Frame retireOldest()
    {
        final Frame frame = onTheirWay.remove();
        retired = frame.sequence();
        return frame;
    }

    void retireAll()
    {
        while (!onTheirWay.isEmpty())
        {
            retireOldest();
        }
    }

    private static List<Long> wordsAt(final OffHeapBuffer buffer, final int offset, final int length)
    {
        final List<Long> words = new ArrayList<>();
        for (int i = 0; i < length; i += Long.BYTES)
        {
            words.add(buffer.getLong(offset + i));
        }
        return words;
    }
}
