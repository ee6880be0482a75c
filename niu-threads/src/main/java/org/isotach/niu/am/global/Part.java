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

    // What the last read has found.
    private long value;
    private boolean isInCall;

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
     * Begins a call that waits for its own operations. {@link #endCall()} follows, also if it fails. Only a handler can
     * come here before that: it must not end what the call waits for.
     */
    void beginCall()
    {
        if (isInCall)
        {
            throw new IllegalStateException("a read or write from inside a handler of host " + host +
                ", while another one waits: remember what is to be done, and do it after that one has returned");
        }
        isInCall = true;
        account(Kind.BLOCKING).beginCall();
    }

    void endCall()
    {
        isInCall = false;
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
     * @param message first word of the message.
     * @param place   offset in the memory, not for a read.
     */
    void take(final long message, final long word, final long place)
    {
        if (Kind.SPLIT_PHASE == Kind.of(message))
        {
            memory.putLong((int)place, word);
        }
        else
        {
            takeRead(message, word);
        }
        end(message);
    }

    /**
     * A word of 32 bits of another host has come.
     *
     * @param message first word of the message.
     * @param place   offset in the memory, not for a read.
     */
    void takeInt(final long message, final int word, final long place)
    {
        if (Kind.SPLIT_PHASE == Kind.of(message))
        {
            memory.putInt((int)place, word);
        }
        else
        {
            takeRead(message, word);
        }
        end(message);
    }

    private void takeRead(final long message, final long word)
    {
        // The answer to an earlier read, whose call has failed, may come now.
        if (account(Kind.BLOCKING).isAwaited(message))
        {
            read(word);
        }
    }

    /**
     * Two words of another host have come, for a get.
     *
     * @param message first word of the message.
     * @param place   offset in the memory.
     */
    void takeTwo(final long message, final long first, final long second, final long place)
    {
        memory.putLong((int)place, first);
        memory.putLong((int)place + Long.BYTES, second);
        end(message);
    }

    /**
     * A read has found a word.
     */
    void read(final long word)
    {
        value = word;
    }

    /**
     * An operation has ended.
     *
     * @param message first word of the message.
     */
    void end(final long message)
    {
        account(Kind.of(message)).end(message);
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
