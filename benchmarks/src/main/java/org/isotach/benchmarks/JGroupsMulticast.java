/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;

import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.SEQUENCER;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;

/**
 * JGroups in total order by a sequencer, all members inside this JVM and without a network. The sender is a member that
 * is not the sequencer; JGroups brings its own threads, copies, and would survive the loss of members.
 */
final class JGroupsMulticast implements Multicast
{
    private static final int STRIDE = 16;

    private final JChannel[] members;
    private final AtomicLongArray counts;
    private final int payload;

    JGroupsMulticast(final int receivers, final int payload)
    {
        this.payload = payload;
        members = new JChannel[receivers + 1];
        counts = new AtomicLongArray((receivers + 1) * STRIDE);
        try
        {
            for (int i = 0; i < members.length; i++)
            {
                members[i] = new JChannel(
                    new SHARED_LOOPBACK(),
                    new SHARED_LOOPBACK_PING(),
                    new NAKACK2(),
                    new UNICAST3(),
                    new STABLE(),
                    new GMS().setJoinTimeout(1000).printLocalAddress(false),
                    new UFC(),
                    new MFC(),
                    new SEQUENCER(),
                    new FRAG2());
                members[i].setReceiver(receiver(i));
                // The last one, which is not the sequencer, sends.
                members[i].setDiscardOwnMessages(true);
                members[i].connect("isotach-benchmark");
            }
        }
        catch (final Exception ex)
        {
            close();
            throw new IllegalStateException("JGroups did not start", ex);
        }
    }

    @Override
    public void send(final long word)
    {
        final byte[] bytes = new byte[payload];
        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining())
        {
            buffer.putLong(word);
        }
        try
        {
            members[members.length - 1].send(new BytesMessage(null, bytes));
        }
        catch (final Exception ex)
        {
            throw new IllegalStateException("message " + word + " was not sent", ex);
        }
    }

    @Override
    public long received()
    {
        long slowest = Long.MAX_VALUE;
        for (int i = 0; i < members.length - 1; i++)
        {
            slowest = Math.min(slowest, counts.getAcquire(i * STRIDE));
        }
        return slowest;
    }

    @Override
    public void close()
    {
        for (int i = members.length - 1; i >= 0; i--)
        {
            if (null != members[i])
            {
                members[i].close();
            }
        }
    }

    private Receiver receiver(final int member)
    {
        return new Receiver()
        {
            @Override
            public void receive(final Message message)
            {
                final int index = member * STRIDE;
                final long expected = counts.getPlain(index);
                final ByteBuffer buffer =
                    ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
                long sum = 0;
                while (buffer.hasRemaining())
                {
                    sum += buffer.getLong();
                }
                if (sum != expected * (payload / Long.BYTES))
                {
                    throw new IllegalStateException("received " + sum + " as message " + expected);
                }
                counts.setRelease(index, expected + 1);
            }
        };
    }
}
