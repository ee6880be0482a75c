/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * Buffers of a board, as a queue with two pointers (Panariti, "Receiving"). It is full when one buffer is left, since
 * otherwise full would look like empty: that one, at the incoming pointer, is the one into which the next packet goes,
 * and there always is one. The same class serves both directions; only the number of buffers differs.
 */
final class IoPool
{
    private final int start;
    private final int bufferLength;
    private final int[] places;
    private final int[] lengths;
    private final long[] tags;
    private int incoming;
    private int outgoing;

    /**
     * @param start   where the buffers are in the memory of the board.
     * @param buffers number of them, at least 2.
     */
    IoPool(final int start, final int buffers, final int bufferLength)
    {
        this.start = start;
        this.bufferLength = bufferLength;
        places = new int[buffers];
        lengths = new int[buffers];
        tags = new long[buffers];
    }

    boolean isEmpty()
    {
        return incoming == outgoing;
    }

    boolean isFull()
    {
        return next(incoming) == outgoing;
    }

    /**
     * Returns how many packets are in the queue.
     */
    int size()
    {
        return Math.floorMod(incoming - outgoing, places.length);
    }

    /**
     * Returns where the next packet goes.
     */
    int incomingPlace()
    {
        return start + incoming * bufferLength;
    }

    /**
     * Appends the packet at {@link #incomingPlace()}.
     *
     * @param tag of its owner.
     */
    void enqueue(final int length, final long tag)
    {
        enqueue(incomingPlace(), length, tag);
    }

    /**
     * Appends a packet that is somewhere else.
     */
    void enqueue(final int place, final int length, final long tag)
    {
        if (isFull())
        {
            throw new IllegalStateException("all " + (places.length - 1) + " buffers are in use: ask isFull() first");
        }
        places[incoming] = place;
        lengths[incoming] = length;
        tags[incoming] = tag;
        incoming = next(incoming);
    }

    /**
     * Returns where the first packet is.
     */
    int place()
    {
        return places[outgoing];
    }

    int length()
    {
        return lengths[outgoing];
    }

    long tag()
    {
        return tags[outgoing];
    }

    void dequeue()
    {
        outgoing = next(outgoing);
    }

    private int next(final int pointer)
    {
        return (pointer + 1) % places.length;
    }

    @Override
    public String toString()
    {
        return "IoPool{" + size() + " of " + (places.length - 1) + '}';
    }
}
