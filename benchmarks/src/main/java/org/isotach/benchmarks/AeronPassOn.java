/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SleepingIdleStrategy;

import org.isotach.memory.Padded;

/**
 * The stage copies the message from one publication to the next.
 */
final class AeronPassOn implements PassOn
{
    private static final String CHANNEL = "aeron:ipc?term-length=4m";
    private static final int IN = 20;
    private static final int OUT = 21;
    private static final int LONGEST_PACKET = 65504;
    private static final long DRIVER_PAUSE_NS = 20_000;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Stage stage;
    private final Ends ends;

    AeronPassOn(final int payload)
    {
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingIdleStrategy(DRIVER_PAUSE_NS))
            .ipcMtuLength(LONGEST_PACKET)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        stage = new Stage(aeron.addSubscription(CHANNEL, IN), aeron.addExclusivePublication(CHANNEL, OUT));
        ends = new Ends(
            aeron.addExclusivePublication(CHANNEL, IN), aeron.addSubscription(CHANNEL, OUT), payload);
        while (!ends.source.isConnected() || !stage.out.isConnected())
        {
            Thread.onSpinWait();
        }
    }

    @Override
    public long pass()
    {
        return stage.pass();
    }

    @Override
    public int serve()
    {
        return ends.serve();
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(aeron, driver);
    }

    private static final class Stage extends Padded implements FragmentHandler
    {
        private final Subscription in;
        private final ExclusivePublication out;
        private long word;

        Stage(final Subscription in, final ExclusivePublication out)
        {
            this.in = in;
            this.out = out;
        }

        long pass()
        {
            for (int attempts = 1; 0 == in.poll(this, 1); attempts++)
            {
                SpinningThread.pause(attempts);
            }
            return word;
        }

        @Override
        public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
        {
            word = buffer.getLong(offset);
            for (int attempts = 1; out.offer(buffer, offset, length) < 0; attempts++)
            {
                SpinningThread.pause(attempts);
            }
        }
    }

    /**
     * Source and sink.
     */
    private static final class Ends extends Padded implements FragmentHandler
    {
        private final ExclusivePublication source;
        private final Subscription sink;
        private final BufferClaim claim = new BufferClaim();
        private final int payload;
        private long sent;
        private long arrived;

        Ends(final ExclusivePublication source, final Subscription sink, final int payload)
        {
            this.source = source;
            this.sink = sink;
            this.payload = payload;
        }

        int serve()
        {
            int work = 0;
            if (source.tryClaim(payload, claim) > 0)
            {
                claim.buffer().putLong(claim.offset(), sent++);
                claim.commit();
                work++;
            }
            return work + sink.poll(this, 1);
        }

        @Override
        public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
        {
            if (arrived != buffer.getLong(offset))
            {
                throw new IllegalStateException("message " + buffer.getLong(offset) + " instead of " + arrived);
            }
            arrived++;
        }
    }
}
