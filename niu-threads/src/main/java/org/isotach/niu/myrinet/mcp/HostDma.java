/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The state machine of the engine between host and board (Panariti, "Data flow"): it fills the tx pool from the host,
 * and empties the rx pool into the channels, one transfer at a time.
 */
final class HostDma
{
    private enum State
    {
        IDLE, FROM_HOST, TO_HOST, BEHIND, NOTIFY
    }

    private final McpContext context;
    private final OffHeapBuffer sram;
    private final Hcb hcb;
    private final HostRegion region;
    private final IoPool tx;
    private final IoPool rx;
    private final ReceiveDma receive;
    private final DropCounts drops;
    private final HostTransfer transfer;
    private final long[] counts;

    private State state = State.IDLE;

    // What was taken off the send queue.
    private long taken;
    private int frameLength;
    private boolean isAhead;

    // What goes to the host.
    private int channel;
    private int place;
    private int moved;
    private long number;

    HostDma(
        final McpContext context,
        final OffHeapBuffer sram,
        final Hcb hcb,
        final HostRegion region,
        final IoPool tx,
        final IoPool rx,
        final ReceiveDma receive,
        final DropCounts drops)
    {
        this.context = context;
        this.sram = sram;
        this.hcb = hcb;
        this.region = region;
        this.tx = tx;
        this.rx = rx;
        this.receive = receive;
        this.drops = drops;
        transfer = new HostTransfer(context.hostDmaLength());
        counts = new long[context.channels()];
    }

    /**
     * Does one step of the engine.
     *
     * @return amount of work.
     */
    int advance()
    {
        return transfer.advance();
    }

    /**
     * Does one step of the state machine.
     *
     * @return false if nothing has changed.
     */
    boolean service()
    {
        if (transfer.isBusy())
        {
            return false;
        }
        switch (state)
        {
            case FROM_HOST:
                tx.enqueue(frameLength, taken);
                taken++;
                isAhead = false;
                state = State.IDLE;
                return true;
            case TO_HOST:
                rx.dequeue();
                deliver();
                return true;
            case BEHIND:
                return follow();
            case NOTIFY:
                // Release: the packet, its item, and the buffer that it had. Partner: HostPort.tryReceive().
                region.memory().putLongRelease(region.count(channel), counts[channel]);
                state = State.IDLE;
                return true;
            default:
                return select();
        }
    }

    private boolean select()
    {
        if (HostDmaPolicy.HIGH_WATER == context.hostDmaPolicy() && rx.size() < context.highWater())
        {
            return startSend() || startReceive();
        }
        return startReceive() || startSend();
    }

    private boolean startSend()
    {
        // Acquire: the item, the payload, and its routes. Partner: HostPort.enqueue().
        if (tx.isFull() || taken == sram.getLongVolatile(hcb.enqueued()))
        {
            return false;
        }
        final int item = hcb.item(taken);
        final int length = sram.getInt(item + Hcb.LENGTH);
        final boolean isPio = 0 != (sram.getInt(item + Hcb.TARGETS) & Hcb.PIO);
        final int start = isPio ? hcb.pio(taken) : tx.incomingPlace();
        Frame.write(sram, start, sram.getInt(item + Hcb.CHANNEL));
        frameLength = Frame.HEADER_LENGTH + length;
        if (isPio)
        {
            tx.enqueue(start, frameLength, taken);
            taken++;
            return true;
        }
        // That the engine of the network is idle is not enough: packets that wait go first.
        isAhead = context.isSendOverlapped() && tx.isEmpty();
        transfer.start(region.memory(), sram.getInt(item), sram, start + Frame.HEADER_LENGTH, length);
        state = State.FROM_HOST;
        return true;
    }

    private boolean startReceive()
    {
        if (!rx.isEmpty())
        {
            return startWhole();
        }
        if (!context.isReceiveOverlapped() || receive.isComplete() || receive.received() < context.threshold())
        {
            return false;
        }
        place = rx.incomingPlace();
        if (null != problem(receive.received()) || !hasRoom())
        {
            // Decided when the packet is complete.
            return false;
        }
        number = receive.number();
        moved = 0;
        state = State.BEHIND;
        return true;
    }

    private boolean startWhole()
    {
        place = rx.place();
        final McpDrop problem = problem(rx.length());
        if (null != problem)
        {
            drops.count(problem);
            rx.dequeue();
            return true;
        }
        if (!hasRoom())
        {
            // The packet stays where it is, and so do those behind it, until the pool is full.
            return false;
        }
        moved = rx.length() - Frame.HEADER_LENGTH;
        move(0, moved);
        state = State.TO_HOST;
        return true;
    }

    /**
     * Looks at the header of a packet.
     *
     * @return null if there is nothing wrong with it.
     */
    private McpDrop problem(final int length)
    {
        if (!Frame.isData(sram, place, length))
        {
            return McpDrop.TYPE;
        }
        channel = Frame.channel(sram, place);
        if (channel < 0 || channel >= counts.length)
        {
            return McpDrop.NO_CHANNEL;
        }
        // Acquire: the buffers of the channel. Partner: HostPort.open().
        return 0 == sram.getLongVolatile(hcb.open(channel)) ? McpDrop.NOT_OPEN : null;
    }

    private boolean hasRoom()
    {
        // Acquire: the host has read what was in the buffer. Partner: HostPort.giveBack().
        return counts[channel] != sram.getLongVolatile(hcb.freeCount(channel));
    }

    private void move(final int from, final int amount)
    {
        transfer.start(sram, place + Frame.HEADER_LENGTH + from, region.memory(), buffer() + from, amount);
    }

    /**
     * Returns the buffer of the host for the next packet of the channel.
     */
    private int buffer()
    {
        return (int)sram.getLong(hcb.free(channel, counts[channel]));
    }

    /**
     * Moves on what has arrived of a packet whose end may not be there yet.
     */
    private boolean follow()
    {
        final boolean isArriving = number == receive.number();
        if (!isArriving && (rx.isEmpty() || number != rx.tag()))
        {
            // It was dropped. Its channel keeps the buffer.
            state = State.IDLE;
            return true;
        }
        final int there = (isArriving ? receive.received() : rx.length()) - Frame.HEADER_LENGTH - moved;
        if (isArriving ? there >= context.threshold() : there > 0)
        {
            move(moved, there);
            moved += there;
            return true;
        }
        if (!isArriving)
        {
            rx.dequeue();
            deliver();
        }
        return !isArriving;
    }

    private void deliver()
    {
        sram.putLong(hcb.received(channel, counts[channel]), (long)moved << Integer.SIZE | buffer());
        counts[channel]++;
        state = State.NOTIFY;
    }

    /**
     * Returns whether the packet at the incoming pointer of the tx pool may leave while it comes from the host.
     */
    boolean isAhead()
    {
        return isAhead;
    }

    /**
     * Returns how much of that packet is there.
     */
    int pointer()
    {
        return Frame.HEADER_LENGTH + transfer.done();
    }

    /**
     * Returns how long that packet is.
     */
    int frameLength()
    {
        return frameLength;
    }

    /**
     * Returns the number of that packet in the send queue.
     */
    long taken()
    {
        return taken;
    }

    boolean isBusy()
    {
        return transfer.isBusy();
    }

    @Override
    public String toString()
    {
        return "HostDma{" + state + ", taken=" + taken + ", " + transfer + '}';
    }
}
