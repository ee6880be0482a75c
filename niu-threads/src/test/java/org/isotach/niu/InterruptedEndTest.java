/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.isotach.niu.spi.NoticeListener;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An interrupt comes while a thread closes the cluster: it waits as before, without keeping a processor busy.
 */
final class InterruptedEndTest
{
    private static final int LOOKS = 100;

    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final List<Boolean> interrupts = new ArrayList<>();
    private boolean isClosing;

    @Test
    void shouldParkAgainAndKeepTheInterrupt() throws InterruptedException
    {
        final Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final RecordingModel model = RecordingModel.on(cluster);
        model.recorder(1).onExecution(payload ->
        {
            isInside.countDown();
            awaitQuietly();
        });
        cluster.host(0).models().listen(new NoticeListener()
        {
            @Override
            public void onNotice(final long pulse, final long notice)
            {
                throw new AssertionError("nobody signals");
            }

            @Override
            public int doWork()
            {
                if (isClosing)
                {
                    look();
                }
                return 0;
            }
        });
        model.issue(cluster.host(0).isochron(), 1, 1);
        final Thread inside = new Thread(() ->
        {
            while (isInside.getCount() > 0)
            {
                cluster.host(1).poll();
            }
        });
        inside.start();
        isInside.await();
        isClosing = true;
        cluster.close();
        assertTrue(Thread.interrupted());
        assertEquals(LOOKS, interrupts.size());
        assertTrue(interrupts.stream().noneMatch(each -> each), interrupts::toString);
        inside.join();
    }

    /**
     * The thread that closes the cluster works for the host, between two parks.
     */
    private void look()
    {
        if (interrupts.size() < LOOKS)
        {
            interrupts.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
        }
        else
        {
            mayLeave.countDown();
        }
    }

    private void awaitQuietly()
    {
        try
        {
            mayLeave.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
