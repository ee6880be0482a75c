/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.VarHandle;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.MyrinetPathAudit;
import org.isotach.simulation.PrivateField;

/**
 * Frames of one host that have left it for another one, and are not on their link there. A frame may be in several
 * messages, of which some have arrived.
 */
final class WireAudit
{
    private static final int LENGTH_OFFSET = 4 * Long.BYTES;
    private static final VarHandle PATH = PrivateField.of(FrameChannel.class, "path", MessagePath.class);
    private static final VarHandle LINK = PrivateField.of(FrameChannel.class, "link", FrameRing.class);
    private static final VarHandle ARRIVING = PrivateField.of(FrameChannel.class, "arriving", FrameEntry.class);
    private static final VarHandle PLACE = PrivateField.of(FrameChannel.class, "place", long.class);
    private static final VarHandle PRESENT = PrivateField.of(FrameChannel.class, "present", int.class);
    private static final VarHandle SEGMENTS = PrivateField.of(FrameRing.class, "segments", OffHeapBuffer[].class);
    private static final VarHandle WINDOW = PrivateField.of(DrivenWindow.class, "window", SlidingWindow.class);
    private static final VarHandle RECORDS = PrivateField.of(WindowSender.class, "records", OffHeapBuffer.class);
    private static final VarHandle FIRST = PrivateField.of(WindowSender.class, "first", long.class);
    private static final VarHandle ACKNOWLEDGED = PrivateField.of(WindowSender.class, "acknowledged", long.class);

    private final FrameChannel channel;

    // The frame that is put together.
    private OffHeapBuffer frame;
    private int length;
    private int present;

    private WireAudit(final FrameChannel channel)
    {
        this.channel = channel;
    }

    /**
     * An audit of what is behind a carrier.
     *
     * @return null if frames are on their link as soon as they are sent.
     */
    static WireAudit of(final FrameCarrier carrier)
    {
        FrameCarrier last = carrier;
        if (null != carrier && !(carrier instanceof FrameRing) && !(carrier instanceof FrameChannel))
        {
            // In paranoid mode: in front of the other one.
            last = PrivateField.read(carrier, "carrier");
        }
        return last instanceof FrameChannel ? new WireAudit((FrameChannel)last) : null;
    }

    /**
     * Number of frames that are not on their link.
     */
    long underWay()
    {
        return channel.underWay();
    }

    /**
     * Number of messages that are not acknowledged.
     */
    long unacknowledged()
    {
        return path() instanceof DrivenWindow window ?
            ((SlidingWindow)WINDOW.get(window)).writer().unacknowledged() : MyrinetPathAudit.unacknowledged(path());
    }

    private MessagePath path()
    {
        return (MessagePath)PATH.get(channel);
    }

    /**
     * Shows the operations of frames that are not on their link.
     */
    void visit(final LinkAudit.FrameVisitor visitor, final int sender, final int receiver)
    {
        if (0 == underWay())
        {
            return;
        }
        present = (int)PRESENT.get(channel);
        length = ((FrameEntry)ARRIVING.get(channel)).length;
        if (present < length)
        {
            final long place = (long)PLACE.get(channel);
            final OffHeapBuffer[] segments = (OffHeapBuffer[])SEGMENTS.get((FrameRing)LINK.get(channel));
            frame = OffHeapBuffer.allocate(length);
            segments[(int)(place >> Integer.SIZE)].copyTo(
                (int)place + FrameDescriptor.HEADER_LENGTH, frame, 0, present);
        }
        visitMessages((message, offset, messageLength) ->
        {
            if (take(message, offset, messageLength))
            {
                visitor.visit(sender, receiver, frame, 0, length);
            }
        });
    }

    private void visitMessages(final DrivenWindow.Receiver visitor)
    {
        if (path() instanceof DrivenWindow window)
        {
            visitWindow((SlidingWindow)WINDOW.get(window), visitor);
        }
        else
        {
            MyrinetPathAudit.visit(path(), visitor);
        }
    }

    /**
     * The next message, of this frame or another one.
     *
     * @return true if the frame is complete.
     */
    private boolean take(final OffHeapBuffer message, final int offset, final int messageLength)
    {
        int header = 0;
        if (present == length)
        {
            header = FrameChannel.HEADER_LENGTH;
            length = (int)message.getLong(offset + LENGTH_OFFSET);
            frame = OffHeapBuffer.allocate(Math.max(length, Long.BYTES));
            present = 0;
        }
        message.copyTo(offset + header, frame, present, messageLength - header);
        present += messageLength - header;
        return present == length;
    }

    private static void visitWindow(final SlidingWindow window, final DrivenWindow.Receiver visitor)
    {
        final WindowSender messages = window.writer();
        final OffHeapBuffer records = (OffHeapBuffer)RECORDS.get(messages);
        long position = (long)FIRST.get(messages);
        for (long sequence = (long)ACKNOWLEDGED.get(messages); sequence < messages.sent();)
        {
            final int index = (int)position & records.capacity() - 1;
            final int recordLength = (int)records.getLong(index);
            if (recordLength < 0)
            {
                // Padding.
                position += records.capacity() - index;
            }
            else
            {
                if (sequence >= window.reader().received())
                {
                    visitor.onMessage(
                        records,
                        index + Long.BYTES + SlidingWindow.SEQUENCE_LENGTH,
                        recordLength - SlidingWindow.SEQUENCE_LENGTH);
                }
                position += RecordRing.recordLength(recordLength);
                sequence++;
            }
        }
    }
}
