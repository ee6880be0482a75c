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

/**
 * A host that takes isochrons over, keeps their frames in sight, and retires them when a test says so.
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
    Long lastNumber;
    Long batchNumber;

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
            isLocalExecuted ? EXECUTED : issued.size(),
            isochron.buffer(),
            isochron.offset(),
            wordsAt(isochron.buffer(), isochron.offset(), isochron.length()),
            destinations,
            isochron.distance());
        if (!isLocalExecuted)
        {
            issued.add(frame);
            onTheirWay.add(frame);
        }
        return frame.sequence();
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
        retireAll();
        if (!isochron.tryIssue())
        {
            throw new AssertionError("no room after everything was retired: " + isochron);
        }
    }

    @Override
    public boolean isExecuted(final long sequence)
    {
        return sequence <= executed;
    }

    @Override
    public void awaitExecuted(final long sequence)
    {
        calls.add("awaitExecuted " + sequence);
        executed = sequence;
    }

    @Override
    public long retired()
    {
        return retired;
    }

    @Override
    public long lastNumber()
    {
        return numberOfAppended(lastNumber);
    }

    @Override
    public long endBatch()
    {
        return numberOfAppended(batchNumber);
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

    private static long numberOfAppended(final Long number)
    {
        if (null == number)
        {
            throw new AssertionError("nothing was appended");
        }
        return number;
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
