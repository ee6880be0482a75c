/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.members;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Two streams of Aeron between members 0 and 1, over the media driver that carries the trunks, and with nothing of this
 * library. The first word of a message is its number.
 */
final class BareAeron implements AutoCloseable
{
    private static final int FIRST_STREAM_ID = 10;
    private static final String SETTINGS = "|term-length=4m";
    private static final int LIMIT = 64;

    private final Aeron aeron;
    private final Publication publication;
    private final Subscription subscription;
    private final BufferClaim claim = new BufferClaim();
    private final FragmentHandler handler;
    private long last = -1;
    private long sum;

    /**
     * @param directory of the media driver.
     * @param endpoints of the members; {@code ipc} for shared memory.
     * @param own       0 or 1.
     */
    BareAeron(final String directory, final String[] endpoints, final int own)
    {
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
        final boolean isIpc = "ipc".equals(endpoints[own]);
        subscription = aeron.addSubscription(
            isIpc ? "aeron:ipc" : "aeron:udp?endpoint=" + endpoints[own], FIRST_STREAM_ID + own);
        publication = aeron.addPublication(
            isIpc ? "aeron:ipc?mtu=65504" + SETTINGS : "aeron:udp?endpoint=" + endpoints[1 - own] + SETTINGS,
            FIRST_STREAM_ID + 1 - own);
        handler = (buffer, offset, length, header) -> onMessage(buffer, offset, length);
        while (!publication.isConnected() || !subscription.isConnected())
        {
            Thread.yield();
        }
    }

    /**
     * Reads every word, as the executor of an isochron does.
     */
    private void onMessage(final DirectBuffer buffer, final int offset, final int length)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            sum += buffer.getLong(offset + i);
        }
        last = buffer.getLong(offset);
    }

    boolean trySend(final long number, final int length)
    {
        if (publication.tryClaim(length, claim) < 0)
        {
            return false;
        }
        final MutableDirectBuffer buffer = claim.buffer();
        for (int i = 0; i < length; i += Long.BYTES)
        {
            buffer.putLong(claim.offset() + i, number);
        }
        claim.commit();
        return true;
    }

    int poll()
    {
        return subscription.poll(handler, LIMIT);
    }

    /**
     * Number of the last message.
     */
    long last()
    {
        return last;
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(publication, subscription, aeron);
    }

    @Override
    public String toString()
    {
        return "BareAeron{last=" + last + ", sum=" + sum + '}';
    }
}
