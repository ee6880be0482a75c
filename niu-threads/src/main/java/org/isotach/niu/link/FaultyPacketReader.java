/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The receiving end of a {@link FaultyPacketLink}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the receiving host at a time.
 */
final class FaultyPacketReader extends Padded implements PacketReader
{
    private final RecordReader records;
    private final OffHeapBuffer buffer;
    private final PacketCheck check;
    private long corruptPackets;

    FaultyPacketReader(final RecordReader records)
    {
        this.records = records;
        buffer = records.buffer();
        check = new PacketCheck(buffer);
    }

    @Override
    public boolean next()
    {
        while (records.next())
        {
            if (buffer.getLong(records.offset()) == check.of(offset(), length()))
            {
                return true;
            }
            corruptPackets++;
        }
        return false;
    }

    @Override
    public boolean mayHaveNext()
    {
        return records.mayHaveNext();
    }

    @Override
    public boolean hasFoundMore()
    {
        return records.hasFoundMore();
    }

    @Override
    public void release()
    {
        records.release();
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    @Override
    public int offset()
    {
        return records.offset() + PacketCheck.LENGTH;
    }

    @Override
    public int length()
    {
        return records.length() - PacketCheck.LENGTH;
    }

    @Override
    public long corruptPackets()
    {
        return corruptPackets;
    }
}
