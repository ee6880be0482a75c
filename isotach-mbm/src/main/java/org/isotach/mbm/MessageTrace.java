/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;
import org.isotach.niu.spi.OperationReader;

/**
 * Reads operations of the message based model, for traces. Threadsafe.
 */
final class MessageTrace implements OperationReader
{
    private final int hostCount;
    private final int receiverWords;

    /**
     * @param hostCount number of hosts.
     */
    MessageTrace(final int hostCount)
    {
        this.hostCount = hostCount;
        receiverWords = MessageOperation.receiverWords(hostCount);
    }

    @Override
    public void read(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        final long header = frame.getLong(offset);
        // Of a message everything in front of its payload.
        if (!MessageOperation.isMessage(header) ||
            available < MessageOperation.messageOffset(0, header, receiverWords))
        {
            listener.operation("operation 0x" + Integer.toHexString(OperationHeader.opcode(header)), "", "");
            return;
        }
        final StringBuilder receivers = new StringBuilder();
        int count = 0;
        for (int receiver = 0; receiver < hostCount; receiver++)
        {
            if (MessageOperation.isTo(frame, offset, header, receiver))
            {
                receivers.append(0 == count ? "" : " ").append(receiver);
                count++;
            }
        }
        final String to = (1 == count ? "to host " : "to hosts ") + receivers;
        listener.operation("message", to, MessageOperation.messageLength(frame, offset) + " bytes" +
            (MessageOperation.isToHandler(header) ? " for handler " + OperationHeader.address(header) : ""));
        if (MessageOperation.isTo(frame, offset, header, host))
        {
            listener.delivered();
        }
    }

    @Override
    public String toString()
    {
        return "MessageTrace{hosts=" + hostCount + '}';
    }
}
