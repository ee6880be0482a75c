/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.OperationHeader;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;
import org.isotach.niu.spi.OperationReader;

/**
 * Reads operations of the message based model, for traces. Threadsafe.
 */
final class MessageTrace implements OperationReader
{
    private final Topology topology;
    private final int hostCount;
    private final int receiverWords;

    /**
     * @param topology the topology of the cluster.
     */
    MessageTrace(final Topology topology)
    {
        this.topology = topology;
        hostCount = topology.hostCount();
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
        // Everything in front of the payload of a message.
        if (!MessageOperation.isMessage(header) ||
            available < MessageOperation.messageOffset(0, header, receiverWords))
        {
            listener.operation("operation 0x" + Integer.toHexString(OperationHeader.opcode(header)), "", "");
            return;
        }
        final StringBuilder receivers = new StringBuilder();
        for (int receiver = 0; receiver < hostCount; receiver++)
        {
            if (MessageOperation.isTo(frame, offset, header, receiver))
            {
                receivers.append(receivers.isEmpty() ? "" : " ").append(topology.hostName(receiver));
            }
        }
        listener.operation("message", "to " + receivers, MessageOperation.messageLength(frame, offset) + " bytes" +
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
