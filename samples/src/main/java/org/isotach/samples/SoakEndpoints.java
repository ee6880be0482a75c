/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Failure;
import org.isotach.niu.am.Region;
import org.isotach.niu.am.Request;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;

/**
 * The endpoints of all hosts in a round of a soak: active messages with windows, channels of a Myrinet, and the queue
 * pairs of a gang.
 */
final class SoakEndpoints implements AutoCloseable
{
    /**
     * Longest transfer of active messages: three pieces on links with faults.
     */
    static final int MAX_TRANSFER = 1000;

    /**
     * All buffers of the Myrinet are as long: more than what is copied.
     */
    static final int BUFFER_LENGTH = 256;

    private static final int PACKET_LENGTH = 448;
    private static final int INLINE_LENGTH = 32;
    private static final int MAX_LOG = 4;

    private final SoakSettings settings;
    private final SoakChecks checks;
    private final ActiveMessages messages;
    private final int request;
    private final int transfer;
    private final Region[] regions;
    private final Network network;
    private final Gang gang;

    SoakEndpoints(final SoakSettings settings, final Cluster cluster, final SoakChecks checks)
    {
        this.settings = settings;
        this.checks = checks;
        final int hosts = settings.hosts();
        // Not that of the layout.
        final SplittableRandom random = new SplittableRandom(~settings.seed());
        messages = ActiveMessages.on(cluster, new AmContext()
            .depth(powerOfTwo(random))
            .maxPacketLength(PACKET_LENGTH)
            .inOrder(random.nextBoolean())
            .timerWheel(random.nextBoolean())
            .directTransfers(random.nextBoolean()));
        final int answer = messages.onReply(reply ->
            checks.answers().received(reply.self(), reply.source(), reply.arg(0)));
        request = messages.onRequest(arrived ->
        {
            received(arrived);
            arrived.reply(answer, arrived.arg(0), 0, 0, 0);
        });
        transfer = messages.onRequest(arrived ->
        {
            received(arrived);
            checkLanded(arrived);
            arrived.reply(answer, arrived.arg(0), 0, 0, 0);
        });
        messages.onFailed(this::failed);
        regions = new Region[hosts];
        for (int host = 0; host < hosts; host++)
        {
            regions[host] =
                messages.port(cluster.host(host)).register(OffHeapBuffer.allocate((long)hosts * MAX_TRANSFER));
        }
        network = Network.on(cluster, new MyrinetContext()
            .bufferLength(BUFFER_LENGTH)
            .buffers(1 + random.nextInt(16))
            .channels(1)
            .channelLength(powerOfTwo(random))
            .inlineLength(INLINE_LENGTH));
        gang = FuniSupervisor.on(cluster).open(
            new GangContext().name("soak").hosts(IntStream.range(0, hosts).toArray()).slots(2 * powerOfTwo(random)));
    }

    private static int powerOfTwo(final SplittableRandom random)
    {
        return 1 << random.nextInt(MAX_LOG);
    }

    SoakChecks checks()
    {
        return checks;
    }

    AmPort port(final Cluster cluster, final int host)
    {
        return messages.port(cluster.host(host));
    }

    int request()
    {
        return request;
    }

    int transfer()
    {
        return transfer;
    }

    /**
     * Where one host may copy bytes to at another one.
     */
    long place(final int sender, final int receiver)
    {
        return regions[receiver].pointer(sender * MAX_TRANSFER);
    }

    Network network()
    {
        return network;
    }

    QueuePair queuePair(final int host)
    {
        return gang.queuePair(host);
    }

    /**
     * What a host receives that was expelled alive may be overwritten.
     */
    boolean isChecked(final int host)
    {
        return !settings.fails(host) || SoakFailure.EXPELLED_ALIVE != settings.failure();
    }

    boolean fails(final int host)
    {
        return settings.fails(host);
    }

    /**
     * The byte of a transfer.
     */
    static byte content(final long number, final int index)
    {
        return (byte)(31 * number + 7 * index);
    }

    private void received(final Request arrived)
    {
        if (isChecked(arrived.self()))
        {
            checks.requests().received(arrived.source(), arrived.self(), arrived.arg(0));
        }
    }

    private void checkLanded(final Request arrived)
    {
        final OffHeapBuffer memory = regions[arrived.self()].memory();
        final int length = (int)arrived.arg(2);
        for (int i = 0; i < length && isChecked(arrived.self()); i++)
        {
            if (content(arrived.arg(0), i) != memory.getByte(arrived.source() * MAX_TRANSFER + i))
            {
                checks.others().add("byte " + i + " of " + length + " of transfer " + arrived.arg(0) + " of host " +
                    arrived.source() + " is wrong at host " + arrived.self());
                return;
            }
        }
    }

    private void failed(final Failure failure)
    {
        if (!settings.fails(failure.target()) && !settings.fails(failure.self()))
        {
            checks.others().add("a request of host " + failure.self() + " to host " + failure.target() +
                " has failed: " + failure.reason());
        }
    }

    @Override
    public void close()
    {
        network.close();
        gang.close();
    }
}
