/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import com.lmax.disruptor.Sequence;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.Doorbell;

/**
 * The non-isotach channel of one ordered pair of hosts for results of operations (V1 section 3.2.3): a
 * single-producer ring outside of logical time. The producer is the {@code IsochronExecutor} that has executed an
 * operation, the consumer the one of the host that issued it.
 * <p>
 * The issuer reserves the slot before it issues, see {@code ClusterContext.readCap(int)}; so an executor never
 * waits for one.
 */
public class ReplyLink
{
    /**
     * A result.
     */
    static final class Reply
    {
        int family;
        int slot;
        long value;
    }

    // Not less, because the producer looks once per so many results how far the consumer has got.
    private static final int INITIAL_SIZE = 64;

    private final int sender;
    private final GrowingRing<Reply> ring;
    private final Sequence published;
    private final Sequence consumed;
    private final Doorbell receiverDoorbell;

    // Where the next result is, or the one before it; for the consumer.
    private GrowingRing.Segment<Reply> segment;

    /**
     * @param sender           number of the sending host.
     * @param maxSize          most entries, a power of two.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     */
    public ReplyLink(final int sender, final int maxSize, final Doorbell receiverDoorbell)
    {
        this.sender = sender;
        this.receiverDoorbell = receiverDoorbell;
        ring = new GrowingRing<>(INITIAL_SIZE, maxSize, Reply::new);
        published = ring.published();
        consumed = ring.freed();
        segment = ring.first();
    }

    /**
     * Sends a result.
     */
    public void publish(final int family, final int slot, final long value)
    {
        final Reply reply = ring.tryClaim();
        if (null == reply)
        {
            throw new IllegalStateException(
                "reply link of host " + sender + " is full: more operations are outstanding than were reserved");
        }
        reply.family = family;
        reply.slot = slot;
        reply.value = value;
        // Release: publishes the result. Partner: poll().
        ring.publish();
        receiverDoorbell.ring();
    }

    /**
     * Hands the results that have arrived to their families.
     *
     * @param errorHandler told of what they throw; throws nothing itself.
     */
    public int poll(final ReplyHandler[] handlers, final Consumer<Throwable> errorHandler)
    {
        // Acquire. Partner: publish().
        final long available = published.get();
        final long first = consumed.get() + 1;
        if (first > available)
        {
            return 0;
        }
        for (long next = first; next <= available; next++)
        {
            if (segment.isBefore(next))
            {
                segment = segment.next();
            }
            final Reply reply = segment.get(next);
            try
            {
                handlers[reply.family].onReply(reply.slot, reply.value);
            }
            catch (final Throwable ex)
            {
                errorHandler.accept(ex);
            }
        }
        // Release: the results have been read, each of them once. Partner: publish().
        consumed.set(available);
        return (int)(available - first + 1);
    }

    public boolean isEmpty()
    {
        return consumed.get() == published.get();
    }
}
