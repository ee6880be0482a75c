/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * The receiving end of a {@link NonIsotachRing}. Belongs to the port of the receiving host.
 */
final class NonIsotachReceiver extends Padded
{
    private final int sender;
    private final OffHeapBuffer buffer;
    private final int capacity;
    private final int producedIndex;
    private final int consumedIndex;
    private final Waiter senderWaiter;
    private final boolean isParanoid;
    private MessageView view = new MessageView();
    private long position;

    // The known position up to which the sender has written: its own word is read only after everything has been taken.
    private long produced;

    /**
     * @param sender       id of the sending host.
     * @param ring         the ring to read.
     * @param senderWaiter the waiter of the sending thread.
     * @param isParanoid   true to make a new view for each message.
     */
    NonIsotachReceiver(
        final int sender, final NonIsotachRing ring, final Waiter senderWaiter, final boolean isParanoid)
    {
        this.sender = sender;
        this.senderWaiter = senderWaiter;
        this.isParanoid = isParanoid;
        buffer = ring.buffer();
        capacity = ring.capacity();
        producedIndex = ring.producedIndex();
        consumedIndex = ring.consumedIndex();
    }

    int sender()
    {
        return sender;
    }

    /**
     * Returns the message that was taken last.
     */
    MessageView view()
    {
        return view;
    }

    /**
     * Opens {@link #view()} on the next message, if there is one. The previous message has been given back.
     */
    boolean tryTake()
    {
        if (isEmpty())
        {
            return false;
        }
        final int index = (int)position & capacity - 1;
        final long length = buffer.getLong(index);
        view.wrap(buffer, index + NonIsotachRing.HEADER_LENGTH, (int)length);
        position += NonIsotachRing.recordLength((int)length);
        return true;
    }

    /**
     * Gives the last message back to the sender.
     */
    void release()
    {
        view.release();
        if (isParanoid)
        {
            view = new MessageView();
        }
        giveBack();
    }

    /**
     * Returns whether there is nothing to take. A record of padding alone does not count.
     */
    boolean isEmpty()
    {
        while (position < produced || look())
        {
            final int index = (int)position & capacity - 1;
            if (NonIsotachRing.PADDING != buffer.getLong(index))
            {
                return false;
            }
            position += capacity - index;
            giveBack();
        }
        return true;
    }

    private boolean look()
    {
        // Acquire: the records. Partner: NonIsotachSender.publish().
        produced = buffer.getLongVolatile(producedIndex);
        return position != produced;
    }

    private void giveBack()
    {
        // Release: everything up to here has been read. Partner: NonIsotachSender.makeRoom().
        buffer.putLongRelease(consumedIndex, position);
        senderWaiter.wake();
    }
}
