/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.Doorbell;

/**
 * The non-isotach channel of one ordered pair of hosts for results of operations (V1 section 3.2.3): a single-producer
 * ring outside of logical time. The producer is the {@code IsochronExecutor} that has executed an operation, the
 * consumer that of the host that issued it.
 * <p>
 * The issuer reserves the slot before it issues, see {@code ClusterContext.readCap(int)}, so an executor never waits
 * for one.
 */
public class ReplyLink
{
    // Not less, because the producer reads the progress of the consumer once per this many results, which costs a cache
    // line.
    private static final int INITIAL_SIZE = 64;

    private final int sender;
    private final ReplyRing ring;
    private final Doorbell receiverDoorbell;

    /**
     * @param sender           number of the sending host.
     * @param maxSize          largest number of entries, a power of two.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     */
    public ReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        this.sender = sender;
        this.receiverDoorbell = receiverDoorbell;
        ring = new ReplyRing(INITIAL_SIZE, maxSize);
    }

    /**
     * Sends a result.
     */
    public void publish(final int family, final int slot, final long value)
    {
        if (!ring.tryPut(family, slot, value))
        {
            throw new IllegalStateException(
                "reply link of host " + sender + " is full: more operations are outstanding than were reserved");
        }
        receiverDoorbell.ring();
    }

    /**
     * Hands the results that have arrived to their families.
     *
     * @param errorHandler told of their exceptions; never throws.
     */
    public int poll(final ReplyHandler[] handlers, final Consumer<Throwable> errorHandler)
    {
        int count = 0;
        // Includes results that come in meanwhile, but not for ever.
        while (count < ring.maxSize() && ring.tryNext())
        {
            try
            {
                handlers[ring.family()].onReply(ring.place(), ring.value());
            }
            catch (final Throwable ex)
            {
                errorHandler.accept(ex);
            }
            ring.take();
            count++;
        }
        return count;
    }

    public boolean isEmpty()
    {
        return 0 == ring.size();
    }
}
