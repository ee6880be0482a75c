/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Counts the frames of isochrons per receiver, in the order of the send ring and never more than some number ahead of
 * what the receivers have consumed: its credits. Belongs to the switch interface unit, which stamps before others ship;
 * where one owner does both, a link counts its credits itself ({@link FrameRing#hasRoom}).
 */
public final class CreditCounter
{
    private static final int PADDING = 16;

    // What nobody has consumed who was never asked.
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final OutboundLinks links;

    // On cache lines of their own: per host how many frames are counted, and up to which sequence it is known to have
    // consumed them; its own word is read only when that is not enough.
    private final long[] counts;

    public CreditCounter(final OutboundLinks links, final int hostCount)
    {
        this.links = links;
        counts = new long[2 * hostCount + 2 * PADDING];
        for (int host = 0; host < hostCount; host++)
        {
            counts[consumed(host)] = UNKNOWN;
        }
    }

    /**
     * Counts all frames of an isochron, or none. The links that they go over exist then.
     *
     * @param ahead how many frames may be counted beyond those that a receiver has consumed.
     * @return false if a receiver is too far behind.
     */
    public boolean tryCount(final FrameEntry entry, final int ahead)
    {
        int i = 0;
        try
        {
            for (; i < entry.targetCount; i++)
            {
                final int host = entry.targets[i];
                final long count = counts[counted(host)];
                if (!isConsumed(host, count - ahead))
                {
                    uncount(entry, i);
                    return false;
                }
                counts[counted(host)] = count + 1;
            }
            return true;
        }
        catch (final Throwable ex)
        {
            // No memory for a link: it will be tried again.
            uncount(entry, i);
            throw ex;
        }
    }

    /**
     * Is a receiver too far behind for another frame? For messages only: may be asked without owning the unit.
     */
    public boolean isBehind(final int host, final int ahead)
    {
        return counts[counted(host)] - ahead > links.consumed(host);
    }

    private void uncount(final FrameEntry entry, final int targetCount)
    {
        for (int i = 0; i < targetCount; i++)
        {
            counts[counted(entry.targets[i])]--;
        }
    }

    private boolean isConsumed(final int host, final long required)
    {
        return required <= counts[consumed(host)] || ask(host) >= required;
    }

    private long ask(final int host)
    {
        links.ensure(host);
        final long sequence = links.consumed(host);
        counts[consumed(host)] = sequence;
        return sequence;
    }

    private static int counted(final int host)
    {
        return PADDING + 2 * host;
    }

    private static int consumed(final int host)
    {
        return PADDING + 2 * host + 1;
    }
}
