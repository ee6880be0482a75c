/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;

/**
 * What a queue pair has of one node and priority to which it sends. Belongs to the thread of the sender.
 */
interface SendingEnd
{
    int node();

    Priority priority();

    /**
     * Opens the next slot.
     *
     * @return false if there is none, a put is under way, or the gang is suspended.
     */
    boolean tryClaim();

    /**
     * Returns the memory of the slot that is open.
     */
    OffHeapBuffer buffer();

    /**
     * Returns where its content is, in the layout of {@link PacketLayout}.
     */
    int content();

    void writeHeader(int type, int words);

    void commit();

    void abort();

    /**
     * Begins a put.
     *
     * @return its number; -1 if nothing was done.
     */
    long tryPut(long pointer, OffHeapBuffer source, int offset, int length, int type, long argument);

    /**
     * Begins a get.
     *
     * @return its number; -1 if nothing was done.
     */
    long tryGet(long pointer, OffHeapBuffer target, int offset, int length);

    /**
     * Goes on with the transfer that is under way.
     *
     * @return true if none is under way.
     */
    boolean tryAdvance();

    /**
     * Gives the transfer that is under way up, because this member is gone.
     */
    void giveUp();

    /**
     * @return null if that is not known, or not any more.
     */
    TransferStatus status(long number);

    /**
     * Sends what was committed, and goes on with the transfer.
     *
     * @return true if nothing is left to do.
     */
    boolean work();

    /**
     * Returns whether it is in the list of those that have something to do.
     */
    boolean isListed();

    void isListed(boolean value);
}
