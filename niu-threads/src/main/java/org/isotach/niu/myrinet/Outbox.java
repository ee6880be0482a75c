/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.PacketWriter;

/**
 * Writes the packets of one host. It owns the rule that a buffer is handed over only when its packet has room, and
 * under its next generation. Everything here happens under the send lock.
 */
final class Outbox
{
    /**
     * In place of the number of a link: it has no room, and nothing has been done.
     */
    static final int NO_ROOM = -1;

    /**
     * In place of the number of a link: there is none, so the packet was dropped.
     */
    static final int DROPPED = -2;

    private static final int FIRST_SHARE = 1;

    private final int host;
    private final OutboundChannels channels;
    private final DropCounters[] drops;
    private final int inlineLength;
    private final Packet.Checksum checksum = new Packet.Checksum();

    // Open packets of a multicast.
    private final ChannelLink[] claimedLinks = new ChannelLink[BlockWord.FILLING];
    private final int[] claims = new int[BlockWord.FILLING];

    /**
     * @param host         number of the sending host.
     * @param channels     its links.
     * @param drops        counters of all hosts.
     * @param inlineLength longest payload that is copied.
     */
    Outbox(final int host, final OutboundChannels channels, final DropCounters[] drops, final int inlineLength)
    {
        this.host = host;
        this.channels = channels;
        this.drops = drops;
        this.inlineLength = inlineLength;
    }

    /**
     * Sends one buffer, or several that their receiver gets in one piece, to one channel.
     *
     * @param target number of the receiving host, {@link Routes#NOWHERE} for none.
     * @param parts  1 or more buffers; only the first {@code count} are valid.
     * @param keep   true if they come back.
     * @return the number of the link that carries the packet, {@link #NO_ROOM}, or {@link #DROPPED}.
     */
    int trySend(
        final int target,
        final int channel,
        final Buffer[] parts,
        final int count,
        final long tag,
        final boolean keep)
    {
        if (Routes.NOWHERE == target)
        {
            drop(host, DropReason.NO_ROUTE, parts, count, keep);
            return DROPPED;
        }
        final ChannelLink link = channels.link(target, channel);
        if (null == link)
        {
            drop(target, DropReason.NOT_OPEN, parts, count, keep);
            return DROPPED;
        }
        final boolean isSent = 1 == count && parts[0].length() <= inlineLength ?
            trySendCopy(link, parts[0], tag, keep) : trySendBuffers(link, parts, count, tag, keep);
        return isSent ? link.index() : NO_ROOM;
    }

    private boolean trySendCopy(final ChannelLink link, final Buffer buffer, final long tag, final boolean keep)
    {
        final int length = buffer.length();
        final int offset = link.writer().tryClaimAnew(Packet.inlineLength(length));
        if (PacketWriter.NO_ROOM == offset)
        {
            return false;
        }
        writeCopy(link, offset, buffer, length, tag);
        link.commit();
        buffer.sentAsCopy(keep);
        return true;
    }

    private void writeCopy(
        final ChannelLink link, final int offset, final Buffer buffer, final int length, final long tag)
    {
        final OffHeapBuffer packet = link.writer().buffer();
        Packet.writeHeader(packet, offset, Packet.INLINE, 0, host, length, tag);
        final DmaRegion region = buffer.region();
        // Blocks and packets have room up to the next word.
        region.memory().copyWordsTo(region.offset(buffer.block()), packet, offset + Packet.HEADER_LENGTH,
            length + Long.BYTES - 1 & -Long.BYTES);
    }

    private static void takeBack(final Buffer[] parts, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            parts[i].region().tryTakeBack(parts[i].block(), parts[i].generation(), 0);
        }
    }

    private boolean trySendBuffers(
        final ChannelLink link, final Buffer[] parts, final int count, final long tag, final boolean keep)
    {
        final int offset = link.writer().tryClaimAnew(Packet.length(count));
        if (PacketWriter.NO_ROOM == offset)
        {
            return false;
        }
        final OffHeapBuffer packet = link.writer().buffer();
        Packet.writeHeader(packet, offset, Packet.BUFFERS, count, host, 0, tag);
        for (int i = 0; i < count; i++)
        {
            final Buffer part = parts[i];
            final int length = part.length();
            final int crc = link.isLossy() ? crc(part, length) : 0;
            part.putLink(0, link);
            if (!part.tryHandOver(keep, FIRST_SHARE, link))
            {
                link.writer().abort();
                takeBack(parts, i);
                // Its buffer was taken from the sender, too, if the link was noted just before.
                channels.checkNotExpelled(link.receiver().id());
                throw notMine();
            }
            Packet.writePart(
                packet, offset + Packet.length(i), part.place(), part.generation(), 0, length, crc);
        }
        link.commit();
        return true;
    }

    /**
     * Sends a tag without content.
     */
    boolean trySendTag(final int target, final int channel, final long tag)
    {
        final ChannelLink link = channels.link(target, channel);
        if (null == link)
        {
            drops[target].count(DropReason.NOT_OPEN);
            return true;
        }
        final int offset = link.writer().tryClaimAnew(Packet.inlineLength(0));
        if (PacketWriter.NO_ROOM == offset)
        {
            return false;
        }
        Packet.writeHeader(link.writer().buffer(), offset, Packet.INLINE, 0, host, 0, tag);
        link.commit();
        return true;
    }

    /**
     * Hands a buffer over that its caller then fills; its receiver may read behind the caller.
     *
     * @return the number of the link that carries the packet, {@link #NO_ROOM}, or {@link #DROPPED}: then there is
     * nothing to fill.
     */
    int trySendFilling(final int target, final int channel, final Buffer[] one, final int length)
    {
        final ChannelLink link = Routes.NOWHERE == target ? null : channels.link(target, channel);
        if (null == link)
        {
            drop(Routes.NOWHERE == target ? host : target,
                Routes.NOWHERE == target ? DropReason.NO_ROUTE : DropReason.NOT_OPEN, one, 1, false);
            return DROPPED;
        }
        final Buffer buffer = one[0];
        final int offset = link.writer().tryClaimAnew(Packet.length(1));
        if (PacketWriter.NO_ROOM == offset)
        {
            return NO_ROOM;
        }
        buffer.putLink(0, link);
        buffer.handOverFilling(length);
        Packet.writeHeader(link.writer().buffer(), offset, Packet.FILLING, 1, host, 0, 0);
        Packet.writePart(link.writer().buffer(), offset + Packet.HEADER_LENGTH, buffer.place(), buffer.generation(), 0,
            length, 0);
        link.commit();
        return link.index();
    }

    /**
     * Sends one buffer to a channel of several hosts: to all of them or, if one has no room, to none.
     */
    boolean tryMulticast(final int[] targets, final int channel, final Buffer[] one)
    {
        // Before the first claim.
        checkNotExpelled(targets);
        final Buffer buffer = one[0];
        final int length = buffer.length();
        final boolean isCopied = length <= inlineLength;
        final int packetLength = isCopied ? Packet.inlineLength(length) : Packet.length(1);
        // All links first: there may be no memory for one.
        for (int i = 0; i < targets.length; i++)
        {
            claimedLinks[i] = channels.openLink(targets[i], channel);
        }
        int shares = 0;
        for (int i = 0; i < targets.length; i++)
        {
            if (null != claimedLinks[i])
            {
                claims[i] = claimedLinks[i].writer().tryClaimAnew(packetLength);
                if (PacketWriter.NO_ROOM == claims[i])
                {
                    abortClaims(i);
                    return false;
                }
                buffer.putLink(i, claimedLinks[i]);
                shares |= 1 << i;
            }
        }
        final int crc = channels.isLossy() && !isCopied ? crc(buffer, length) : 0;
        // A buffer that was received has one target.
        if (!isCopied && 0 != shares && !buffer.tryHandOver(false, shares, claimedLinks[0]))
        {
            abortClaims(targets.length);
            checkNotExpelled(targets);
            throw notMine();
        }
        for (int i = 0; i < targets.length; i++)
        {
            final ChannelLink link = claimedLinks[i];
            if (null == link)
            {
                drops[targets[i]].count(DropReason.NOT_OPEN);
            }
            else if (isCopied)
            {
                writeCopy(link, claims[i], buffer, length, 0);
                link.commit();
            }
            else
            {
                final OffHeapBuffer packet = link.writer().buffer();
                Packet.writeHeader(packet, claims[i], Packet.SHARED, 1, host, 0, 0);
                Packet.writePart(packet, claims[i] + Packet.HEADER_LENGTH, buffer.place(), buffer.generation(), i,
                    length, crc);
                link.commit();
            }
        }
        if (isCopied || 0 == shares)
        {
            buffer.sentAsCopy(false);
        }
        return true;
    }

    private void checkNotExpelled(final int[] targets)
    {
        for (int i = 0; i < targets.length; i++)
        {
            channels.checkNotExpelled(targets[i]);
        }
    }

    private void abortClaims(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (null != claimedLinks[i])
            {
                claimedLinks[i].writer().abort();
            }
        }
    }

    private void drop(
        final int target, final DropReason reason, final Buffer[] parts, final int count, final boolean keep)
    {
        drops[target].count(reason);
        for (int i = 0; i < count; i++)
        {
            parts[i].sentAsCopy(keep);
        }
    }

    private int crc(final Buffer buffer, final int length)
    {
        return checksum.of(buffer.region().memory(), buffer.region().offset(buffer.block()), length);
    }

    private IllegalStateException notMine()
    {
        return new IllegalStateException("a buffer that host " + host +
            " sends is in other use: it was freed, sent before, or taken because its host was expelled");
    }

    @Override
    public String toString()
    {
        return "Outbox{host=" + host + '}';
    }
}
