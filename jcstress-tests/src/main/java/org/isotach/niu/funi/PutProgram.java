/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.jcstress.Nobody;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.SlotWriter;

/**
 * A member puts bytes, in pieces, into memory of another one, and sends it a notice; that one looks at the bytes when
 * the notice is there.
 */
class PutProgram
{
    private static final int PUTS = 4;
    private static final int LENGTH = 256;
    private static final int PIECE = 64;
    private static final int LOOKS = 12;

    private final GangMemory memory = new GangMemory(0);
    private final SharedSegment segment = memory.open(OffHeapBuffer.allocate(PUTS * LENGTH), Rights.PUT);
    private final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
    private final LinkRing link = new LinkRing(8);
    private final Inbound inbound = new Inbound(0, 1, new Wakers(new Nobody(), new Nobody()), link);
    private final Transfer transfer = new Transfer();

    /**
     * @param noticesEarly true for the mistake to send the notice before the bytes are there.
     */
    final void put(final boolean noticesEarly)
    {
        final SlotWriter writer = link.ring().writer();
        for (int put = 0; put < PUTS; put++)
        {
            for (int i = 0; i < LENGTH; i += Long.BYTES)
            {
                source.putLong(i, put + 1);
            }
            final int content = writer.tryClaim();
            transfer.begin(true, memory, segment.pointer(put * LENGTH), source, 0, LENGTH, 0, put + 1);
            if (noticesEarly)
            {
                send(writer, content);
            }
            TransferStatus status = transfer.copy(PIECE);
            while (TransferStatus.PENDING == status)
            {
                status = transfer.copy(PIECE);
            }
            if (!noticesEarly)
            {
                send(writer, content);
            }
            transfer.end(status);
        }
    }

    private void send(final SlotWriter writer, final int content)
    {
        transfer.writeNotice(writer.buffer(), content, 1, 0);
        writer.commit();
        writer.flush();
    }

    /**
     * @return number of words that were noticed and not there.
     */
    final int take()
    {
        int missing = 0;
        for (int i = 0; i < LOOKS; i++)
        {
            if (inbound.next())
            {
                final OffHeapBuffer buffer = inbound.buffer();
                final long value = buffer.getLong(inbound.offset() + PacketLayout.ARGUMENT_OFFSET);
                final int place =
                    SharedSegment.offset(buffer.getLong(inbound.offset() + PacketLayout.POINTER_OFFSET));
                for (int word = 0; word < LENGTH; word += Long.BYTES)
                {
                    missing += segment.memory().getLong(place + word) == value ? 0 : 1;
                }
            }
        }
        return missing;
    }
}
