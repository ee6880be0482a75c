/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.Padded;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.link.PacketReader;
import org.isotach.niu.link.PacketWriter;
import org.isotach.niu.spi.Wakeable;

/**
 * The packets from one host to one channel. The writer belongs to whoever has the send lock of the sender, the reader
 * to the thread of the channel.
 */
final class ChannelLink extends Padded
{
    /**
     * Looks in vain of the receiver, after which a packet is lost: more than any delay of a link.
     */
    static final int POLLS_UNTIL_LOST = 16;

    private static final int NO_INDEX = -1;

    private final int index;
    private final Station sender;
    private final Station receiver;
    private final PacketWriter writer;
    private final PacketReader reader;
    private final AtomicInteger closed;
    private final boolean isLossy;
    private final CountLine count;

    // Null if no thread waits for packets.
    private final Wakeable receiverWaiter;
    private final WaiterList senderWaiters;

    private long corruptPackets;

    // The current packet was not taken. Rarely written: senders read this line.
    private boolean isStaying;

    // Written by the receiver: how often it has found nothing, counted only if the link has faults.
    private volatile int polls;
    private volatile boolean isClosed;

    /**
     * @param index          of the link in its network.
     * @param sender         the sending host.
     * @param receiver       the receiving host.
     * @param link           carries the packets; null if it is closed.
     * @param closed         number of links that were closed.
     * @param isLossy        true if it has faults.
     * @param count          of the channel.
     * @param receiverWaiter of the thread of the channel, null if it never waits.
     * @param senderWaiters  threads of the sender that wait for room.
     */
    ChannelLink(
        final int index,
        final Station sender,
        final Station receiver,
        final PacketLink link,
        final AtomicInteger closed,
        final boolean isLossy,
        final CountLine count,
        final Wakeable receiverWaiter,
        final WaiterList senderWaiters)
    {
        this.index = index;
        this.sender = sender;
        this.receiver = receiver;
        this.closed = closed;
        this.isLossy = isLossy;
        this.count = count;
        this.receiverWaiter = receiverWaiter;
        this.senderWaiters = senderWaiters;
        writer = null == link ? null : link.writer();
        reader = null == link ? null : link.reader();
        isClosed = null == link;
    }

    /**
     * Returns a link that says of its packets what each closed one says that had the same ends, and keeps nothing of
     * any channel.
     */
    static ChannelLink closedTwin(final Station sender, final Station receiver)
    {
        return new ChannelLink(NO_INDEX, sender, receiver, null, null, false, null, null, null);
    }

    /**
     * Returns the number of the link in its network.
     */
    int index()
    {
        return index;
    }

    Station sender()
    {
        return sender;
    }

    PacketWriter writer()
    {
        return writer;
    }

    PacketReader reader()
    {
        return reader;
    }

    /**
     * Returns whether the link has faults.
     */
    boolean isLossy()
    {
        return isLossy;
    }

    /**
     * Sends the claimed packet.
     */
    void commit()
    {
        writer.commit();
        if (isLossy)
        {
            writer.tick();
        }
        // Behind the packet: whoever sees the count finds it. Partner: CountLine.get().
        count.add();
        wakeReceiver();
    }

    /**
     * Lets time pass on a link with faults.
     */
    void tick()
    {
        writer.tick();
        wakeReceiver();
    }

    private void wakeReceiver()
    {
        if (null != receiverWaiter)
        {
            receiverWaiter.wake();
        }
    }

    /**
     * For the receiver: moves to the next packet.
     */
    boolean next()
    {
        final boolean isNext = isStaying || reader.next();
        if (isStaying)
        {
            isStaying = false;
        }
        else if (isNext)
        {
            senderWaiters.wake();
        }
        else if (isLossy)
        {
            polls++;
        }
        return isNext;
    }

    /**
     * For the receiver: the next packet is the current one once more.
     */
    void stay()
    {
        isStaying = true;
    }

    /**
     * For the receiver: returns the number of packets that were not intact, since the last call.
     */
    long newCorruptPackets()
    {
        final long before = corruptPackets;
        corruptPackets = reader.corruptPackets();
        return corruptPackets - before;
    }

    /**
     * Returns how often the receiver has found nothing.
     */
    int polls()
    {
        return polls;
    }

    /**
     * The channel takes nothing more from this link.
     */
    void close()
    {
        isClosed = true;
        // Behind the flag: whoever sees the number finds it. Partner: Reaper.mayFind().
        closed.getAndIncrement();
        senderWaiters.wake();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Returns why a packet that has not been received will never be.
     *
     * @param pollsWhenSent of the receiver.
     * @return null if it may still be.
     */
    DropReason reasonIfLost(final int pollsWhenSent)
    {
        if (sender.isExpelled() || receiver.isExpelled())
        {
            return DropReason.EXPELLED;
        }
        if (isClosed || receiver.isOver())
        {
            return DropReason.CLOSED;
        }
        return isLossy && hasLookedInVain(pollsWhenSent, POLLS_UNTIL_LOST) ? DropReason.LOST : null;
    }

    /**
     * Returns whether the receiver has found nothing more often than so many times.
     *
     * @param pollsBefore what {@link #polls} was; of an earlier link, the answer may be true too early.
     */
    boolean hasLookedInVain(final int pollsBefore, final int times)
    {
        // The number wraps around, and is never behind an earlier one.
        return Integer.compareUnsigned(polls - pollsBefore, times) > 0;
    }

    Station receiver()
    {
        return receiver;
    }

    @Override
    public String toString()
    {
        return "ChannelLink{from=" + sender.id() + ", to=" + receiver.id() + ", closed=" + isClosed + '}';
    }
}
