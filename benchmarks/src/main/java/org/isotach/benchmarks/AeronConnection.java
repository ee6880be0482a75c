/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.SleepingIdleStrategy;

import org.isotach.memory.Padded;

/**
 * Aeron IPC, one stream per direction: FIFO of one sender, over shared memory files that outlive a thread. Messages are
 * claimed, written and read in place. The thread of the media driver sleeps in between: for so short a time that it
 * moves the window of a sender, half a term, before that is used up, and long enough to leave the processors to the
 * measured threads.
 */
final class AeronConnection implements Connection
{
    private static final String CHANNEL = "aeron:ipc?term-length=4m";
    private static final int STREAM = 10;
    private static final int SHORT = 1024;
    private static final int LONGEST_PACKET = 65504;
    private static final long DRIVER_PAUSE_NS = 20_000;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Endpoint[] endpoints = new Endpoint[2];

    AeronConnection(final int payload)
    {
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingIdleStrategy(DRIVER_PAUSE_NS))
            .ipcMtuLength(payload > SHORT ? LONGEST_PACKET : Configuration.IPC_MTU_LENGTH_DEFAULT)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        final Subscription[] subscriptions = new Subscription[2];
        final ExclusivePublication[] publications = new ExclusivePublication[2];
        for (int side = 0; side < 2; side++)
        {
            subscriptions[side] = aeron.addSubscription(CHANNEL, STREAM + side);
            publications[side] = aeron.addExclusivePublication(CHANNEL, STREAM + 1 - side);
        }
        for (int side = 0; side < 2; side++)
        {
            while (!publications[side].isConnected() || !subscriptions[side].isConnected())
            {
                Thread.onSpinWait();
            }
            endpoints[side] = new Side(publications[side], subscriptions[side], payload);
        }
    }

    @Override
    public Endpoint endpoint(final int side)
    {
        return endpoints[side];
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(aeron, driver);
    }

    private static final class Side extends Padded implements Endpoint, FragmentHandler
    {
        private final ExclusivePublication publication;
        private final Subscription subscription;
        private final int payload;
        private final BufferClaim claim = new BufferClaim();
        private final PolledSums sums = new PolledSums();

        Side(final ExclusivePublication publication, final Subscription subscription, final int payload)
        {
            this.publication = publication;
            this.subscription = subscription;
            this.payload = payload;
        }

        @Override
        public boolean trySend(final long word)
        {
            if (publication.tryClaim(payload, claim) < 0)
            {
                return false;
            }
            final MutableDirectBuffer buffer = claim.buffer();
            final int offset = claim.offset();
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                buffer.putLong(offset + i, word);
            }
            claim.commit();
            return true;
        }

        @Override
        public long tryReceive()
        {
            return sums.isEmpty() && 0 == subscription.poll(this, PolledSums.LIMIT) ? NONE : sums.take();
        }

        @Override
        public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
        {
            long sum = 0;
            for (int i = 0; i < length; i += Long.BYTES)
            {
                sum += buffer.getLong(offset + i);
            }
            sums.add(sum);
        }
    }
}
