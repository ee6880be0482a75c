/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;


/**
 * Finds buffers that nobody is going to receive or to free, and returns them to their pools: each once, because a share
 * is taken back by the same compare-and-set by which it would be received. Threadsafe.
 */
final class Reaper
{
    private final Station[] hosts;
    private final DmaRegion[] regions;
    private final LinkTable links;
    private final DropCounters[] drops;

    /**
     * @param hosts   all hosts.
     * @param regions of all hosts.
     * @param links   of the network.
     * @param drops   counters of all hosts.
     */
    Reaper(final Station[] hosts, final DmaRegion[] regions, final LinkTable links, final DropCounters[] drops)
    {
        this.hosts = hosts;
        this.regions = regions;
        this.links = links;
        this.drops = drops;
    }

    /**
     * Returns whether there may be anything to find. If not, a look at all buffers would only take their words from the
     * threads that use them.
     */
    boolean mayFind()
    {
        // Partner: ChannelLink.close().
        if (0 != links.closed().get() || hosts[0].hasFaults())
        {
            return true;
        }
        for (final Station host : hosts)
        {
            if (host.isExpelled())
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks at all buffers of a host.
     *
     * @return the number of shares that were taken back.
     */
    int reap(final int host)
    {
        final DmaRegion region = regions[host];
        int reaped = 0;
        for (int block = 0; block < region.blocks(); block++)
        {
            final long word = region.word(block);
            if (BlockWord.OUT == BlockWord.state(word))
            {
                reaped += reap(region, block, word);
            }
        }
        return reaped;
    }

    private int reap(final DmaRegion region, final int block, final long word)
    {
        final int generation = BlockWord.generation(word);
        int reaped = 0;
        for (int share = 0; share < BlockWord.FILLING; share++)
        {
            if (BlockWord.isUnderWay(word, share))
            {
                reaped += reapUnderWay(region, block, generation, share) ? 1 : 0;
            }
            else if (BlockWord.isReceived(word, share))
            {
                reaped += links.get(region.link(block, share)).receiver().isExpelled() &&
                    region.tryRelease(block, generation, share) ? 1 : 0;
            }
        }
        return reaped;
    }

    /**
     * The link was noted before the share was sent. If it is not the one of this generation any more, the share is not
     * under way in this generation either.
     */
    private boolean reapUnderWay(final DmaRegion region, final int block, final int generation, final int share)
    {
        final ChannelLink link = links.get(region.link(block, share));
        final DropReason reason = link.reasonIfLost(region.polls(block, share));
        if (null == reason || !region.tryTakeBack(block, generation, share))
        {
            return false;
        }
        drops[link.receiver().id()].count(reason);
        return true;
    }

    /**
     * Returns the number of buffers that a host has sent and that nobody has received yet: never less than there are,
     * because each is looked at while it is on its way.
     */
    int countUnderWay(final Station sender)
    {
        int count = 0;
        for (final DmaRegion region : regions)
        {
            for (int block = 0; block < region.blocks(); block++)
            {
                count += isUnderWayFrom(region, block, sender) ? 1 : 0;
            }
        }
        return count;
    }

    private boolean isUnderWayFrom(final DmaRegion region, final int block, final Station sender)
    {
        final long word = region.word(block);
        for (int share = 0; BlockWord.isAnyUnderWay(word) && share < BlockWord.FILLING; share++)
        {
            if (BlockWord.isUnderWay(word, share))
            {
                return sender == links.get(region.link(block, share)).sender();
            }
        }
        return false;
    }
}
