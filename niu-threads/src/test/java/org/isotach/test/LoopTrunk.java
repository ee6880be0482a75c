/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.ArrayDeque;
import java.util.Queue;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;

/**
 * A trunk that leads back to where it begins, and has room for as many records as it is told.
 */
public final class LoopTrunk implements Trunk
{
    public int room = Integer.MAX_VALUE;

    // Of a record, in bytes.
    public int maxLength = Integer.MAX_VALUE;

    // What its handler throws does not come out, and it goes on.
    public boolean keepsExceptions;

    // Runs when a record is there, and before its sender knows.
    public Runnable afterOffer;

    // Thrown in place of what comes.
    public RuntimeException failure;

    private final Queue<byte[]> records = new ArrayDeque<>();
    private long offered;
    private boolean isPolling;

    @Override
    public long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (isPolling)
        {
            // Some trunks have one lock.
            throw new IllegalStateException("offered while it hands out records");
        }
        if (headerLength + bodyLength > maxLength)
        {
            throw new IllegalArgumentException(
                "record: " + (headerLength + bodyLength) + " bytes (expected: at most " + maxLength + ')');
        }
        if (0 == room)
        {
            return REFUSED;
        }
        room--;
        final byte[] record = new byte[headerLength + bodyLength];
        header.getBytes(0, record, 0, headerLength);
        if (bodyLength > 0)
        {
            body.getBytes(bodyOffset, record, headerLength, bodyLength);
        }
        records.add(record);
        final long position = ++offered;
        if (null != afterOffer)
        {
            afterOffer.run();
        }
        return position;
    }

    @Override
    public int maxRecordLength()
    {
        return maxLength;
    }

    /**
     * Returns how many records it holds.
     */
    public int count()
    {
        return records.size();
    }

    /**
     * Loses the next one.
     */
    public void lose()
    {
        records.remove();
    }

    @Override
    public int poll(final TrunkHandler handler, final int limit)
    {
        if (null != failure)
        {
            throw failure;
        }
        int count = 0;
        while (count < limit && !records.isEmpty())
        {
            final byte[] record = records.remove();
            final OffHeapBuffer buffer = OffHeapBuffer.allocate(record.length);
            buffer.putBytes(0, record, 0, record.length);
            handOut(handler, buffer, record.length);
            count++;
        }
        return count;
    }

    private void handOut(final TrunkHandler handler, final OffHeapBuffer buffer, final int length)
    {
        isPolling = true;
        try
        {
            handler.onRecord(buffer, 0, length, offered - records.size());
        }
        catch (final Throwable ex)
        {
            if (!keepsExceptions)
            {
                throw ex;
            }
        }
        finally
        {
            isPolling = false;
        }
    }

    @Override
    public void close()
    {
        records.clear();
    }
}
