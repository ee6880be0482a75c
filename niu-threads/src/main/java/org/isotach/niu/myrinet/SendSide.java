/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.Padded;

/**
 * Sends for the threads of one host, one at a time, and takes buffers from its pool. It owns the rule that everything
 * is checked, by {@link SendChecks}, before anything is done. Threadsafe.
 */
final class SendSide extends Padded
{
    // Of a payload that its receiver may read behind the sender.
    private static final int FILL_CHUNK = 4096;
    private static final int MISSES_PER_REAP = 8;
    private static final int FAILURES_PER_POLL = 128;

    private final Station host;
    private final SendChecks checks;
    private final int inlineLength;
    private final DmaRegion region;
    private final OutboundChannels outbound;
    private final Outbox outbox;
    private final Reaper reaper;
    private final Routes routes;
    private final SendLock lock = new SendLock();
    private final boolean isParanoid;

    // Under the lock.
    private final Buffer[] handles;
    private final Buffer[] parts = new Buffer[Packet.MAX_PARTS];

    // Calls without success, and those that found no buffer: their numbers need not be exact.
    private int failures;
    private int misses;

    /**
     * @param host         the host.
     * @param checks       of the host.
     * @param inlineLength longest payload that is copied.
     * @param region       of the host.
     * @param outbound     links of the host.
     * @param outbox       of the host.
     * @param reaper       of the network.
     * @param routes       of the host.
     */
    SendSide(
        final Station host,
        final SendChecks checks,
        final int inlineLength,
        final DmaRegion region,
        final OutboundChannels outbound,
        final Outbox outbox,
        final Reaper reaper,
        final Routes routes)
    {
        this.host = host;
        this.checks = checks;
        this.inlineLength = inlineLength;
        this.region = region;
        this.outbound = outbound;
        this.outbox = outbox;
        this.reaper = reaper;
        this.routes = routes;
        isParanoid = host.isParanoid();
        handles = new Buffer[region.blocks()];
    }

    boolean isParanoid()
    {
        return isParanoid;
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
        checks.checkChannel(channel);
    }

    Routes routes()
    {
        return routes;
    }

    /**
     * Makes the link to a channel that is open, before any buffer is in use.
     *
     * @param withBuffers true to make the handles of the pool, too; in paranoid mode none is used twice.
     */
    void prepare(final int target, final int channel, final boolean withBuffers)
    {
        lock.enter();
        try
        {
            outbound.link(target, channel);
            for (int block = 0; withBuffers && !isParanoid && block < handles.length; block++)
            {
                handles[block] = new Buffer(region, block, false);
            }
        }
        finally
        {
            lock.exit();
        }
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
        final boolean isDue = 0 == misses++ % MISSES_PER_REAP;
        failed();
        return isDue && reaper.mayFind() && 0 < reap() ? take() : null;
    }

    private Buffer take()
    {
        lock.enter();
        try
        {
            final int block = region.tryTake();
            return DmaRegion.NONE == block ? null : own(block);
        }
        finally
        {
            lock.exit();
        }
    }

    private Buffer own(final int block)
    {
        boolean isOwned = false;
        try
        {
            if (isParanoid || null == handles[block])
            {
                handles[block] = new Buffer(region, block, isParanoid);
            }
            handles[block].own();
            isOwned = true;
            return handles[block];
        }
        finally
        {
            if (!isOwned)
            {
                // Without memory for a handle the block would be lost for good.
                region.tryFree(block, BlockWord.generation(region.word(block)));
            }
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
        return Outbox.NO_ROOM != trySendOver(route, channel, buffer, tag, keep);
    }

    /**
     * Does the same as {@link #trySend}, for protocols.
     *
     * @return the number of the link that carries the packet, {@link Outbox#NO_ROOM}, or {@link Outbox#DROPPED}.
     */
    int trySendOver(final int route, final int channel, final Buffer buffer, final long tag, final boolean keep)
    {
        final int target = checkTarget(route, channel);
        checks.checkBuffer(buffer, 1);
        if (keep && BufferState.OWNED != buffer.state())
        {
            throw new IllegalStateException("only a buffer of the own pool can be lent: send() a received one");
        }
        final int link;
        lock.enter();
        try
        {
            link = outbox.trySend(target, channel, buffer.alone(), 1, tag, keep);
        }
        finally
        {
            lock.exit();
        }
        if (Outbox.NO_ROOM == link)
        {
            failed();
        }
        return link;
    }

    boolean tryGather(final int route, final int channel, final Buffer[] buffers)
    {
        checks.checkCount(buffers);
        final int target = checkTarget(route, channel);
        checks.checkParts(buffers);
        final boolean isSent;
        lock.enter();
        try
        {
            System.arraycopy(buffers, 0, parts, 0, buffers.length);
            isSent = Outbox.NO_ROOM != outbox.trySend(target, channel, parts, buffers.length, 0, false);
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
        checks.checkTargets(targets);
        checks.checkChannel(channel);
        checks.checkBuffer(buffer, targets.length);
        final boolean isSent;
        lock.enter();
        try
        {
            isSent = outbox.tryMulticast(targets, channel, buffer.alone());
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
        checks.checkLength(length);
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
        final int link;
        lock.enter();
        try
        {
            link = outbox.trySendFilling(target, channel, buffer.alone(), length);
        }
        finally
        {
            lock.exit();
        }
        if (0 <= link)
        {
            buffer.fill(source, offset, FILL_CHUNK);
        }
        return Outbox.NO_ROOM != link || failed();
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

    boolean isHostOver()
    {
        return host.isOver();
    }

    boolean isExpelled(final int target)
    {
        return outbound.isExpelled(target);
    }

    /**
     * Refuses a content that is longer than the blocks of the pool.
     */
    void checkLength(final int length)
    {
        checks.checkLength(length);
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
        checks.checkOpen();
    }

    private int checkTarget(final int route, final int channel)
    {
        checkOpen();
        checks.checkChannel(channel);
        return routes.destination(route);
    }

    @Override
    public String toString()
    {
        return "SendSide{host=" + host.id() + '}';
    }
}
