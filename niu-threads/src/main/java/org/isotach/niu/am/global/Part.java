/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.am.Region;

/**
 * What belongs to one host: its memory, what it waits for, and what others have told it.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class Part extends Padded
{
    /**
     * Length of two words in bytes.
     */
    static final int TWO_WORDS = 2 * Long.BYTES;

    private final int host;
    private final OffHeapBuffer memory;
    private final Region region;
    private final Account[] accounts = new Account[Kind.count()];
    private final Barrier barrier;

    // The read that is waited for, and its value. The answer to an earlier one, whose call has failed, may come now.
    private long read;
    private long value;

    // Bytes that the stores of all hosts have left here.
    private long stored;

    Part(final int host, final Members members, final OffHeapBuffer memory, final Region region)
    {
        this.host = host;
        this.memory = memory;
        this.region = region;
        Arrays.setAll(accounts, kind -> new Account(Kind.of(kind)));
        barrier = new Barrier(host, members, account(Kind.BARRIER));
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    Region region()
    {
        return region;
    }

    Account account(final Kind kind)
    {
        return accounts[kind.ordinal()];
    }

    Barrier barrier()
    {
        return barrier;
    }

    /**
     * Returns the number of the next read.
     */
    long nextRead()
    {
        return ++read;
    }

    /**
     * Returns what the last read has found.
     */
    long value()
    {
        return value;
    }

    long stored()
    {
        return stored;
    }

    /**
     * A word of another host has come.
     *
     * @param place number of the read, or offset in the memory.
     */
    void take(final Kind kind, final long word, final long place)
    {
        if (Kind.SPLIT_PHASE == kind)
        {
            memory.putLong((int)place, word);
        }
        else
        {
            read(place, word);
        }
        account(kind).end();
    }

    /**
     * A word of 32 bits of another host has come.
     *
     * @param place number of the read, or offset in the memory.
     */
    void takeInt(final Kind kind, final int word, final long place)
    {
        if (Kind.SPLIT_PHASE == kind)
        {
            memory.putInt((int)place, word);
        }
        else
        {
            read(place, word);
        }
        account(kind).end();
    }

    /**
     * Two words of another host have come, for a get.
     *
     * @param place offset in the memory.
     */
    void takeTwo(final long first, final long second, final long place)
    {
        memory.putLong((int)place, first);
        memory.putLong((int)place + Long.BYTES, second);
        account(Kind.SPLIT_PHASE).end();
    }

    /**
     * A read has found a word.
     */
    void read(final long number, final long word)
    {
        if (number == read)
        {
            value = word;
        }
    }

    /**
     * Puts a word into the memory.
     */
    void land(final Kind kind, final long offset, final long word)
    {
        memory.putLong((int)offset, word);
        landed(kind, Long.BYTES);
    }

    /**
     * Puts a word of 32 bits into the memory.
     */
    void landInt(final Kind kind, final long offset, final int word)
    {
        memory.putInt((int)offset, word);
        landed(kind, Integer.BYTES);
    }

    /**
     * Puts two words into the memory.
     */
    void landTwo(final Kind kind, final long offset, final long first, final long second)
    {
        memory.putLong((int)offset, first);
        memory.putLong((int)offset + Long.BYTES, second);
        landed(kind, TWO_WORDS);
    }

    /**
     * So many bytes have been put into the memory.
     */
    void landed(final Kind kind, final long length)
    {
        if (Kind.STORE == kind)
        {
            stored += length;
        }
    }

    @Override
    public String toString()
    {
        return "Part{host=" + host + ", accounts=" + Arrays.toString(accounts) + ", stored=" + stored + '}';
    }
}
