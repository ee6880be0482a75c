/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.HostExpelledException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.Nic;

/**
 * What one host sends and receives by endpoints in a round of a soak.
 */
final class SoakEndpoint
{
    private static final int PACKETS = 64;
    private static final int WORDS = 2;

    private final SoakEndpoints all;
    private final SoakChecks checks;
    private final int hostId;
    private final int hosts;
    private final SplittableRandom random;
    private final AmPort port;
    private final Nic nic;
    private final Channel channel;
    private final QueuePair queuePair;
    private final OffHeapBuffer source = OffHeapBuffer.allocate(SoakEndpoints.MAX_TRANSFER);
    private final PacketHandler handler;

    SoakEndpoint(final SoakEndpoints all, final Cluster cluster, final int hostId, final SplittableRandom random)
    {
        this.all = all;
        this.hostId = hostId;
        this.random = random;
        checks = all.checks();
        hosts = cluster.hostCount();
        port = all.port(cluster, hostId);
        nic = all.network().nic(hostId);
        channel = nic.open(0);
        queuePair = all.queuePair(hostId);
        handler = (priority, type, node, view) -> received(checks.packets(), node, view.getLong(0));
    }

    /**
     * Sends something to another host, if there is room and the host is there.
     *
     * @param wait for the rest of what was begun.
     */
    void send(final WorkingWait wait)
    {
        final int target = (hostId + 1 + random.nextInt(hosts - 1)) % hosts;
        try
        {
            switch (random.nextInt(4))
            {
                case 0:
                    transfer(target, wait);
                    break;
                case 1:
                    sendBuffer(target);
                    break;
                case 2:
                    sendPacket(target);
                    break;
                default:
                    request(target);
                    break;
            }
        }
        catch (final HostExpelledException ex)
        {
            if (!all.fails(target))
            {
                throw ex;
            }
        }
    }

    private void request(final int target)
    {
        if (port.tryRequest(target, all.request(), checks.requests().next(hostId, target), 0, 0, 0))
        {
            asked(target);
        }
    }

    private void asked(final int target)
    {
        checks.requests().sent(hostId, target);
        checks.answers().sent(hostId, target);
    }

    /**
     * Each pair of hosts has one place, so the handler of the transfer before must have looked at it.
     */
    private void transfer(final int target, final WorkingWait wait)
    {
        if (0 != port.outstanding(target))
        {
            return;
        }
        final int number = checks.requests().next(hostId, target);
        final int length = random.nextInt(SoakEndpoints.MAX_TRANSFER + 1);
        for (int i = 0; i < length; i++)
        {
            source.putByte(i, SoakEndpoints.content(number, i));
        }
        final long place = all.place(hostId, target);
        wait.until(
            () -> port.tryTransfer(target, all.transfer(), source, 0, length, place, number), "room for a transfer");
        asked(target);
    }

    private void sendBuffer(final int target)
    {
        final Buffer buffer = nic.tryBuffer();
        if (null == buffer)
        {
            return;
        }
        boolean isSent = false;
        try
        {
            final long number = checks.buffers().next(hostId, target);
            buffer.length(SoakEndpoints.BUFFER_LENGTH);
            buffer.putLong(0, number);
            buffer.putLong(SoakEndpoints.BUFFER_LENGTH - Long.BYTES, ~number);
            isSent = nic.trySend(all.network().route(hostId, target), channel.number(), buffer);
        }
        finally
        {
            if (!isSent)
            {
                buffer.free();
            }
        }
        if (isSent)
        {
            checks.buffers().sent(hostId, target);
        }
    }

    private void sendPacket(final int target)
    {
        final PacketBuffer packet = queuePair.tryClaim(Priority.REQUEST, target, 0, WORDS);
        if (null != packet)
        {
            packet.putLong(0, checks.packets().next(hostId, target));
            queuePair.commit();
            checks.packets().sent(hostId, target);
        }
    }

    /**
     * Receives what is there, and answers what was asked.
     *
     * @return number of packets.
     */
    int work()
    {
        int count = port.poll() + queuePair.poll(PACKETS, handler);
        Buffer buffer = channel.tryReceive();
        while (null != buffer)
        {
            count++;
            take(buffer);
            buffer = channel.tryReceive();
        }
        return count;
    }

    private void take(final Buffer buffer)
    {
        try
        {
            check(buffer);
            buffer.free();
        }
        catch (final IllegalStateException ex)
        {
            // Its sender may have taken it back already, if this host is expelled just now.
            if (all.isChecked(hostId))
            {
                throw ex;
            }
        }
    }

    private void check(final Buffer buffer)
    {
        final long number = buffer.getLong(0);
        if (buffer.getLong(SoakEndpoints.BUFFER_LENGTH - Long.BYTES) == ~number)
        {
            received(checks.buffers(), buffer.sender(), number);
        }
        else if (all.isChecked(hostId))
        {
            checks.others().add("a buffer of host " + buffer.sender() + " is wrong at host " + hostId);
        }
    }

    private void received(final EndpointLedger ledger, final int sender, final long number)
    {
        if (all.isChecked(hostId))
        {
            ledger.received(sender, hostId, number);
        }
    }

    /**
     * Receives everything that others have sent before the barrier that this host has passed, and waits for its own
     * answers.
     */
    void end(final WorkingWait wait)
    {
        while (work() > 0)
        {
            // There may be more.
        }
        wait.until(() -> 0 == port.outstanding(), "answers to active messages");
    }
}
