/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * Counts the frames of isochrons per receiver, in the order of the send ring and never more than a fixed number ahead
 * of what the receivers have consumed: with the size of a link ahead it counts credits, with 0 what may be freed.
 * Belongs to one unit of the sending host.
 */
final class FrameCounter
{
    private final Links links;
    private final int ahead;
    private final HostCounters counted;

    // What each receiver is known to have consumed: its own word is read only when that is not enough.
    private final HostCounters consumed;

    FrameCounter(final Links links, final int ahead, final int hostCount)
    {
        this.links = links;
        this.ahead = ahead;
        counted = new HostCounters(hostCount, 0);
        consumed = new HostCounters(hostCount, -1);
    }

    /**
     * Counts all frames of an isochron, or none.
     *
     * @return false if a receiver is too far behind.
     */
    boolean tryCount(final SendEntry entry)
    {
        for (int i = 0; i < entry.targetCount; i++)
        {
            if (!mayCount(entry.targets[i]))
            {
                return false;
            }
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            counted.increment(entry.targets[i]);
        }
        return true;
    }

    /**
     * Is a receiver too far behind for another frame? For messages only: may be asked without owning the unit.
     */
    boolean isBehind(final int host)
    {
        return counted.get(host) - ahead > links.consumed(host);
    }

    /**
     * Are there receivers of an isochron that was counted that have not consumed more than some number of frames?
     */
    boolean isAhead(final SendEntry entry, final int frames)
    {
        for (int i = 0; i < entry.targetCount; i++)
        {
            if (!isKnownConsumed(entry.targets[i], counted.get(entry.targets[i]) - 1 - frames))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * A receiver has said what it has consumed.
     */
    void heard(final int host, final long sequence)
    {
        if (sequence > consumed.get(host))
        {
            consumed.set(host, sequence);
        }
    }

    private boolean mayCount(final int host)
    {
        return isKnownConsumed(host, counted.get(host) - ahead);
    }

    private boolean isKnownConsumed(final int host, final long required)
    {
        if (required > consumed.get(host))
        {
            consumed.set(host, links.consumed(host));
            return required <= consumed.get(host);
        }
        return true;
    }
}
