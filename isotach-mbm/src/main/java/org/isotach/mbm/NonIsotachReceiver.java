/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.RecordReader;

/**
 * The view of the non-isotach messages of one host, where they lie in the ring of the pair. Belongs to the port of the
 * receiving host.
 */
final class NonIsotachReceiver extends Padded
{
    private final int sender;
    private final RecordReader reader;
    private final OffHeapBuffer buffer;
    private final boolean isParanoid;
    private MessageView view = new MessageView();

    /**
     * @param sender     id of the sending host.
     * @param reader     of the ring of the pair.
     * @param isParanoid true to make a new view for each message.
     */
    NonIsotachReceiver(final int sender, final RecordReader reader, final boolean isParanoid)
    {
        this.sender = sender;
        this.reader = reader;
        buffer = reader.buffer();
        this.isParanoid = isParanoid;
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
        final int index = reader.tryTake();
        if (RecordReader.NONE == index)
        {
            return false;
        }
        view.wrap(buffer, index, reader.length());
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
        reader.giveBack();
    }

    /**
     * Returns whether there is nothing to take. The previous message has been given back.
     */
    boolean isEmpty()
    {
        return reader.isEmpty();
    }
}
