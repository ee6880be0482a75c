/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;

/**
 * Remote reads with stamps at both ends (V1 section 4.2.1, figure 4.1, and appendix A.1). In front of the read, and
 * behind it, the isochron has a message for a handler at the remote host, which stamps; a last isochron with a message
 * of one byte makes the remote host hand its stamps over. All hosts share one clock here, so the way there and the way
 * back are known separately.
 */
final class StampedReads
{
    /**
     * Results of {@link #phases}: the whole read; the issue; until the isochron executes at the remote host; the
     * execution there and the reply; until the response is there; until the value can be used.
     */
    static final int PHASES = 6;

    // The number of the stamp handler in V1, and the two next to it.
    private static final int HAND_OVER = 22;
    private static final int BEFORE_READ = 23;
    private static final int BEHIND_READ = 24;

    private static final double NS_PER_US = 1000;

    private final MemoryPort memoryPort;
    private final MessagePort messagePort;
    private final Isochron isochron;
    private final Waiter waiter;
    private final int remoteHost;
    private final int address;
    private final byte[] oneByte = new byte[1];
    private final IsoValue value = new IsoValue().onValue((variable, result) -> deliveredNs = System.nanoTime());
    private long deliveredNs;

    // Of the reads since the last hand-over: at the issuing host, and at the remote one.
    private final long[] startNs;
    private final long[] issuedNs;
    private final long[] responseNs;
    private final long[] endNs;
    private final RemoteStamps remote;
    private volatile RemoteStamps handedOver;
    private long reads;
    private long wrong;

    /**
     * @param port     of the issuing host.
     * @param messaging of the cluster, with default settings.
     * @param remote   the host that has the variable.
     * @param maxReads from one hand-over to the next.
     */
    StampedReads(
        final MemoryPort port,
        final Messaging messaging,
        final Isochron isochron,
        final Host remote,
        final int address,
        final int maxReads)
    {
        memoryPort = port;
        messagePort = messaging.port(isochron);
        this.isochron = isochron;
        waiter = port.host().waiter();
        remoteHost = remote.id();
        this.address = address;
        startNs = new long[maxReads];
        issuedNs = new long[maxReads];
        responseNs = new long[maxReads];
        endNs = new long[maxReads];
        this.remote = new RemoteStamps(maxReads);
        messaging.handler(remote, BEFORE_READ, (sender, message) -> this.remote.beforeRead());
        messaging.handler(remote, BEHIND_READ, (sender, message) -> this.remote.behindRead());
        messaging.handler(remote, HAND_OVER, (sender, message) -> handedOver = this.remote);
    }

    /**
     * Settings that include the handlers.
     */
    static MessagingContext context()
    {
        return new MessagingContext().handlerCount(BEHIND_READ + 1).maxMessageLength(1);
    }

    long reads()
    {
        return reads;
    }

    /**
     * Reads that returned another value, or have no stamps, or stamps out of order.
     */
    long wrong()
    {
        return wrong;
    }

    /**
     * @return microseconds per read for each of the {@link #PHASES}.
     */
    double[] phases(final int reps)
    {
        for (int i = 0; i < reps; i++)
        {
            startNs[i] = System.nanoTime();
            isochron.begin();
            messagePort.sendToHandler(remoteHost, BEFORE_READ, oneByte, 0, 1);
            memoryPort.read(isochron, address, value);
            messagePort.sendToHandler(remoteHost, BEHIND_READ, oneByte, 0, 1);
            isochron.issue();
            issuedNs[i] = System.nanoTime();
            final long result = value.await();
            endNs[i] = System.nanoTime();
            responseNs[i] = deliveredNs;
            reads++;
            wrong += TimedReads.VALUE == result ? 0 : 1;
        }
        return sums(awaitStamps(), reps);
    }

    /**
     * The last isochron is behind all reads, so its handler runs when all stamps are there.
     */
    private RemoteStamps awaitStamps()
    {
        handedOver = null;
        isochron.begin();
        messagePort.sendToHandler(remoteHost, HAND_OVER, oneByte, 0, 1);
        isochron.issue();
        waiter.awaitChange(() -> null != handedOver, "the stamps of host " + remoteHost);
        return handedOver;
    }

    private double[] sums(final RemoteStamps stamps, final int reps)
    {
        final double[] us = new double[PHASES];
        wrong += Math.abs(reps - stamps.count);
        for (int i = 0; i < reps; i++)
        {
            // The frame may arrive, and the response, too, before issue() returns.
            final long executed = stamps.beforeReadNs[i];
            final long issued = Math.min(issuedNs[i], executed);
            final long replied = Math.min(stamps.behindReadNs[i], responseNs[i]);
            final long[] inOrder = { startNs[i], issued, executed, replied, responseNs[i], endNs[i] };
            us[0] += (endNs[i] - startNs[i]) / NS_PER_US / reps;
            for (int phase = 1; phase < PHASES; phase++)
            {
                wrong += inOrder[phase] < inOrder[phase - 1] ? 1 : 0;
                us[phase] += (inOrder[phase] - inOrder[phase - 1]) / NS_PER_US / reps;
            }
        }
        stamps.count = 0;
        return us;
    }

    /**
     * Stamps of the remote host, written by the thread that works for it, one read after the other. After the
     * hand-over, they belong to the application of the issuing host until it issues the next read.
     */
    private static final class RemoteStamps
    {
        private final long[] beforeReadNs;
        private final long[] behindReadNs;
        private int count;

        RemoteStamps(final int maxReads)
        {
            beforeReadNs = new long[maxReads];
            behindReadNs = new long[maxReads];
        }

        void beforeRead()
        {
            beforeReadNs[count] = System.nanoTime();
        }

        void behindRead()
        {
            behindReadNs[count++] = System.nanoTime();
        }
    }
}
