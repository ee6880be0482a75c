/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * What a handler gets: four words, and where they come from.
 * <p>
 * <b>Note:</b> it is valid until the handler returns, and belongs to the thread that runs the handler.
 */
public abstract class Arrival
{
    private static final int WORDS = 4;

    private final int self;
    private int other;

    private AmPacket packet;

    // Set while the handler is running. The packet is mostly the same object as before, and stays.
    private boolean isOpen;

    Arrival(final int self)
    {
        this.self = self;
    }

    final void open(final int from, final AmPacket arrived)
    {
        other = from;
        if (packet != arrived)
        {
            packet = arrived;
        }
        isOpen = true;
    }

    final void close()
    {
        isOpen = false;
    }

    /**
     * The host at which the handler runs.
     *
     * @return its number.
     */
    public final int self()
    {
        return self;
    }

    /**
     * A word of the message. Those of a transfer are its argument, its pointer and its length.
     *
     * @param index 0..3.
     * @return the word.
     * @throws IndexOutOfBoundsException if there is no such word.
     * @throws IllegalStateException     if the handler has returned.
     */
    public final long arg(final int index)
    {
        if (index < 0 || index >= WORDS)
        {
            throw new IndexOutOfBoundsException("arg: " + index + " (expected: 0..3)");
        }
        return packet().arg(index);
    }

    final int other()
    {
        checkValid();
        return other;
    }

    final AmPacket packet()
    {
        checkValid();
        return packet;
    }

    final void checkValid()
    {
        if (!isOpen)
        {
            throw new IllegalStateException("the handler at host " + self +
                " has returned: a message is valid only inside its handler; copy the words that you need later");
        }
    }

    @Override
    public final String toString()
    {
        return getClass().getSimpleName() + (isOpen ? "{from=" + other + ", to=" + self + '}' : "{closed}");
    }
}
