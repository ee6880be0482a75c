/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.isotach.IsotachTimeoutException;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * The next buffer of a channel, which its thread waits for. Messages of time-outs say where that is, and who has sent
 * to it.
 * <p>
 * <b>Note:</b> belongs to the thread of the channel.
 */
final class AwaitedBuffer extends Padded implements BooleanSupplier
{
    private static final int SPINS_PER_CHECK = 256;

    private final BooleanSupplier look;
    private final Supplier<ChannelLink[]> links;
    private final int channel;
    private final Station host;

    // Null if no thread waits here.
    private final Waiter waiter;
    private final long timeoutNs;
    private final boolean isSpinning;

    /**
     * @param look      makes the buffer ready, and returns whether it is, or never will be.
     * @param links     of the channel.
     * @param channel   its number.
     * @param host      its host.
     * @param waiter    of its thread.
     * @param reception how that waits.
     */
    AwaitedBuffer(
        final BooleanSupplier look,
        final Supplier<ChannelLink[]> links,
        final int channel,
        final Station host,
        final Waiter waiter,
        final Reception reception)
    {
        this.look = look;
        this.links = links;
        this.channel = channel;
        this.host = host;
        this.waiter = waiter;
        timeoutNs = host.timeoutNs();
        isSpinning = Reception.SPIN == reception && !host.hasScheduler();
    }

    /**
     * Waits until the channel has a buffer, or is closed.
     */
    void await()
    {
        if (isSpinning)
        {
            spin();
        }
        waiter.awaitCall(this, this, timeoutNs);
    }

    /**
     * Spins until there is something, or the waiter has to say why there never will be.
     */
    private void spin()
    {
        final long startNs = System.nanoTime();
        long waitedNs = 0;
        boolean isHopeless = false;
        for (int spins = 1; !look.getAsBoolean() && !isHopeless; spins++)
        {
            if (waitedNs > timeoutNs)
            {
                throw new IsotachTimeoutException("host " + host.id() + " has waited " +
                    TimeUnit.NANOSECONDS.toMillis(waitedNs) + " ms for " + this + waiter.stallReport());
            }
            Thread.onSpinWait();
            if (0 == spins % SPINS_PER_CHECK)
            {
                host.poll();
                waitedNs = System.nanoTime() - startNs;
                isHopeless = host.isOver() || Thread.currentThread().isInterrupted();
            }
        }
    }

    @Override
    public boolean getAsBoolean()
    {
        return look.getAsBoolean();
    }

    @Override
    public String toString()
    {
        final String senders = Arrays.stream(links.get()).map(link -> link.sender().id()).distinct()
            .map(host::describe).collect(Collectors.joining(", "));
        return "a buffer on channel " + channel + " of " + host.describe(host.id()) +
            (senders.isEmpty() ? ", to which no host has sent anything" : ", to which buffers come from " + senders);
    }
}
