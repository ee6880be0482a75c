/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.SharedSegment;

/**
 * What a member of {@link Cmam} does besides sending: its functions, its segments, and taking messages.
 */
abstract class CmamMember
{
    private final QueuePair queuePair;
    private final SharedSegment memory;
    private final CmamTables tables = new CmamTables();
    private final CmamSegments segments = new CmamSegments();
    private final CmamService service;

    CmamMember(final QueuePair queuePair, final SharedSegment memory)
    {
        this.queuePair = queuePair;
        this.memory = memory;
        service = new CmamService(queuePair, memory, tables, segments);
    }

    final QueuePair queuePair()
    {
        return queuePair;
    }

    final SharedSegment memory()
    {
        return memory;
    }

    final CmamService messages()
    {
        return service;
    }

    /**
     * Adds a function for {@link Cmam#request4} and {@link Cmam#reply4}.
     *
     * @param function the function.
     * @return its number.
     */
    public final int onCall(final CmamFunction function)
    {
        return tables.add(function);
    }

    /**
     * Adds a function for {@link Cmam#requestIndirect4} and {@link Cmam#replyIndirect4}.
     *
     * @param function the function.
     * @return its number.
     */
    public final int onIndirect(final CmamIndirectFunction function)
    {
        return tables.add(function);
    }

    /**
     * Adds a function for {@link Cmam#requestN} and {@link Cmam#replyN}.
     *
     * @param function the function.
     * @return its number.
     */
    public final int onBlock(final CmamBlockFunction function)
    {
        return tables.add(function);
    }

    /**
     * Adds a function for {@link Cmam#requestIndirectN} and {@link Cmam#replyIndirectN}.
     *
     * @param function the function.
     * @return its number.
     */
    public final int onIndirectBlock(final CmamIndirectBlockFunction function)
    {
        return tables.add(function);
    }

    /**
     * Returns the number of this member.
     *
     * @return the number.
     */
    public final int selfAddress()
    {
        return queuePair.node();
    }

    /**
     * Returns the number of members.
     *
     * @return the number.
     */
    public final int partitionSize()
    {
        return queuePair.size();
    }

    /**
     * Opens a segment of this member, which messages fill in any order.
     *
     * @param base  where it begins, in bytes in the memory of this member.
     * @param bytes how many bytes will arrive, 1..2^26 - 7; up to 2^26 - 2 if the base is a multiple of 8.
     * @param fun   called when they are there.
     * @param info  what the function gets.
     * @return its address; to it the index of a byte is added; -1 if too many segments are open: poll and try again.
     * @throws IndexOutOfBoundsException if the memory has no such bytes.
     * @throws IllegalArgumentException  if it is empty, so that nothing would end it, or too long.
     */
    public final int openSegment(final int base, final int bytes, final CmamEndFunction fun, final Object info)
    {
        Objects.checkFromIndexSize(base, bytes, memory.memory().capacity());
        final int maxBytes = CmamSegments.maxBytes(base);
        if (0 == bytes || bytes > maxBytes)
        {
            throw new IllegalArgumentException("bytes: " + bytes + " (expected: 1.." + maxBytes + ')');
        }
        return segments.open(base, bytes, fun, info, CmamSegments.ANYONE);
    }

    final CmamSegments segments()
    {
        return segments;
    }

    /**
     * Takes one reply.
     *
     * @return how many were taken.
     */
    public final int serviceReply()
    {
        return service.reply();
    }

    /**
     * Takes all replies.
     *
     * @return how many were taken.
     */
    public final int serviceReplyDrain()
    {
        return service.replyDrain();
    }

    /**
     * Takes one request.
     *
     * @return how many were taken.
     */
    public final int serviceRequest()
    {
        return service.request();
    }

    /**
     * Takes all requests.
     *
     * @return how many were taken.
     */
    public final int serviceRequestDrain()
    {
        return service.requestDrain();
    }

    /**
     * Takes one reply, or, if there is none, one request.
     *
     * @return how many were taken.
     */
    public final int service()
    {
        return service.service();
    }

    /**
     * Takes all replies, and then all requests.
     *
     * @return how many were taken.
     */
    public final int serviceDrain()
    {
        return service.drain();
    }

    /**
     * Does the same as {@code serviceDrain()}.
     *
     * @return how many were taken.
     */
    public final int poll()
    {
        return service.drain();
    }

    /**
     * Waits within the time limit of the cluster, and takes messages, until functions have counted a flag up that far;
     * then takes that count off it.
     *
     * @param flag of one element.
     * @param n    count to wait for.
     */
    public final void await(final int[] flag, final int n)
    {
        service.begin("await()");
        while (flag[0] < n)
        {
            service.awaitMessage();
        }
        flag[0] -= n;
    }

    /**
     * Waits within the time limit of the cluster, and takes messages, until a condition holds.
     */
    final void await(final BooleanSupplier condition)
    {
        service.begin("await()");
        service.await(condition);
    }
}
