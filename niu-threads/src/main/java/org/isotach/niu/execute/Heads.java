/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.memory.Padded;
import org.isotach.niu.link.InboundLink;

/**
 * The next frames on the links of a host, as they were read last: which one comes first, and from how many other hosts
 * there is one. Belongs to the executor, which asks for all of that each time: one loop over the links answers it.
 */
final class Heads extends Padded
{
    private final int hostId;
    private long earliest;
    private int first;
    private int firstSender;
    private int count;
    private int others;
    private int counted;

    /**
     * @param hostId number of the host.
     */
    Heads(final int hostId)
    {
        this.hostId = hostId;
    }

    /**
     * Reads the links.
     *
     * @param links sorted by sender.
     * @return the timestamp of the frame that comes first, {@link InboundLink#NONE} if there is none.
     */
    long read(final InboundLink[] links)
    {
        return 1 == links.length ? readOnly(links[0]) : readAll(links);
    }

    /**
     * Mostly there is one link, and a loop takes longer than what is done in it.
     */
    private long readOnly(final InboundLink link)
    {
        final long timestamp = link.timestamp();
        count = InboundLink.NONE == timestamp ? 0 : 1;
        others = link.sender == hostId ? 0 : count;
        first = 0;
        firstSender = link.sender;
        return timestamp;
    }

    private long readAll(final InboundLink[] links)
    {
        earliest = InboundLink.NONE;
        count = 0;
        others = 0;
        counted = hostId;
        for (int i = 0; i < links.length; i++)
        {
            read(links[i], i);
        }
        return earliest;
    }

    private void read(final InboundLink link, final int index)
    {
        final long timestamp = link.timestamp();
        if (InboundLink.NONE != timestamp)
        {
            count++;
            if (link.sender != hostId && link.sender != counted)
            {
                // A host that is being expelled has two links.
                counted = link.sender;
                others++;
            }
            if (timestamp < earliest)
            {
                earliest = timestamp;
                first = index;
                firstSender = link.sender;
            }
        }
    }

    /**
     * Returns the index of the link with the frame that comes first; of several for one pulse, it is the one with the
     * lowest sender.
     */
    int first()
    {
        return first;
    }

    /**
     * Returns the sender of that frame.
     */
    int firstSender()
    {
        return firstSender;
    }

    /**
     * Returns the number of other hosts from which there is a frame.
     */
    int others()
    {
        return others;
    }

    /**
     * Returns whether no link has a frame any more, since frames were taken; without another look at the links.
     *
     * @param links as they were read.
     */
    boolean areTaken(final InboundLink[] links)
    {
        // Mostly there was one.
        return 1 == count ? InboundLink.NONE == links[first].seenTimestamp() : areAllTaken(links);
    }

    private static boolean areAllTaken(final InboundLink[] links)
    {
        for (final InboundLink link : links)
        {
            if (InboundLink.NONE != link.seenTimestamp())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "Heads{host=" + hostId + ", count=" + count + ", others=" + others + '}';
    }
}
