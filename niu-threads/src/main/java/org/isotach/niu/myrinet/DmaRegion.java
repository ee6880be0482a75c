/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory from which one host sends: a fixed number of blocks of a fixed length, and for each block its {@link
 * BlockWord} and the links of its shares. It owns the rule that a block returns to the pool exactly once.
 * <pre>
 *   per block, in control:
 *   0          8        16                    128                     256
 *  +----------+--------+--------+-------------+----------------------+
 *  | word     | next   | filled |             | links of 16 shares   |
 *  +----------+--------+--------+-------------+----------------------+
 * </pre>
 * The pool is a stack that any thread pushes blocks on, and from which the host takes all at once: a thread that pushes
 * is not disturbed by one that takes, and no block can come back between the two looks of a push.
 * <p>
 * Threadsafe, except for {@link #tryTake}.
 */
final class DmaRegion
{
    static final int NONE = -1;

    private static final int STRIDE = 4 * OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int NEXT_OFFSET = Long.BYTES;
    private static final int FILLED_OFFSET = 2 * Long.BYTES;
    private static final int SHARES_OFFSET = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    // The network whose packets may name the blocks; null if none may.
    private final Object network;
    private final int host;
    private final int blocks;
    private final int blockLength;
    private final int blockStride;
    private final OffHeapBuffer control;
    private final OffHeapBuffer memory;
    private final WaiterList waiters;

    // Two lines behind the blocks: the top of the stack of blocks that came back, plus 1.
    private final int returnedIndex;

    // Under the lock of the host: the first block that is known to be free; others follow it.
    private int firstFree;

    /**
     * @param network     whose packets may name the blocks; null if none may.
     * @param host        number of the host.
     * @param blocks      number of blocks.
     * @param blockLength length of each in bytes.
     * @param waiters     threads of the host that wait for blocks.
     */
    DmaRegion(
        final Object network, final int host, final int blocks, final int blockLength, final WaiterList waiters)
    {
        this.network = network;
        this.host = host;
        this.blocks = blocks;
        this.blockLength = blockLength;
        this.waiters = waiters;
        blockStride = Math.max(blockLength, 1) + OffHeapBuffer.CACHE_LINE_LENGTH - 1 &
            -OffHeapBuffer.CACHE_LINE_LENGTH;
        returnedIndex = blocks * STRIDE;
        control = OffHeapBuffer.allocate((long)returnedIndex + STRIDE);
        memory = OffHeapBuffer.allocate((long)blocks * blockStride);
        for (int block = 0; block < blocks; block++)
        {
            control.putLong(block * STRIDE + NEXT_OFFSET, block + 1 < blocks ? block + 1 : NONE);
        }
    }

    boolean isOf(final Object otherNetwork)
    {
        return network == otherNetwork;
    }

    int host()
    {
        return host;
    }

    int blocks()
    {
        return blocks;
    }

    int blockLength()
    {
        return blockLength;
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    /**
     * Returns the index in bytes of the content of a block.
     */
    int offset(final int block)
    {
        return block * blockStride;
    }

    long word(final int block)
    {
        // Acquire: what the last holder of the block did. Partner: change().
        return control.getLongVolatile(block * STRIDE);
    }

    /**
     * Takes a block out of the pool, under the lock of the host.
     *
     * @return the block, which is {@link BlockWord#OWNED} now; {@link #NONE} if none is free.
     */
    int tryTake()
    {
        if (NONE == firstFree)
        {
            takeReturned();
        }
        final int block = firstFree;
        if (NONE != block)
        {
            firstFree = (int)control.getLong(block * STRIDE + NEXT_OFFSET);
            final long word = word(block);
            if (BlockWord.FREE != BlockWord.state(word))
            {
                throw new IllegalStateException("block " + block + " of host " + host + " is in the pool and in use");
            }
            // Nobody else changes the word of a block that is free.
            control.putLongRelease(block * STRIDE, BlockWord.of(BlockWord.nextGeneration(word), BlockWord.OWNED));
        }
        return block;
    }

    private void takeReturned()
    {
        // Acquire: the blocks and their order. Partner: giveBack().
        long top = control.getLongVolatile(returnedIndex);
        while (0 != top && !control.compareAndSetLong(returnedIndex, top, 0))
        {
            top = control.getLongVolatile(returnedIndex);
        }
        firstFree = (int)top - 1;
    }

    private void giveBack(final int block)
    {
        long top;
        do
        {
            top = control.getLongVolatile(returnedIndex);
            control.putLong(block * STRIDE + NEXT_OFFSET, top - 1);
        }
        // Release: the order of the blocks. Partner: takeReturned().
        while (!control.compareAndSetLong(returnedIndex, top, block + 1));
        waiters.wake();
    }

    /**
     * Hands a block over from the handle of its host.
     *
     * @param generation of the block.
     * @param shares     the shares that are under way now, one bit each.
     * @return false if the block does not belong to the handle.
     */
    boolean trySend(final int block, final int generation, final boolean keep, final int shares)
    {
        final long word = BlockWord.of(generation, BlockWord.OWNED);
        return change(block, word, BlockWord.underWay(BlockWord.nextGeneration(word), keep, shares));
    }

    /**
     * Hands a block over that is still being filled: its sender has a share of its own, {@link BlockWord#FILLING}, so
     * that the block cannot be used for anything else before it is full.
     */
    boolean trySendFilling(final int block, final int generation)
    {
        final long word = BlockWord.of(generation, BlockWord.OWNED);
        return change(block, word, BlockWord.received(
            BlockWord.underWay(BlockWord.nextGeneration(word), false, 1), BlockWord.FILLING));
    }

    /**
     * Turns a block that belongs to the handle of its host into a received one.
     */
    void receiveOwn(final int block)
    {
        // Nobody else changes the word of a block that is owned.
        control.putLongRelease(block * STRIDE, BlockWord.received(
            BlockWord.of(BlockWord.generation(word(block)), BlockWord.OUT), 0));
    }

    /**
     * Hands a block on from its only receiver, which may lose it at any time, and notes its link as in putLink().
     *
     * @return false if the receiver does not hold it alone.
     */
    boolean trySendOn(final int block, final int generation, final int share, final int link, final int polls)
    {
        final int index = block * STRIDE + SHARES_OFFSET;
        long word;
        do
        {
            // Before the look at the block: who gets it later notes another link. Release, partner link(): its table.
            final long before = control.getLongVolatile(index);
            word = word(block);
            if (!isOut(word, generation) || !BlockWord.isOnlyReceiver(word, share) ||
                !control.compareAndSetLong(index, before, linkWord(link, polls)))
            {
                return false;
            }
        }
        while (!change(block, word, BlockWord.underWay(BlockWord.nextGeneration(word), BlockWord.isKept(word), 1)));
        return true;
    }

    /**
     * Receives a share.
     *
     * @return false if the packet is doubled, or was given up.
     */
    boolean tryReceive(final int block, final int generation, final int share)
    {
        long word;
        do
        {
            word = word(block);
            if (!isOut(word, generation) || !BlockWord.isUnderWay(word, share))
            {
                return false;
            }
        }
        while (!change(block, word, BlockWord.received(word, share)));
        return true;
    }

    /**
     * Releases a share that was received.
     *
     * @return false if it was released already, or taken from an expelled host.
     */
    boolean tryRelease(final int block, final int generation, final int share)
    {
        return tryRemove(block, generation, share, true);
    }

    /**
     * Takes back a share that is under way.
     *
     * @return false if it has been received, or taken back already.
     */
    boolean tryTakeBack(final int block, final int generation, final int share)
    {
        return tryRemove(block, generation, share, false);
    }

    private boolean tryRemove(final int block, final int generation, final int share, final boolean isReceived)
    {
        long word;
        do
        {
            word = word(block);
            if (!isOut(word, generation) ||
                !(isReceived ? BlockWord.isReceived(word, share) : BlockWord.isUnderWay(word, share)))
            {
                return false;
            }
        }
        while (!change(block, word, BlockWord.without(word, share)));
        return hasReturned(block, BlockWord.without(word, share));
    }

    /**
     * Frees a block that belongs to the handle of its host.
     */
    boolean tryFree(final int block, final int generation)
    {
        return change(block, BlockWord.of(generation, BlockWord.OWNED), BlockWord.of(generation, BlockWord.FREE)) &&
            hasReturned(block, BlockWord.of(generation, BlockWord.FREE));
    }

    /**
     * Frees a block that was lent: now, if it is back, or else as soon as its receivers have released it.
     */
    void freeLent(final int block)
    {
        long word;
        long after;
        do
        {
            word = word(block);
            after = BlockWord.OWNED == BlockWord.state(word) ?
                BlockWord.of(BlockWord.generation(word), BlockWord.FREE) : BlockWord.withoutKeep(word);
        }
        while (!change(block, word, after));
        hasReturned(block, after);
    }

    private boolean hasReturned(final int block, final long word)
    {
        if (BlockWord.FREE == BlockWord.state(word))
        {
            giveBack(block);
        }
        else if (BlockWord.OWNED == BlockWord.state(word))
        {
            waiters.wake();
        }
        return true;
    }

    /**
     * Notes the link that carries a share, before the share is handed over from the handle of its host.
     *
     * @param polls number of looks in vain of the receiving end of the link.
     */
    void putLink(final int block, final int share, final int link, final int polls)
    {
        // Release: the link is in its table. Partner: link().
        control.putLongRelease(block * STRIDE + SHARES_OFFSET + share * Long.BYTES, linkWord(link, polls));
    }

    private static long linkWord(final int link, final int polls)
    {
        return (long)link << Integer.SIZE | polls & 0xFFFF_FFFFL;
    }

    /**
     * Returns the link of a share, valid only if the word of the block is the same before and after.
     */
    int link(final int block, final int share)
    {
        // Acquire: the link is in its table, also if the number is a later one. Partners: putLink(), trySendOn().
        return (int)(control.getLongVolatile(block * STRIDE + SHARES_OFFSET + share * Long.BYTES) >>> Integer.SIZE);
    }

    int polls(final int block, final int share)
    {
        return (int)control.getLong(block * STRIDE + SHARES_OFFSET + share * Long.BYTES);
    }

    /**
     * Says how much of a block is there, while it is still being filled.
     */
    void fill(final int block, final int length)
    {
        // Release: the bytes. Partner: filled().
        control.putLongRelease(block * STRIDE + FILLED_OFFSET, length);
    }

    int filled(final int block)
    {
        // Acquire: the bytes. Partner: fill().
        return (int)control.getLongVolatile(block * STRIDE + FILLED_OFFSET);
    }

    /**
     * Returns whether a block that was handed over still belongs to its sender, too, which is filling it.
     */
    boolean isFilling(final int block)
    {
        return BlockWord.isReceived(word(block), BlockWord.FILLING);
    }

    /**
     * Returns the number of blocks in the pool.
     */
    int countFree()
    {
        int count = 0;
        for (int block = 0; block < blocks; block++)
        {
            count += BlockWord.FREE == BlockWord.state(word(block)) ? 1 : 0;
        }
        return count;
    }

    private boolean change(final int block, final long from, final long to)
    {
        // Release: what the holder did with the block; acquire: what others did. Partner: word().
        return control.compareAndSetLong(block * STRIDE, from, to);
    }

    private static boolean isOut(final long word, final int generation)
    {
        return BlockWord.OUT == BlockWord.state(word) && generation == BlockWord.generation(word);
    }

    @Override
    public String toString()
    {
        return "DmaRegion{host=" + host + ", blocks=" + blocks + ", blockLength=" + blockLength + ", free=" +
            countFree() + '}';
    }
}
