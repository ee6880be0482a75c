/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.niu.link.PacketReader;
import org.isotach.niu.link.PacketWriter;
import org.isotach.niu.link.RecordRing;

/**
 * A sender puts packets on a link and counts them; a receiver looks at the count first.
 */
class CountProgram
{
    private static final int PACKETS = 6;
    private static final int LOOKS = 12;

    private final CountLine count = new CountLine();
    private final PacketWriter writer;
    private final PacketReader reader;

    CountProgram()
    {
        final RecordRing ring = new RecordRing(4 * RecordRing.MIN_CAPACITY);
        writer = ring.writer();
        reader = ring.reader();
    }

    /**
     * @param countsEarly true for the mistake to count a packet that is not there yet.
     */
    final void send(final boolean countsEarly)
    {
        for (int i = 1; i <= PACKETS; i++)
        {
            if (countsEarly)
            {
                count.add();
            }
            writer.buffer().putLong(writer.tryClaim(Long.BYTES), i);
            writer.commit();
            if (!countsEarly)
            {
                count.add();
            }
        }
    }

    /**
     * @return number of packets that were counted and not there.
     */
    final int receive()
    {
        int missing = 0;
        int taken = 0;
        for (int i = 0; i < LOOKS; i++)
        {
            final long known = count.get();
            boolean isThere = true;
            while (taken < known && isThere)
            {
                isThere = reader.next();
                missing += isThere && reader.buffer().getLong(reader.offset()) == taken + 1 ? 0 : 1;
                taken += isThere ? 1 : 0;
            }
        }
        return missing;
    }
}
