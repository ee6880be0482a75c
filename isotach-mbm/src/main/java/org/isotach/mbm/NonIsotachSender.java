/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.RecordWriter;

/**
 * The non-isotach message that is being written to one host, where it lies in the ring of the pair. Belongs to the port
 * of the sending host.
 */
final class NonIsotachSender extends Padded
{
    private final int target;
    private final RecordWriter writer;
    private final OffHeapBuffer buffer;
    private final boolean isParanoid;

    // Null if the links have no faults.
    private final DrivenWindow window;
    private MessageBuffer claim = new MessageBuffer();

    /**
     * @param host       the sending host.
     * @param target     id of the receiving host.
     * @param writer     of the ring of the pair.
     * @param isParanoid true to make a new view for each message.
     */
    NonIsotachSender(final Host host, final int target, final RecordWriter writer, final boolean isParanoid)
    {
        this.target = target;
        this.writer = writer;
        buffer = writer.buffer();
        this.isParanoid = isParanoid;
        window = host.models().newWindow(this::arrive);
    }

    /**
     * Opens {@link #claim()} for a message, if there is room for it.
     */
    boolean tryClaim(final int length)
    {
        final int index = writer.tryReserve(length);
        if (RecordWriter.NO_ROOM == index)
        {
            return false;
        }
        claim.wrap(buffer, index, length);
        return true;
    }

    /**
     * Returns the message that is being written.
     */
    MessageBuffer claim()
    {
        return claim;
    }

    /**
     * Sends the claimed message.
     */
    void commit()
    {
        final int length = claim.length();
        if (null != window)
        {
            deliver(length);
        }
        endClaim();
        writer.append(length);
    }

    private void deliver(final int length)
    {
        final int index = window.claim(length);
        buffer.copyTo(claim.at(0, length), window.buffer(), index, length);
        window.commit();
        window.deliver();
    }

    /**
     * The receiving end of a window over links with faults: the message that was claimed is replaced by the one that
     * has arrived.
     */
    private void arrive(final OffHeapBuffer message, final int offset, final int length)
    {
        message.copyTo(offset, buffer, claim.at(0, length), length);
    }

    /**
     * Ends the claim.
     */
    void endClaim()
    {
        claim.release();
        if (isParanoid)
        {
            claim = new MessageBuffer();
        }
    }

    @Override
    public String toString()
    {
        return "room for a non-isotach message to host " + target;
    }
}
