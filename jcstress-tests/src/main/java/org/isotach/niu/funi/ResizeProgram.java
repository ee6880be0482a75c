/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;

import org.isotach.jcstress.Nobody;
import org.isotach.niu.link.SlotWriter;

/**
 * A sender whose gang is resized again and again: each packet but the first one is in another ring.
 */
class ResizeProgram
{
    private static final int PACKETS = 4;
    private static final int LOOKS = 24;

    // Made in advance: making one takes longer than all looks of the receiver.
    private final LinkRing[] links = new LinkRing[PACKETS + 1];
    private final Inbound inbound;

    ResizeProgram()
    {
        Arrays.setAll(links, link -> new LinkRing(2));
        inbound = new Inbound(0, 1, new Wakers(new Nobody(), new Nobody()), links[0]);
    }

    /**
     * @param followsEarly true for the mistake to name the next ring before the packets of this one are sent.
     */
    final void send(final boolean followsEarly)
    {
        for (int packet = 1; packet <= PACKETS; packet++)
        {
            final LinkRing link = links[packet - 1];
            final LinkRing next = links[packet];
            final SlotWriter writer = link.ring().writer();
            writer.buffer().putLong(writer.tryClaim(), packet);
            writer.commit();
            if (followsEarly)
            {
                link.follow(next);
            }
            writer.flush();
            if (!followsEarly)
            {
                link.follow(next);
            }
        }
    }

    /**
     * @return number of packets that were passed over.
     */
    final int take()
    {
        int missing = 0;
        long last = 0;
        for (int i = 0; i < LOOKS; i++)
        {
            if (inbound.next())
            {
                final long packet = inbound.buffer().getLong(inbound.offset());
                missing += (int)(packet - last - 1);
                last = packet;
            }
        }
        return missing;
    }
}
