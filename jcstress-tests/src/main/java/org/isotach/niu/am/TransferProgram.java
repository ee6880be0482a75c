/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.RecordReader;
import org.isotach.niu.link.RecordRing;
import org.isotach.niu.link.RecordWriter;

/**
 * A host copies bytes into a region of another one, and sends it a notice; that one looks at the bytes when the notice
 * is there.
 */
class TransferProgram
{
    private static final int TRANSFERS = 4;
    private static final int LENGTH = 512;
    private static final int PIECE = 128;
    private static final int LOOKS = 12;

    private final Regions regions = new Regions(1, new PortTurn(Progress.CALLER));
    private final Region region = regions.add(OffHeapBuffer.allocate(TRANSFERS * LENGTH));
    private final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
    private final RecordRing ring = new RecordRing(1024);
    private final AmPacket packet = new AmPacket();

    /**
     * @param noticesEarly true for the mistake to send the notice before the bytes are there.
     */
    final void transfer(final boolean noticesEarly)
    {
        final RecordWriter writer = ring.writer();
        for (int i = 0; i < TRANSFERS; i++)
        {
            for (int word = 0; word < LENGTH; word += Long.BYTES)
            {
                source.putLong(word, i + 1);
            }
            final long pointer = region.pointer(i * LENGTH);
            if (noticesEarly)
            {
                send(writer, pointer, i + 1);
            }
            for (int done = 0; done < LENGTH; done += PIECE)
            {
                regions.tryCopyInDirectly(source, done, PIECE, pointer + done);
            }
            if (!noticesEarly)
            {
                send(writer, pointer, i + 1);
            }
        }
    }

    private static void send(final RecordWriter writer, final long pointer, final long value)
    {
        final int offset = writer.tryClaim(AmPacket.HEADER_LENGTH);
        AmPacket.write(writer.buffer(), offset, 0, AmPacket.what(AmPacket.REQUEST_TRANSFER, 0, 0), value, value,
            pointer, LENGTH, 0);
        writer.commit();
    }

    /**
     * @return number of words that were noticed and not there.
     */
    final int take()
    {
        final RecordReader reader = ring.reader();
        int missing = 0;
        for (int i = 0; i < LOOKS; i++)
        {
            if (reader.next())
            {
                packet.wrap(reader.buffer(), reader.offset());
                final int place = Region.offset(packet.landing()) - LENGTH;
                for (int word = 0; word < LENGTH; word += Long.BYTES)
                {
                    missing += region.memory().getLong(place + word) == packet.arg(0) ? 0 : 1;
                }
            }
        }
        return missing;
    }
}
