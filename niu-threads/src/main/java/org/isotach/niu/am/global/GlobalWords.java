/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.memory.Padded;
import org.isotach.niu.am.AmPort;

/**
 * The operations of a {@link GlobalPort} on words of 64 bits, of 32 bits, and on two words of 64 bits at once. Each of
 * them is one message, and its answer.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread at a time.
 */
abstract class GlobalWords extends Padded
{
    private final AmPort port;
    private final Part part;
    private final MemoryAccess access;

    GlobalWords(final AmPort port, final Part part, final MemoryAccess access)
    {
        this.port = port;
        this.part = part;
        this.access = access;
    }

    /**
     * Reads a word, and waits for it.
     *
     * @param from pointer to the word.
     * @return the word.
     * @throws IllegalArgumentException if the pointer leads to no word.
     */
    public final long read(final long from)
    {
        part.beginCall();
        try
        {
            access.read(from);
            settle(Kind.BLOCKING);
            return part.value();
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Writes a word, and waits until it is there.
     *
     * @param to    pointer to the word.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no word.
     */
    public final void write(final long to, final long value)
    {
        part.beginCall();
        try
        {
            access.deposit(Kind.BLOCKING, to, value);
            settle(Kind.BLOCKING);
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Begins to write a word.
     *
     * @param to    pointer to the word.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no word.
     */
    public final void put(final long to, final long value)
    {
        access.deposit(Kind.SPLIT_PHASE, to, value);
    }

    /**
     * Begins to read a word into the memory of this host.
     *
     * @param from pointer to the word.
     * @param into index in bytes in the memory of this host.
     * @throws IllegalArgumentException  if the pointer, or the index, leads to no word.
     * @throws IndexOutOfBoundsException if there is no such index.
     */
    public final void get(final long from, final int into)
    {
        access.get(from, into);
    }

    /**
     * Sends a word to memory of another host. Unlike a put it is not for this host to know when it is there.
     *
     * @param to    pointer to the word.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no word.
     */
    public final void store(final long to, final long value)
    {
        access.deposit(Kind.STORE, to, value);
    }

    /**
     * Reads a word of 32 bits, and waits for it.
     *
     * @param from pointer to the word, a multiple of 4.
     * @return the word.
     * @throws IllegalArgumentException if the pointer leads to no such word.
     */
    public final int readInt(final long from)
    {
        part.beginCall();
        try
        {
            access.readInt(from);
            settle(Kind.BLOCKING);
            return (int)part.value();
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Writes a word of 32 bits, and waits until it is there. The 32 bits beside it stay as they are.
     *
     * @param to    pointer to the word, a multiple of 4.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no such word.
     */
    public final void writeInt(final long to, final int value)
    {
        part.beginCall();
        try
        {
            access.depositInt(Kind.BLOCKING, to, value);
            settle(Kind.BLOCKING);
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Begins to write a word of 32 bits.
     *
     * @param to    pointer to the word, a multiple of 4.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no such word.
     */
    public final void putInt(final long to, final int value)
    {
        access.depositInt(Kind.SPLIT_PHASE, to, value);
    }

    /**
     * Begins to read a word of 32 bits into the memory of this host.
     *
     * @param from pointer to the word, a multiple of 4.
     * @param into index in bytes in the memory of this host, a multiple of 4.
     * @throws IllegalArgumentException  if the pointer, or the index, leads to no such word.
     * @throws IndexOutOfBoundsException if there is no such index.
     */
    public final void getInt(final long from, final int into)
    {
        access.getInt(from, into);
    }

    /**
     * Sends a word of 32 bits as {@code store} sends one of 64; it counts as 4 bytes.
     *
     * @param to    pointer to the word, a multiple of 4.
     * @param value of the word.
     * @throws IllegalArgumentException if the pointer leads to no such word.
     */
    public final void storeInt(final long to, final int value)
    {
        access.depositInt(Kind.STORE, to, value);
    }

    /**
     * Begins to read 16 bytes into the memory of this host. They are words of one message, which costs no transfer as
     * {@link GlobalPort#bulkGet} does, and both are of the same time: no put of 16 bytes comes between them.
     *
     * @param from pointer to the first word, a multiple of 8.
     * @param into index in bytes in the memory of this host, a multiple of 8.
     * @throws IllegalArgumentException  if the pointer, or the index, leads to no two words.
     * @throws IndexOutOfBoundsException if there is no such index.
     */
    public final void get16(final long from, final int into)
    {
        access.getTwo(from, into);
    }

    /**
     * Begins to write 16 bytes of the memory of this host, which may change as soon as it returns.
     *
     * @param to   pointer to where the first word belongs, a multiple of 8.
     * @param from index in bytes in the memory of this host, a multiple of 8.
     * @throws IllegalArgumentException  if the pointer, or the index, leads to no two words.
     * @throws IndexOutOfBoundsException if there is no such index.
     */
    public final void put16(final long to, final int from)
    {
        access.depositTwo(Kind.SPLIT_PHASE, to, from);
    }

    /**
     * Sends 16 bytes of the memory of this host as {@code store} sends a word.
     *
     * @param to   pointer to where the first word belongs, a multiple of 8.
     * @param from index in bytes in the memory of this host, a multiple of 8.
     * @throws IllegalArgumentException  if the pointer, or the index, leads to no two words.
     * @throws IndexOutOfBoundsException if there is no such index.
     */
    public final void store16(final long to, final int from)
    {
        access.depositTwo(Kind.STORE, to, from);
    }

    /**
     * Waits for all operations of a kind that this host has begun.
     */
    final void settle(final Kind kind)
    {
        final Account account = part.account(kind);
        port.await(account, account);
        account.throwFailure();
    }
}
