/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * Sends for the threads of one host, one at a time, and takes buffers from its pool. It owns the rule that everything
 * is checked before anything is done. Threadsafe.
 */
final class SendSide extends Padded
{
    // Of a payload that its receiver may read behind the sender.
    private static final int FILL_CHUNK = 4096;
    private static final int FAILURES_PER_REAP = 8;
    private static final int FAILURES_PER_POLL = 128;

    private final Host host;
    private final String what;
    private final Object network;
    private final int inlineLength;
    private final DmaRegion region;
    private final ChannelTable channels;
    private final OutboundChannels outbound;
    private final Outbox outbox;
    private final Reaper reaper;
    private final Routes routes;
    private final SendLock lock = new SendLock();
    private final boolean isParanoid;

    // Under the lock.
    private final Buffer[] handles;
    private final Buffer[] parts = new Buffer[Packet.MAX_PARTS];

    // Calls without success: their number need not be exact.
    private int failures;

    /**
     * @param host         the host.
     * @param network      whose buffers may be sent.
     * @param inlineLength longest payload that is copied.
     * @param region       of the host.
     * @param channels     of the host, whose numbers are those of all hosts.
     * @param outbound     links of the host.
     * @param outbox       of the host.
     * @param reaper       of the network.
     * @param routes       of the host.
     */
    SendSide(
        final Host host,
        final Object network,
        final int inlineLength,
        final DmaRegion region,
        final ChannelTable channels,
        final OutboundChannels outbound,
        final Outbox outbox,
        final Reaper reaper,
        final Routes routes)
    {
        this.host = host;
        what = "using the network interface of host " + host.id();
        this.network = network;
        this.inlineLength = inlineLength;
        this.region = region;
        this.channels = channels;
        this.outbound = outbound;
        this.outbox = outbox;
        this.reaper = reaper;
        this.routes = routes;
        isParanoid = host.context().paranoid();
        handles = new Buffer[region.blocks()];
    }

    DmaRegion region()
    {
        return region;
    }

    int inlineLength()
    {
        return inlineLength;
    }

    void checkChannel(final int channel)
    {
        channels.checkNumber(channel, 0);
    }

    Routes routes()
    {
        return routes;
    }

    Buffer tryBuffer()
    {
        checkOpen();
        final Buffer buffer = take();
        if (null != buffer)
        {
            return buffer;
        }
        // Some may never come back by themselves.
        final boolean isDue = 0 == failures % FAILURES_PER_REAP;
        failed();
        return isDue && reaper.mayFind() && 0 < reap() ? take() : null;
    }

    private Buffer take()
    {
        lock.enter();
        try
        {
            final int block = region.tryTake();
            if (DmaRegion.NONE == block)
            {
                return null;
            }
            if (isParanoid || null == handles[block])
            {
                handles[block] = new Buffer(region, block, isParanoid);
            }
            final Buffer buffer = handles[block];
            buffer.own();
            return buffer;
        }
        finally
        {
            lock.exit();
        }
    }

    int reap()
    {
        tick();
        return reaper.reap(host.id());
    }

    void tick()
    {
        lock.enter();
        try
        {
            outbound.tick();
        }
        finally
        {
            lock.exit();
        }
    }

    boolean trySend(final int route, final int channel, final Buffer buffer, final long tag, final boolean keep)
    {
        return trySendTo(checkTarget(route, channel), channel, buffer, tag, keep);
    }

    private boolean trySendTo(
        final int target, final int channel, final Buffer buffer, final long tag, final boolean keep)
    {
        checkBuffer(buffer, 1);
        if (keep && BufferState.OWNED != buffer.state())
        {
            throw new IllegalStateException("only a buffer of the own pool can be lent: send() a received one");
        }
        final boolean isSent;
        lock.enter();
        try
        {
            parts[0] = buffer;
            isSent = outbox.trySend(target, channel, parts, 1, tag, keep);
        }
        finally
        {
            lock.exit();
        }
        return isSent || failed();
    }

    boolean tryGather(final int route, final int channel, final Buffer[] buffers)
    {
        if (buffers.length < 2 || buffers.length > Packet.MAX_PARTS)
        {
            throw new IllegalArgumentException(
                "buffers: " + buffers.length + " (expected: 2.." + Packet.MAX_PARTS + " different ones)");
        }
        final int target = checkTarget(route, channel);
        for (int i = 0; i < buffers.length; i++)
        {
            checkBuffer(buffers[i], 1);
            checkInPlace(buffers[i]);
            for (int j = 0; j < i; j++)
            {
                if (buffers[i] == buffers[j])
                {
                    throw new IllegalArgumentException("buffers " + j + " and " + i +
                        " are the same one (expected: different ones)");
                }
            }
        }
        final boolean isSent;
        lock.enter();
        try
        {
            System.arraycopy(buffers, 0, parts, 0, buffers.length);
            isSent = outbox.trySend(target, channel, parts, buffers.length, 0, false);
        }
        finally
        {
            lock.exit();
        }
        return isSent || failed();
    }

    boolean tryMulticast(final int[] targets, final int channel, final Buffer buffer)
    {
        checkOpen();
        checkTargets(targets);
        channels.checkNumber(channel, 0);
        checkBuffer(buffer, targets.length);
        final boolean isSent;
        lock.enter();
        try
        {
            parts[0] = buffer;
            isSent = outbox.tryMulticast(targets, channel, parts);
        }
        finally
        {
            lock.exit();
        }
        return isSent || failed();
    }

    boolean trySendBytes(final int route, final int channel, final byte[] source, final int offset, final int length)
    {
        final int target = checkTarget(route, channel);
        if (length > region.blockLength())
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + region.blockLength() +
                " bytes; see MyrinetContext.bufferLength, or send several messages)");
        }
        final Buffer buffer = tryBuffer();
        if (null == buffer)
        {
            return false;
        }
        boolean isSent = false;
        try
        {
            if (length <= inlineLength)
            {
                buffer.putBytes(0, source, offset, length);
                isSent = trySend(route, channel, buffer.length(length), 0, false);
            }
            else
            {
                isSent = trySendFilling(target, channel, buffer, source, offset, length);
            }
        }
        finally
        {
            if (!isSent)
            {
                buffer.free();
            }
        }
        return isSent;
    }

    private boolean trySendFilling(
        final int target,
        final int channel,
        final Buffer buffer,
        final byte[] source,
        final int offset,
        final int length)
    {
        final int result;
        lock.enter();
        try
        {
            parts[0] = buffer;
            result = outbox.trySendFilling(target, channel, parts, length);
        }
        finally
        {
            lock.exit();
        }
        if (Outbox.SENT == result)
        {
            buffer.fill(source, offset, FILL_CHUNK);
        }
        return Outbox.NO_ROOM != result || failed();
    }

    /**
     * Sends a tag without content, for protocols.
     */
    boolean trySendTag(final int target, final int channel, final long tag)
    {
        checkOpen();
        lock.enter();
        try
        {
            return outbox.trySendTag(target, channel, tag);
        }
        finally
        {
            lock.exit();
        }
    }

    void checkNotExpelled(final int target)
    {
        outbound.checkNotExpelled(target);
    }

    boolean isExpelled(final int target)
    {
        return outbound.isExpelled(target);
    }

    /**
     * Returns the link to a channel of a host, null if there has been none.
     */
    ChannelLink linkOrNull(final int target, final int channel)
    {
        return outbound.linkOrNull(target, channel);
    }

    /**
     * A loop around calls that fail makes progress, whatever other hosts do.
     */
    private boolean failed()
    {
        failures++;
        if (0 == failures % FAILURES_PER_POLL)
        {
            host.poll();
        }
        return false;
    }

    void checkOpen()
    {
        host.models().checkNotInHandler(what);
        host.models().checkOpen();
    }

    private int checkTarget(final int route, final int channel)
    {
        checkOpen();
        channels.checkNumber(channel, 0);
        return routes.destination(route);
    }

    private void checkTargets(final int[] targets)
    {
        if (targets.length < 1 || targets.length > BlockWord.FILLING)
        {
            throw new IllegalArgumentException("hosts: " + targets.length + " (expected: 1.." + BlockWord.FILLING +
                " different ones; send a copy to others)");
        }
        for (int i = 0; i < targets.length; i++)
        {
            if (targets[i] < 0 || targets[i] >= host.hostCount())
            {
                throw new IllegalArgumentException(
                    "host: " + targets[i] + " (expected: 0.." + (host.hostCount() - 1) + ')');
            }
            for (int j = 0; j < i; j++)
            {
                if (targets[i] == targets[j])
                {
                    throw new IllegalArgumentException(
                        "host " + targets[i] + " is named twice (expected: different hosts)");
                }
            }
        }
    }

    private void checkBuffer(final Buffer buffer, final int shares)
    {
        buffer.checkSendable(shares);
        if (buffer.length() > inlineLength)
        {
            checkInPlace(buffer);
        }
    }

    private void checkInPlace(final Buffer buffer)
    {
        if (!buffer.region().isOf(network))
        {
            throw new IllegalStateException("the buffer is not from a pool of this network: take one with" +
                " tryBuffer(), and copy the content");
        }
    }

    @Override
    public String toString()
    {
        return "SendSide{host=" + host.id() + '}';
    }
}
