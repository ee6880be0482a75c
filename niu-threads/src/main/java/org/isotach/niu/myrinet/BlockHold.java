/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * Who has the memory of one block: what a handle may do with it, and how it gets it and gives it away. Each change is
 * made in the {@link BlockWord} of the block, which decides if several try it.
 */
abstract class BlockHold extends BufferWords
{
    private static final BufferState[] STATES = BufferState.values();

    private final DmaRegion region;
    private final int block;

    // Ordinal of the state: each hop has several, and storing a reference takes longer.
    private int state = BufferState.FREE.ordinal();
    private int generation;
    private int share;
    private boolean isKept;
    private boolean isShared;
    private boolean isRetained;

    /**
     * @param region     of the block.
     * @param block      number of the block.
     * @param isParanoid true to compare generations at each access.
     */
    BlockHold(final DmaRegion region, final int block, final boolean isParanoid)
    {
        super(region.memory(), region.offset(block), isParanoid);
        this.region = region;
        this.block = block;
    }

    /**
     * The block is this handle's, and has one owner.
     */
    final void hold()
    {
        become(BufferState.OWNED);
        generation = BlockWord.generation(region.word(block));
        use(region.blockLength(), region.blockLength());
        isKept = false;
        isShared = false;
        isRetained = false;
    }

    /**
     * A share of the block was received.
     *
     * @param available how much of it is there: less than its length while its sender is filling it.
     */
    final void receiveShare(final PartView part, final int available)
    {
        become(BufferState.RECEIVED);
        generation = part.generation();
        share = part.share();
        isShared = part.isShared();
        isKept = false;
        filled(available, part.length());
    }

    /**
     * Allows access to what is there: it may be written, up to the end of the block, when that is all.
     */
    final void filled(final int available, final int length)
    {
        final boolean isWritable = available >= length && !isShared;
        use(available, isWritable ? region.blockLength() : UNUSABLE);
    }

    /**
     * Notes the link that is going to carry a share. For a block that was received this is done when it is handed over:
     * it may be taken at any time, and have another link then.
     */
    final void putLink(final int sentShare, final ChannelLink link)
    {
        if (is(BufferState.OWNED))
        {
            region.putLink(block, sentShare, link.index(), link.polls());
        }
    }

    /**
     * Hands the block over.
     *
     * @param keep   true if it comes back to this handle.
     * @param shares of the block that are under way now, one bit each.
     * @param first  link of the first share.
     * @return false if the memory was not this handle's any more.
     */
    final boolean tryHandOver(final boolean keep, final int shares, final ChannelLink first)
    {
        final boolean isOwned = is(BufferState.OWNED);
        final int held = generation;
        lent(keep);
        generation = BlockWord.nextGeneration(BlockWord.of(held, BlockWord.OUT));
        // The handle may belong to another thread from here on.
        return isOwned ? region.trySend(block, held, keep, shares) :
            region.trySendOn(block, held, share, first.index(), first.polls());
    }

    /**
     * Hands the block over that {@link #fill} is going to fill.
     */
    final void handOverFilling()
    {
        region.fill(block, 0);
        region.trySendFilling(block, generation);
        lent(false);
        generation = BlockWord.nextGeneration(BlockWord.of(generation, BlockWord.OUT));
    }

    /**
     * Copies the content into a block that has been handed over, piece by piece.
     */
    final void fill(final byte[] source, final int offset, final int length, final int chunk)
    {
        try
        {
            int filled = 0;
            while (filled < length)
            {
                final int piece = Math.min(chunk, length - filled);
                fillWords(filled, source, offset + filled, piece);
                filled += piece;
                region.fill(block, filled);
            }
        }
        finally
        {
            region.tryRelease(block, generation, BlockWord.FILLING);
        }
    }

    /**
     * The content was copied to its receiver: the block is of no use any more, unless it is kept.
     */
    final void sentAsCopy(final boolean keep)
    {
        if (!keep)
        {
            final boolean isOwned = is(BufferState.OWNED);
            lent(false);
            // The handle may belong to another thread from here on.
            giveBack(isOwned);
        }
    }

    private boolean giveBack(final boolean isOwned)
    {
        return isOwned ? region.tryFree(block, generation) : region.tryRelease(block, generation, share);
    }

    private void lent(final boolean keep)
    {
        isKept |= keep;
        become(BufferState.LENT);
        useNothing();
    }

    /**
     * Makes the handle useless for who has sent it by a protocol that keeps the content until it has arrived.
     */
    final void retain()
    {
        lent(true);
        isRetained = true;
    }

    /**
     * Makes the handle usable for the protocol.
     */
    final void endRetention()
    {
        isRetained = false;
    }

    /**
     * Takes a block back that was lent to one receiver, if the receiver has not got it yet.
     */
    final boolean tryTakeBack()
    {
        return BufferState.LENT == state() && region.tryTakeBack(block, generation, 0) &&
            BufferState.OWNED == state();
    }

    /**
     * Returns the state of this handle.
     *
     * @return the state; that of a buffer that was lent becomes {@link BufferState#OWNED} when all receivers have
     * freed it.
     */
    public BufferState state()
    {
        if (is(BufferState.LENT) && isKept && !isRetained &&
            BlockWord.OWNED == BlockWord.state(region.word(block)))
        {
            hold();
        }
        return lastState();
    }

    /**
     * Returns the state without a look whether the block has come back.
     */
    final BufferState lastState()
    {
        return STATES[state];
    }

    private boolean is(final BufferState value)
    {
        return state == value.ordinal();
    }

    private void become(final BufferState value)
    {
        state = value.ordinal();
    }

    /**
     * Returns whether this buffer has been sent, and is still on its way or with its receivers: until then a buffer
     * that was lent must be left alone.
     *
     * @return true if so.
     */
    public boolean isBusy()
    {
        if (BufferState.LENT != state() || isRetained)
        {
            return isRetained;
        }
        final long word = region.word(block);
        return isKept || BlockWord.OUT == BlockWord.state(word) && BlockWord.generation(word) == generation;
    }

    /**
     * Returns whether several hosts have received this buffer: then none of them may write it or send it on.
     *
     * @return true if so.
     */
    public boolean isShared()
    {
        return isShared;
    }

    /**
     * Gives the memory back. A buffer that was lent is given back when its receivers have freed it.
     *
     * @throws IllegalStateException when it was freed before, or was sent and not lent, or was taken from this host
     *                               because the host was expelled.
     */
    public void free()
    {
        if (!tryFree())
        {
            throw takenAway();
        }
    }

    /**
     * Does the same as {@link #free}.
     *
     * @return false if the memory was taken from this host because the host was expelled.
     */
    final boolean tryFree()
    {
        final BufferState before = state();
        if (BufferState.FREE == before || BufferState.LENT == before && (!isKept || isRetained))
        {
            throw unusable();
        }
        become(BufferState.FREE);
        useNothing();
        // The handle may belong to another thread from here on.
        if (BufferState.LENT == before)
        {
            region.freeLent(block);
            return true;
        }
        return giveBack(BufferState.OWNED == before);
    }

    /**
     * A buffer that was lent is used again only after its sender has asked whether it is back.
     */
    final void checkHeld()
    {
        if (is(BufferState.FREE) || is(BufferState.LENT))
        {
            throw unusable();
        }
    }

    final void checkUsable()
    {
        if (!is(BufferState.OWNED) && !is(BufferState.RECEIVED) && BufferState.OWNED != state())
        {
            throw unusable();
        }
        if (isParanoid())
        {
            checkGeneration();
        }
    }

    @Override
    final void checkGeneration()
    {
        final long word = region.word(block);
        final boolean isHeld = is(BufferState.OWNED) ? BlockWord.OWNED == BlockWord.state(word) :
            BlockWord.OUT == BlockWord.state(word) && BlockWord.isReceived(word, share);
        if (!isHeld || generation != BlockWord.generation(word))
        {
            throw takenAway();
        }
    }

    private IllegalStateException unusable()
    {
        return new IllegalStateException(is(BufferState.FREE) ?
            "the buffer was freed: take another one with tryBuffer() or tryReceive()" :
            "the buffer was sent, and belongs to its receiver: take another one with tryBuffer()" +
            (isKept && !isRetained ? ", or wait until isBusy() returns false" : ", or lend() it to get it back"));
    }

    private IllegalStateException takenAway()
    {
        return new IllegalStateException("the memory of this buffer is in other use: generation " + generation +
            " is over, because the buffer was freed, sent, or taken from an expelled host");
    }

    final DmaRegion region()
    {
        return region;
    }

    final int block()
    {
        return block;
    }

    /**
     * Returns what names the block in packets.
     */
    final int place()
    {
        return Packet.place(region.host(), block);
    }

    final int generation()
    {
        return generation;
    }
}
