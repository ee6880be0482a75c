/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.memory.Padded;
import org.isotach.niu.am.AmPort;

/**
 * Sends the operations of one host on the memory of others. It waits for room, but not for answers, and serves the port
 * while it waits. An operation that was not sent counts as not begun.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class RemoteAccess extends Padded
{
    private final AmPort port;
    private final Part part;
    private final GlobalHandlers handlers;
    private final int pieceLength;
    private final int depositLength;

    /**
     * @param pieceLength   number of bytes that one packet takes.
     * @param depositLength number of bytes of one transfer.
     */
    RemoteAccess(
        final AmPort port,
        final Part part,
        final GlobalHandlers handlers,
        final int pieceLength,
        final int depositLength)
    {
        this.port = port;
        this.part = part;
        this.handlers = handlers;
        this.pieceLength = pieceLength;
        this.depositLength = depositLength;
    }

    /**
     * Asks for a word.
     *
     * @param place where the word belongs, not for a read.
     */
    void fetch(final Kind kind, final long from, final long place)
    {
        request(GlobalPointer.host(from), handlers.fetch(), kind, GlobalPointer.offset(from), place, 0);
    }

    /**
     * Sends a word.
     */
    void deposit(final Kind kind, final long to, final long value)
    {
        request(GlobalPointer.host(to), handlers.deposit(), kind, GlobalPointer.offset(to), value, 0);
    }

    /**
     * Asks for a word of 32 bits.
     *
     * @param place where the word belongs, not for a read.
     */
    void fetchInt(final Kind kind, final long from, final long place)
    {
        request(GlobalPointer.host(from), handlers.fetchInt(), kind, GlobalPointer.offset(from), place, 0);
    }

    /**
     * Sends a word of 32 bits.
     */
    void depositInt(final Kind kind, final long to, final int value)
    {
        request(GlobalPointer.host(to), handlers.depositInt(), kind, GlobalPointer.offset(to), value, 0);
    }

    /**
     * Asks for two words.
     *
     * @param place where the words belong.
     */
    void fetchTwo(final long from, final long place)
    {
        request(
            GlobalPointer.host(from), handlers.fetchTwo(), Kind.SPLIT_PHASE, GlobalPointer.offset(from), place, 0);
    }

    /**
     * Sends two words.
     */
    void depositTwo(final Kind kind, final long to, final long first, final long second)
    {
        request(GlobalPointer.host(to), handlers.depositTwo(), kind, GlobalPointer.offset(to), first, second);
    }

    /**
     * Tells a host that this one has come to a round of a barrier.
     */
    void arrive(final int target, final int round)
    {
        request(target, handlers.arrive(), Kind.BARRIER, round, 0, 0);
    }

    /**
     * Wakes all who wait. Such messages may be lost: who waits also looks by itself.
     */
    void wakeAll()
    {
        port.broadcast(handlers.wake(), 0, 0, 0, 0);
    }

    /**
     * Asks for bytes, a request for each piece.
     */
    void fetchBytes(final Kind kind, final long from, final int into, final int length)
    {
        int done = 0;
        while (done < length)
        {
            final int piece = Math.min(pieceLength, length - done);
            request(GlobalPointer.host(from), handlers.fetchBytes(), kind, GlobalPointer.offset(from) + done,
                handlers.landing(port.self(), into + done), piece);
            done += piece;
        }
    }

    /**
     * Sends bytes: by one transfer where this host copies them itself, else by one for each packet: all of these may be
     * on their way at once.
     */
    void depositBytes(final Kind kind, final long to, final int from, final int length)
    {
        final int target = GlobalPointer.host(to);
        final int offset = (int)GlobalPointer.offset(to);
        int done = 0;
        while (done < length)
        {
            final int piece = Math.min(depositLength, length - done);
            transfer(target, kind, handlers.landing(target, offset + done), from + done, piece);
            done += piece;
        }
    }

    private void transfer(
        final int target, final Kind kind, final long landing, final int from, final int length)
    {
        final Account account = part.account(kind);
        final long message = account.begin();
        boolean isSent = false;
        try
        {
            port.transfer(target, handlers.landed(), part.memory(), from, length, landing, message);
            isSent = true;
        }
        finally
        {
            if (!isSent)
            {
                account.end(message);
            }
        }
    }

    private void request(
        final int target, final int handler, final Kind kind, final long a1, final long a2, final long a3)
    {
        final Account account = part.account(kind);
        final long message = account.begin();
        boolean isSent = false;
        try
        {
            port.request(target, handler, message, a1, a2, a3);
            isSent = true;
        }
        finally
        {
            if (!isSent)
            {
                account.end(message);
            }
        }
    }

    @Override
    public String toString()
    {
        return "RemoteAccess{" + port + '}';
    }
}
