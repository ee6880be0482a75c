/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.VarHandle;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The side of the network interface unit of a {@link BlockPool}: it takes blocks to send and to fill, and gives them
 * back. It does not look at their states, which are the host's.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the unit at a time, but {@link #dropped()} may
 * be called by any.
 */
public final class BlockUnit extends Padded
{
    private static final int NONE = BlockPool.NONE;
    private static final int SENDING = 1;
    private static final int FILLING = 2;

    private final OffHeapBuffer buffer;
    private final int blockLength;
    private final BlockRing transmitReady;
    private final BlockRing transmitFree;
    private final BlockRing receiveReady;
    private final BlockRing receiveFree;

    // What the unit does with each block; 0 if it does not have it.
    private final byte[] uses;
    private Runnable interrupt;
    private long taken;
    private long sent;
    private long emptied;
    private long filled;
    private int length;
    private volatile long dropped;

    BlockUnit(
        final int blocks,
        final OffHeapBuffer buffer,
        final int blockLength,
        final BlockRing transmitReady,
        final BlockRing transmitFree,
        final BlockRing receiveReady,
        final BlockRing receiveFree)
    {
        this.buffer = buffer;
        this.blockLength = blockLength;
        this.transmitReady = transmitReady;
        this.transmitFree = transmitFree;
        this.receiveReady = receiveReady;
        this.receiveFree = receiveFree;
        uses = new byte[blocks];
    }

    /**
     * Returns the memory of all blocks.
     *
     * @return always the same object.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns where a block begins.
     *
     * @param block number of the block.
     * @return index in bytes in {@link #buffer()}.
     */
    public int offset(final int block)
    {
        return block * blockLength;
    }

    /**
     * Takes the next block to send, which must not be altered.
     *
     * @return number of the block, {@link #length()} says how much of it; {@link BlockPool#NONE} if there is none.
     */
    public int tryTakeReady()
    {
        final long word = transmitReady.take(taken);
        if (BlockRing.NONE == word)
        {
            return NONE;
        }
        taken++;
        length = BlockRing.length(word);
        uses[BlockRing.block(word)] = SENDING;
        return BlockRing.block(word);
    }

    /**
     * Returns how much of the block that was taken last is to be sent.
     *
     * @return number of bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * Gives a block back that was sent.
     *
     * @param block number of the block.
     * @throws IllegalStateException if the unit does not have it for that.
     */
    public void sent(final int block)
    {
        end(block, SENDING);
        transmitFree.put(sent++, BlockRing.word(block, 0));
    }

    /**
     * Takes a block to fill it with a packet that has arrived. If there is none, the packet is dropped, and counted.
     *
     * @return number of the block; {@link BlockPool#NONE} if the host has provided none.
     */
    // One thread counts.
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    public int tryTakeEmpty()
    {
        final long word = receiveFree.take(emptied);
        if (BlockRing.NONE == word)
        {
            dropped++;
            return NONE;
        }
        emptied++;
        uses[BlockRing.block(word)] = FILLING;
        return BlockRing.block(word);
    }

    /**
     * Hands a block that was filled to the host.
     *
     * @param block  number of the block.
     * @param amount number of bytes in it.
     * @throws IllegalArgumentException if the block has no so many bytes.
     * @throws IllegalStateException    if the unit does not have it for that.
     */
    public void filled(final int block, final int amount)
    {
        if (amount < 0 || amount > blockLength)
        {
            throw new IllegalArgumentException("amount: " + amount + " (expected: 0.." + blockLength + " bytes)");
        }
        end(block, FILLING);
        final long place = filled;
        receiveReady.put(place, BlockRing.word(block, amount));
        // Whatever the interrupt throws: the block is the host's.
        filled++;
        if (null != interrupt)
        {
            // The block before the look. Partner: BlockPool.tryReceive(). One of the two sees what the other has done.
            VarHandle.fullFence();
            if (receiveReady.areTaken(place))
            {
                interrupt.run();
            }
        }
    }

    void interrupt(final Runnable value)
    {
        interrupt = value;
    }

    /**
     * Returns how many packets found no block.
     *
     * @return number of packets since the beginning.
     */
    public long dropped()
    {
        return dropped;
    }

    private void end(final int block, final int use)
    {
        if (use != uses[block])
        {
            throw new IllegalStateException("block " + block + " was not taken " +
                (SENDING == use ? "to be sent" : "to be filled") + ", or was given back already");
        }
        uses[block] = 0;
    }

    @Override
    public String toString()
    {
        return "BlockUnit{sent=" + sent + ", filled=" + filled + ", dropped=" + dropped + '}';
    }
}
