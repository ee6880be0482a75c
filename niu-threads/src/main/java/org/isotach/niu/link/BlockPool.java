/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Blocks of equal length in one region of memory, which a host and its network interface unit hand to each other
 * (Martin, HPAM, sections 5.1 and 6.1). A block changes hands through one of four rings; nothing is copied.
 * <pre>
 *             TX_READY: to be sent                  RX_READY: has arrived
 *   host   ----------------------->   unit   ----------------------->   host
 *          <-----------------------          <-----------------------
 *             TX_FREE: sent                         RX_FREE: to be filled
 * </pre>
 * This is the side of the host; that of the unit is {@link #unit()}. The state of each block ({@link BlockState}) is
 * the host's: it checks every transition. A block that is sent again, or freed, while the unit still has it stays out
 * of use until the unit has given it back.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the host at a time.
 */
public final class BlockPool extends Padded
{
    /**
     * In place of a block: there is none.
     */
    public static final int NONE = -1;

    /**
     * Largest number of blocks.
     */
    public static final int MAX_BLOCKS = 1 << 20;

    private static final byte IN_POOL = 0;
    private static final byte AT_HOST = 1;
    private static final byte AT_UNIT = 2;

    private static final BlockState[] STATES = BlockState.values();

    private final OffHeapBuffer buffer;
    private final int blockLength;
    private final BlockUnit unit;
    private final BlockRing transmitReady;
    private final BlockRing transmitFree;
    private final BlockRing receiveReady;
    private final BlockRing receiveFree;
    private final byte[] states;
    private final byte[] places;

    // The first blocks of it are in the pool.
    private final int[] pool;
    private int pooled;
    private boolean hasInterrupt;
    private long transmitted;
    private long reclaimed;
    private long received;
    private long provided;
    private int length;

    /**
     * @param blocks      number of blocks, 1..{@value #MAX_BLOCKS}.
     * @param blockLength length of a block in bytes, a multiple of 64.
     */
    public BlockPool(final int blocks, final int blockLength)
    {
        if (blocks < 1 || blocks > MAX_BLOCKS)
        {
            throw new IllegalArgumentException("blocks: " + blocks + " (expected: 1.." + MAX_BLOCKS + ')');
        }
        if (blockLength < OffHeapBuffer.CACHE_LINE_LENGTH || 0 != blockLength % OffHeapBuffer.CACHE_LINE_LENGTH)
        {
            throw new IllegalArgumentException("blockLength: " + blockLength + " (expected: a positive multiple of " +
                OffHeapBuffer.CACHE_LINE_LENGTH + " bytes)");
        }
        this.blockLength = blockLength;
        buffer = OffHeapBuffer.allocate((long)blocks * blockLength);
        transmitReady = new BlockRing(blocks);
        transmitFree = new BlockRing(blocks);
        receiveReady = new BlockRing(blocks);
        receiveFree = new BlockRing(blocks);
        unit = new BlockUnit(
            blocks, buffer, blockLength, transmitReady, transmitFree, receiveReady, receiveFree);
        states = new byte[blocks];
        places = new byte[blocks];
        pool = new int[blocks];
        Arrays.setAll(pool, i -> blocks - 1 - i);
        pooled = blocks;
    }

    /**
     * Returns the side of the unit.
     *
     * @return always the same object.
     */
    public BlockUnit unit()
    {
        return unit;
    }

    /**
     * Returns the number of blocks.
     *
     * @return number of blocks.
     */
    public int blocks()
    {
        return pool.length;
    }

    /**
     * Returns the length of each block.
     *
     * @return the length in bytes.
     */
    public int blockLength()
    {
        return blockLength;
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
     * Returns the state of a block.
     *
     * @param block number of the block.
     * @return the state.
     */
    public BlockState state(final int block)
    {
        return STATES[states[block]];
    }

    /**
     * Returns how many blocks {@link #tryTake} and {@link #tryProvide} can have.
     *
     * @return number of blocks.
     */
    public int pooled()
    {
        return pooled;
    }

    /**
     * Takes a block out of the pool, to be written and sent.
     *
     * @return number of the block; {@link #NONE} if the pool is empty.
     */
    public int tryTake()
    {
        if (0 == pooled)
        {
            reclaim();
        }
        if (0 == pooled)
        {
            return NONE;
        }
        final int block = pool[--pooled];
        places[block] = AT_HOST;
        return block;
    }

    /**
     * Hands a block to the unit, which sends it, and leaves it unaltered.
     *
     * @param block  number of the block.
     * @param amount number of bytes to send.
     * @return false if the unit has not given the block back since it was handed over last.
     * @throws IllegalArgumentException if the block has no so many bytes.
     * @throws IllegalStateException    if the block was not taken, or is being transmitted.
     */
    public boolean tryTransmit(final int block, final int amount)
    {
        if (amount < 0 || amount > blockLength)
        {
            throw new IllegalArgumentException("amount: " + amount + " (expected: 0.." + blockLength + " bytes)");
        }
        if (AT_UNIT == places[block])
        {
            reclaim();
        }
        if (BlockState.FREE == state(block) && AT_HOST != places[block])
        {
            throw new IllegalStateException("block " + block + " is free: take it first");
        }
        if (AT_UNIT == places[block])
        {
            checkMayBecome(block, BlockState.TRANSMIT);
            return false;
        }
        become(block, BlockState.TRANSMIT);
        places[block] = AT_UNIT;
        transmitReady.put(transmitted++, BlockRing.word(block, amount));
        return true;
    }

    /**
     * Marks a block that is being transmitted, or was.
     *
     * @param block number of the block.
     * @param state {@link BlockState#COUNTING} or {@link BlockState#WAITING}.
     * @throws IllegalStateException if the block is in a state from which it cannot become that.
     */
    public void keep(final int block, final BlockState state)
    {
        if (BlockState.COUNTING != state && BlockState.WAITING != state)
        {
            throw new IllegalArgumentException("state: " + state + " (expected: COUNTING or WAITING)");
        }
        become(block, state);
    }

    /**
     * Gives a block back to the pool, as soon as the unit does not have it any more.
     *
     * @param block number of the block.
     * @throws IllegalStateException if the block is free already.
     */
    public void free(final int block)
    {
        // A block that was taken, and not sent, is free as it is.
        if (BlockState.FREE != state(block) || AT_HOST != places[block])
        {
            become(block, BlockState.FREE);
        }
        if (AT_HOST == places[block])
        {
            toPool(block);
        }
    }

    /**
     * Takes back the blocks that the unit has sent.
     *
     * @return number of blocks.
     */
    public int reclaim()
    {
        int count = 0;
        for (long word = transmitFree.take(reclaimed); BlockRing.NONE != word; word = transmitFree.take(reclaimed))
        {
            reclaimed++;
            count++;
            final int block = BlockRing.block(word);
            places[block] = AT_HOST;
            if (BlockState.FREE == state(block))
            {
                toPool(block);
            }
        }
        return count;
    }

    /**
     * Hands a block of the pool to the unit, to be filled with a packet. Without any, the unit drops what arrives.
     *
     * @return false if the pool is empty.
     */
    public boolean tryProvide()
    {
        final int block = tryTake();
        if (NONE == block)
        {
            return false;
        }
        places[block] = AT_UNIT;
        receiveFree.put(provided++, BlockRing.word(block, 0));
        return true;
    }

    /**
     * Lets the unit interrupt the host when a block is filled and the host has received all others. A host that has
     * received nothing may wait for the interrupt; it may also come while the host looks. Call it before the first
     * block is provided.
     *
     * @param interrupt run by the thread of the unit, which it must not hold up; it wakes a thread.
     * @throws IllegalStateException if blocks were provided already.
     */
    public void interruptWith(final Runnable interrupt)
    {
        Objects.requireNonNull(interrupt, "interrupt");
        if (provided > 0)
        {
            throw new IllegalStateException(
                provided + " blocks were provided already: call interruptWith() before the first one");
        }
        unit.interrupt(interrupt);
        hasInterrupt = true;
    }

    /**
     * Takes a block that was filled. Its owner frees it, or sends it on.
     *
     * @return number of the block, {@link #length()} says how much is in it; {@link #NONE} if nothing has arrived.
     */
    public int tryReceive()
    {
        if (hasInterrupt)
        {
            // The word that was taken last before the look. Partner: BlockUnit.filled().
            VarHandle.fullFence();
        }
        final long word = receiveReady.take(received);
        if (BlockRing.NONE == word)
        {
            return NONE;
        }
        received++;
        final int block = BlockRing.block(word);
        places[block] = AT_HOST;
        become(block, BlockState.RECEIVED);
        length = BlockRing.length(word);
        return block;
    }

    /**
     * Returns how much was in the block that was received last.
     *
     * @return number of bytes.
     */
    public int length()
    {
        return length;
    }

    private void toPool(final int block)
    {
        places[block] = IN_POOL;
        pool[pooled++] = block;
    }

    private void become(final int block, final BlockState state)
    {
        checkMayBecome(block, state);
        states[block] = (byte)state.ordinal();
    }

    private void checkMayBecome(final int block, final BlockState state)
    {
        if (!state(block).mayBecome(state))
        {
            throw new IllegalStateException("block " + block + " is " + state(block) + " and cannot become " + state);
        }
    }

    @Override
    public String toString()
    {
        return "BlockPool{blocks=" + pool.length + ", blockLength=" + blockLength + ", pooled=" + pooled + '}';
    }
}
