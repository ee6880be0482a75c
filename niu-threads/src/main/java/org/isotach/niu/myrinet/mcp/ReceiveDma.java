/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The engine between network and board, and its state machine (Panariti, "Receiving"). It always has a buffer to
 * receive into, so the network never waits for the host: what finds the rx pool full is received into the last buffer,
 * and dropped.
 */
final class ReceiveDma
{
    private final OffHeapBuffer sram;
    private final IoPool rx;
    private final int bufferLength;
    private final DropCounts drops;
    private LinkEnd link;

    private int received;
    private boolean isOverrun;
    private boolean isComplete;
    private int syndrome;
    private long number;

    ReceiveDma(final OffHeapBuffer sram, final IoPool rx, final int bufferLength, final DropCounts drops)
    {
        this.sram = sram;
        this.rx = rx;
        this.bufferLength = bufferLength;
        this.drops = drops;
    }

    void connect(final LinkEnd end)
    {
        link = end;
    }

    /**
     * Does one step of the engine: it takes one chunk, unless a packet is complete that nobody has attended to.
     *
     * @return amount of work.
     */
    int advance()
    {
        if (isComplete || !link.hasChunk())
        {
            return 0;
        }
        final int amount = Math.min(link.length(), bufferLength - received);
        isOverrun |= amount < link.length();
        link.buffer().copyTo(link.offset(), sram, rx.incomingPlace() + received, amount);
        received += amount;
        if (link.isLast())
        {
            isComplete = true;
            syndrome = link.syndrome();
        }
        link.release();
        return 1;
    }

    boolean isComplete()
    {
        return isComplete;
    }

    /**
     * Attends to a packet that is complete: it is appended to the rx pool, or dropped, and the next one may come.
     *
     * @return false if there is none.
     */
    boolean service()
    {
        if (!isComplete)
        {
            return false;
        }
        if (isOverrun)
        {
            drops.count(McpDrop.OVERRUN);
        }
        else if (0 != syndrome)
        {
            drops.count(McpDrop.CRC);
        }
        else if (rx.isFull())
        {
            drops.count(McpDrop.POOL_FULL);
        }
        else
        {
            rx.enqueue(received, number);
        }
        number++;
        received = 0;
        isOverrun = false;
        isComplete = false;
        return true;
    }

    /**
     * Returns how much of the current packet is there.
     */
    int received()
    {
        return received;
    }

    /**
     * Returns the number of the current packet.
     */
    long number()
    {
        return number;
    }

    @Override
    public String toString()
    {
        return "ReceiveDma{number=" + number + ", received=" + received + ", " + rx + '}';
    }
}
