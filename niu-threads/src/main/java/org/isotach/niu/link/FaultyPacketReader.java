/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

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
    private final ByteBuffer view;
    private final CRC32C crc = new CRC32C();
    private long corruptPackets;

    FaultyPacketReader(final RecordReader records)
    {
        this.records = records;
        buffer = records.buffer();
        view = buffer.newReadOnlyView();
    }

    @Override
    public boolean next()
    {
        while (records.next())
        {
            if (buffer.getLong(records.offset()) == FaultyPacketLink.check(crc, view, offset(), length()))
            {
                return true;
            }
            corruptPackets++;
        }
        return false;
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    @Override
    public int offset()
    {
        return records.offset() + FaultyPacketLink.CHECK_LENGTH;
    }

    @Override
    public int length()
    {
        return records.length() - FaultyPacketLink.CHECK_LENGTH;
    }

    @Override
    public long corruptPackets()
    {
        return corruptPackets;
    }
}
