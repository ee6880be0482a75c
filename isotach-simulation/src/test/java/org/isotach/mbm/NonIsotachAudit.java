/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.link.RecordReader;
import org.isotach.niu.link.RecordRing;
import org.isotach.niu.link.RecordWriter;
import org.isotach.simulation.PrivateField;

/**
 * Measures the records that are in the rings of non-isotach messages: what their senders must not use. Only between
 * steps of a simulation.
 */
public final class NonIsotachAudit
{
    private static final VarHandle INBOX = PrivateField.of(NonIsotachPort.class, "inbox", NonIsotachInbox.class);
    private static final VarHandle OUTBOX = PrivateField.of(NonIsotachPort.class, "outbox", NonIsotachOutbox.class);
    private static final VarHandle SENDERS =
        PrivateField.of(NonIsotachOutbox.class, "senders", NonIsotachSender[].class);
    private static final VarHandle RECEIVERS =
        PrivateField.of(NonIsotachInbox.class, "receivers", NonIsotachReceiver[].class);
    private static final VarHandle RECEIVED = PrivateField.of(NonIsotachInbox.class, "received", int.class);
    private static final VarHandle READER = PrivateField.of(NonIsotachReceiver.class, "reader", RecordReader.class);
    private static final VarHandle WRITER = PrivateField.of(NonIsotachSender.class, "writer", RecordWriter.class);
    private static final VarHandle TAKEN = PrivateField.of(RecordReader.class, "position", long.class);
    private static final VarHandle SENT = PrivateField.of(RecordWriter.class, "position", long.class);
    private static final VarHandle KNOWN = PrivateField.of(RecordWriter.class, "consumed", long.class);

    // In place of the length of a packet.
    private static final long PADDING = -1;

    // Null for hosts of other members.
    private final NonIsotachPort[] ports;
    private final int capacity;

    /**
     * An audit of a messaging that has just been put on its cluster.
     */
    public NonIsotachAudit(final Cluster cluster, final Messaging messaging)
    {
        ports = new NonIsotachPort[cluster.hostCount()];
        cluster.localHosts().forEach(host -> ports[host.id()] = messaging.nonIsotachPort(host));
        capacity = messaging.context().nonIsotachRingLength();
    }

    /**
     * INV-13: for each pair of hosts, {@code length of the ring = credit + records that are there + the record of the
     * message that was received last}.
     *
     * @return null if it is so; otherwise what is wrong.
     */
    public String violation()
    {
        for (final NonIsotachPort port : here())
        {
            final NonIsotachInbox inbox = (NonIsotachInbox)INBOX.get(port);
            final NonIsotachReceiver[] receivers = (NonIsotachReceiver[])RECEIVERS.get(inbox);
            for (int i = 0; i < receivers.length; i++)
            {
                // What another member has sent lands in a ring that its sender does not know.
                final String wrong = null == ports[receivers[i].sender()] ? null :
                    wrong(port, receivers[i], i == (int)RECEIVED.get(inbox));
                if (null != wrong)
                {
                    return "non-isotach ring of host " + receivers[i].sender() + " to host " + port.host().id() +
                        ": " + wrong;
                }
            }
        }
        return null;
    }

    /**
     * What is left, when there is nothing to be done any more.
     *
     * @return null if there is nothing; otherwise what it is.
     */
    public String pending()
    {
        for (final NonIsotachPort port : here())
        {
            final NonIsotachInbox inbox = (NonIsotachInbox)INBOX.get(port);
            for (final NonIsotachReceiver receiver : (NonIsotachReceiver[])RECEIVERS.get(inbox))
            {
                final OffHeapBuffer buffer = ((RecordReader)READER.get(receiver)).buffer();
                if (buffer.getLong(produced()) != buffer.getLong(consumed()))
                {
                    return "host " + port.host().id() + ": messages of host " + receiver.sender() +
                        " that were not received, or not given back";
                }
            }
        }
        return null;
    }

    private List<NonIsotachPort> here()
    {
        return Arrays.stream(ports).filter(Objects::nonNull).toList();
    }

    private String wrong(final NonIsotachPort port, final NonIsotachReceiver receiver, final boolean isReceived)
    {
        final NonIsotachOutbox outbox = (NonIsotachOutbox)OUTBOX.get(ports[receiver.sender()]);
        final NonIsotachSender sender = ((NonIsotachSender[])SENDERS.get(outbox))[port.host().id()];
        final RecordReader reader = (RecordReader)READER.get(receiver);
        final RecordWriter writer = null == sender ? null : (RecordWriter)WRITER.get(sender);
        final OffHeapBuffer buffer = reader.buffer();
        if (null == writer || buffer != writer.buffer())
        {
            return "sender and receiver have not the same one";
        }
        final long produced = (long)SENT.get(writer);
        final long returned = buffer.getLong(consumed());
        final long taken = (long)TAKEN.get(reader);
        final long received = isReceived ? RecordRing.recordLength(receiver.view().length()) : 0;
        long there = 0;
        while (there < produced - taken)
        {
            final int index = (int)(taken + there) & capacity - 1;
            final long length = buffer.getLong(index);
            there += PADDING == length ? capacity - index : RecordRing.recordLength((int)length);
        }
        final long credit = capacity - (produced - returned);
        return credit < 0 || capacity != credit + there + received || (long)KNOWN.get(writer) > returned ?
            "of " + capacity + " bytes " + credit + " are left, the sender knows of " +
            (capacity - (produced - (long)KNOWN.get(writer))) + ", " + there +
            " are records, and " + received + " the one that was received last" : null;
    }

    private int produced()
    {
        return capacity;
    }

    private int consumed()
    {
        return capacity + 2 * OffHeapBuffer.CACHE_LINE_LENGTH;
    }
}
