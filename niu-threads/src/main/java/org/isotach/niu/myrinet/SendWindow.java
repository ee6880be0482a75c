/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.IsotachException;

/**
 * The sending half of {@link Rpp}: what was sent and is not acknowledged. It owns the rule that the content of a buffer
 * stays as it is until its receiver has it. Belongs to the thread of the connection.
 */
final class SendWindow
{
    private static final int CALLS_UNTIL_RETRY = 64;
    private static final int MAX_BACKOFF = 4;

    private final SendSide sendSide;
    private final int route;
    private final int target;
    private final int channel;
    private final Buffer[] buffers;
    private final boolean[] areInPlace;

    // Numbers of the links that carried the messages, Outbox.DROPPED for those that had none.
    private final int[] links;
    private final int mask;
    private DmaRegion spares;
    private long next;
    private long acknowledged;
    private long resent;
    private int pollsWhenSent;
    private int calls;
    private int backoff = 1;

    /**
     * @param sendSide of the host.
     * @param route    to the other end.
     * @param channel  of the other end.
     * @param window   largest number of messages that are not acknowledged, a power of two.
     */
    SendWindow(final SendSide sendSide, final int route, final int channel, final int window)
    {
        final int bufferLength = sendSide.region().blockLength();
        final long length = MyrinetContext.regionLength(window, bufferLength);
        if (length > MyrinetContext.MAX_REGION_LENGTH)
        {
            throw new IllegalArgumentException("window: " + window + ", MyrinetContext.bufferLength: " + bufferLength +
                ": " + length + " bytes when the pool is empty (expected: at most " +
                MyrinetContext.MAX_REGION_LENGTH + "; use a smaller window or shorter buffers)");
        }
        this.sendSide = sendSide;
        this.route = route;
        this.channel = channel;
        target = sendSide.routes().destination(route);
        buffers = new Buffer[window];
        areInPlace = new boolean[window];
        links = new int[window];
        mask = window - 1;
    }

    /**
     * Returns a buffer of the pool, or memory whose content is copied when it is sent.
     */
    Buffer tryBuffer()
    {
        final Buffer buffer = sendSide.tryBuffer();
        return null == buffer ? trySpare() : buffer;
    }

    private Buffer trySpare()
    {
        if (null == spares)
        {
            spares = new DmaRegion(
                null, sendSide.region().host(), buffers.length, sendSide.region().blockLength(), new WaiterList());
        }
        final int block = spares.tryTake();
        if (DmaRegion.NONE == block)
        {
            return null;
        }
        boolean isOwned = false;
        try
        {
            final Buffer spare = new Buffer(spares, block, sendSide.isParanoid());
            spare.own();
            isOwned = true;
            return spare;
        }
        finally
        {
            if (!isOwned)
            {
                // Without memory for a handle the block would be lost for good.
                spares.tryFree(block, BlockWord.generation(spares.word(block)));
            }
        }
    }

    boolean trySend(final Buffer buffer)
    {
        buffer.checkSendable(1);
        checkPeer();
        if (next - acknowledged > mask)
        {
            return false;
        }
        final Buffer sent = inPool(buffer);
        if (null == sent)
        {
            return false;
        }
        final int slot = (int)next & mask;
        boolean isSent = false;
        try
        {
            isSent = trySend(sent, next);
        }
        finally
        {
            if (sent != buffer)
            {
                // A received one is in other hands if this host was expelled just now. The copy is sent all the same.
                (isSent ? buffer : sent).tryFree();
            }
        }
        if (!isSent)
        {
            return false;
        }
        if (next == acknowledged)
        {
            restart();
        }
        buffers[slot] = sent;
        next++;
        return true;
    }

    /**
     * A peer that is gone is not a full window.
     */
    void checkPeer()
    {
        sendSide.checkNotExpelled(target);
    }

    /**
     * Copies the content of spare memory, and of what was received, into a buffer that can be sent: one of the pool, or
     * else one that its receiver has freed already (Panariti, "Buffers").
     *
     * @return null if there is none at present.
     */
    private Buffer inPool(final Buffer buffer)
    {
        if (BufferState.OWNED == buffer.state() &&
            (buffer.length() <= sendSide.inlineLength() || buffer.region() != spares))
        {
            return buffer;
        }
        // First: what was received in a packet of its own may be longer than the blocks of the pool.
        sendSide.checkLength(buffer.length());
        Buffer other = sendSide.tryBuffer();
        if (null == other)
        {
            other = steal();
        }
        if (null != other)
        {
            other.length(buffer.length());
            buffer.region().memory().copyTo(buffer.region().offset(buffer.block()), other.region().memory(),
                other.region().offset(other.block()), buffer.length());
        }
        return other;
    }

    /**
     * On a link that loses nothing, a buffer that has come back was received, whether or not that was acknowledged yet.
     */
    private Buffer steal()
    {
        final ChannelLink link = sendSide.linkOrNull(target, channel);
        if (null == link || link.isLossy() || link.isClosed())
        {
            return null;
        }
        for (long number = acknowledged; number < next; number++)
        {
            final int slot = (int)number & mask;
            final Buffer buffer = buffers[slot];
            if (null != buffer && areInPlace[slot] && isOver(link, number))
            {
                buffer.endRetention();
                // A channel says that it is closed before buffers are taken back that it has not received.
                if (BufferState.OWNED == buffer.state() && !link.isClosed())
                {
                    buffers[slot] = null;
                    return buffer;
                }
                buffer.retain();
            }
        }
        return null;
    }

    private boolean trySend(final Buffer buffer, final long number)
    {
        final int link = sendSide.trySendOver(route, channel, buffer, RppTag.data(number), true);
        if (Outbox.NO_ROOM == link)
        {
            return false;
        }
        final int slot = (int)number & mask;
        links[slot] = link;
        areInPlace[slot] = BufferState.LENT == buffer.state();
        buffer.retain();
        return true;
    }

    /**
     * The other end has everything up to a number.
     */
    void acknowledge(final long number)
    {
        if (number <= acknowledged || number > next)
        {
            return;
        }
        while (acknowledged < number)
        {
            final int slot = (int)acknowledged & mask;
            if (null != buffers[slot])
            {
                buffers[slot].endRetention();
                // It may have been sent once more than necessary.
                buffers[slot].tryTakeBack();
            }
            free(slot);
            acknowledged++;
        }
        restart();
    }

    private void free(final int slot)
    {
        if (null != buffers[slot])
        {
            buffers[slot].endRetention();
            buffers[slot].free();
            buffers[slot] = null;
        }
    }

    private void restart()
    {
        final ChannelLink link = sendSide.linkOrNull(target, channel);
        pollsWhenSent = null == link ? 0 : link.polls();
        backoff = 1;
        calls = 0;
    }

    /**
     * Sends again what was dropped because the other end was not open, and what seems to be lost: the other end has
     * looked in vain, and has not acknowledged it.
     */
    void resendIfLate()
    {
        if (next == acknowledged || sendSide.isExpelled(target) || sendSide.isHostOver())
        {
            return;
        }
        final ChannelLink link = sendSide.linkOrNull(target, channel);
        final boolean isOpen = null != link && !link.isClosed();
        final boolean isSafe = isOpen && !link.isLossy();
        // The first one is enough: when it is acknowledged, the next one is the first.
        if (isSafe && isOver(link, acknowledged))
        {
            return;
        }
        sendSide.tick();
        final boolean isLate = isSafe || (isOpen ?
            link.hasLookedInVain(pollsWhenSent, backoff * ChannelLink.POLLS_UNTIL_LOST) :
            ++calls > backoff * CALLS_UNTIL_RETRY);
        if (isLate)
        {
            long number = acknowledged;
            while (number < next && (isSafe && isOver(link, number) || tryResend(number)))
            {
                number++;
            }
            pollsWhenSent = isOpen ? link.polls() : 0;
            calls = 0;
            backoff = Math.min(2 * backoff, MAX_BACKOFF);
        }
    }

    /**
     * Returns whether a link has carried a message. If it loses nothing, and is open, the message arrives.
     */
    private boolean isOver(final ChannelLink link, final long number)
    {
        return link.index() == links[(int)number & mask];
    }

    /**
     * @return false if there is no room.
     */
    private boolean tryResend(final long number)
    {
        final Buffer buffer = buffers[(int)number & mask];
        if (null == buffer)
        {
            return true;
        }
        buffer.endRetention();
        // Not if the other end has it in its hands.
        if (BufferState.OWNED == buffer.state() || buffer.tryTakeBack())
        {
            if (trySendAgain(buffer, number))
            {
                resent++;
                return true;
            }
            buffer.retain();
            return false;
        }
        buffer.retain();
        return true;
    }

    private boolean trySendAgain(final Buffer buffer, final long number)
    {
        try
        {
            return trySend(buffer, number);
        }
        catch (final IsotachException ex)
        {
            // Expelled or closed just now. As if it had been so before, the calls that need the other end say so.
            return false;
        }
    }

    /**
     * Frees everything: it may still arrive.
     */
    void close()
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            free(slot);
        }
    }

    int unacknowledged()
    {
        return (int)(next - acknowledged);
    }

    long resent()
    {
        return resent;
    }
}
