/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.HostExpelledException;
import org.isotach.niu.link.FaultyPacketLink;
import org.isotach.niu.link.RecordRing;

/**
 * The links of one host to the channels that it has sent to: makes one for the first packet, and another one for the
 * first packet after the channel was closed. Everything here happens under the send lock, but for the questions which
 * link there is, and whether a host is expelled.
 */
final class OutboundChannels
{
    private final Station host;
    private final Station[] hosts;
    private final ChannelTable[] channels;
    private final LinkTable links;
    private final WaiterList waiters;
    private final boolean isLossy;
    private final int capacity;

    // By host and channel; null before the first packet.
    private final ChannelLink[][] outbound;

    // By host: in place of all links to it that were closed; null before the first one.
    private final ChannelLink[] closedTwins;

    /**
     * @param host     the sending host.
     * @param hosts    all hosts.
     * @param channels of all hosts.
     * @param links    of the network.
     * @param waiters  threads of the host that wait for room.
     * @param context  settings of the network.
     */
    OutboundChannels(
        final Station host,
        final Station[] hosts,
        final ChannelTable[] channels,
        final LinkTable links,
        final WaiterList waiters,
        final MyrinetContext context)
    {
        this.host = host;
        this.hosts = hosts;
        this.channels = channels;
        this.links = links;
        this.waiters = waiters;
        isLossy = host.hasFaults();
        outbound = new ChannelLink[hosts.length][];
        closedTwins = new ChannelLink[hosts.length];
        final int inline = Packet.inlineLength(context.inlineLength());
        final int usual = recordLength(Math.max(inline, Packet.length(1)));
        final int longest = recordLength(Math.max(inline, Packet.length(Packet.MAX_PARTS)));
        capacity = powerOfTwo(Math.max((context.channelLength() + 1) * usual, 2 * longest));
    }

    private int recordLength(final int packetLength)
    {
        return isLossy ? FaultyPacketLink.recordLength(packetLength) : RecordRing.recordLength(packetLength);
    }

    private static int powerOfTwo(final int value)
    {
        return Integer.highestOneBit(value - 1) << 1;
    }

    /**
     * Returns whether packets may be lost.
     */
    boolean isLossy()
    {
        return isLossy;
    }

    /**
     * Lets time pass on the links with faults.
     */
    void tick()
    {
        if (isLossy)
        {
            for (final ChannelLink[] toHost : outbound)
            {
                for (int channel = 0; null != toHost && channel < toHost.length; channel++)
                {
                    if (null != toHost[channel])
                    {
                        toHost[channel].tick();
                    }
                }
            }
        }
    }

    /**
     * Returns the link to a channel, if there has been one.
     */
    ChannelLink linkOrNull(final int target, final int channel)
    {
        return null == outbound[target] ? null : outbound[target][channel];
    }

    /**
     * Returns the link to a channel, null if the channel is not open.
     */
    ChannelLink link(final int target, final int channel)
    {
        checkNotExpelled(target);
        return openLink(target, channel);
    }

    boolean isExpelled(final int target)
    {
        return hosts[target].isExpelled();
    }

    void checkNotExpelled(final int target)
    {
        if (isExpelled(target))
        {
            throw new HostExpelledException(
                hosts[target].describe(target) + " was expelled: nothing can be sent to it");
        }
    }

    /**
     * Does the same as {@link #link} for a host of which it is known that it is not expelled.
     */
    ChannelLink openLink(final int target, final int channel)
    {
        final ChannelLink link = linkOrNull(target, channel);
        return null == link || link.isClosed() ? connect(target, channel, link) : link;
    }

    private ChannelLink connect(final int target, final int channel, final ChannelLink before)
    {
        if (null == outbound[target])
        {
            outbound[target] = new ChannelLink[channels[target].count()];
        }
        if (null != before)
        {
            close(before, target);
            outbound[target][channel] = null;
        }
        final Channel open = channels[target].get(channel);
        if (null == open)
        {
            return null;
        }
        final ChannelLink link = links.add(index -> new ChannelLink(
            index,
            host,
            hosts[target],
            host.newPacketLink(target, capacity),
            links.closed(),
            isLossy && target != host.id(),
            open.count(),
            open.waiter(),
            waiters));
        if (!open.tryAccept(link))
        {
            close(link, target);
            return null;
        }
        outbound[target][channel] = link;
        return link;
    }

    private void close(final ChannelLink link, final int target)
    {
        if (null == closedTwins[target])
        {
            closedTwins[target] = ChannelLink.closedTwin(host, hosts[target]);
        }
        links.close(link, closedTwins[target]);
    }

    @Override
    public String toString()
    {
        return "OutboundChannels{host=" + host.id() + '}';
    }
}
