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
final class AeronPassOn extends Padded implements PassOn, FragmentHandler
{
    private static final String CHANNEL = "aeron:ipc?term-length=4m";
    private static final int IN = 20;
    private static final int OUT = 21;
    private static final int LONGEST_PACKET = 65504;
    private static final long DRIVER_PAUSE_NS = 20_000;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication source;
    private final Subscription toStage;
    private final ExclusivePublication stage;
    private final Subscription toSink;
    private final BufferClaim claim = new BufferClaim();
    private final FragmentHandler sink = this::sink;
    private final int payload;
    private long word;
    private long sent;
    private long arrived;

    AeronPassOn(final int payload)
    {
        this.payload = payload;
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingIdleStrategy(DRIVER_PAUSE_NS))
            .ipcMtuLength(LONGEST_PACKET)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        toStage = aeron.addSubscription(CHANNEL, IN);
        source = aeron.addExclusivePublication(CHANNEL, IN);
        toSink = aeron.addSubscription(CHANNEL, OUT);
        stage = aeron.addExclusivePublication(CHANNEL, OUT);
        while (!source.isConnected() || !stage.isConnected())
        {
            Thread.onSpinWait();
        }
    }

    @Override
    public long pass()
    {
        for (int attempts = 1; 0 == toStage.poll(this, 1); attempts++)
        {
            SpinningThread.pause(attempts);
        }
        return word;
    }

    @Override
    public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        word = buffer.getLong(offset);
        for (int attempts = 1; stage.offer(buffer, offset, length) < 0; attempts++)
        {
            SpinningThread.pause(attempts);
        }
    }

    @Override
    public int serve()
    {
        int work = 0;
        if (source.tryClaim(payload, claim) > 0)
        {
            claim.buffer().putLong(claim.offset(), sent++);
            claim.commit();
            work++;
        }
        return work + toSink.poll(sink, 1);
    }

    private void sink(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        if (arrived != buffer.getLong(offset))
        {
            throw new IllegalStateException("message " + buffer.getLong(offset) + " instead of " + arrived);
        }
        arrived++;
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(aeron, driver);
    }
}
