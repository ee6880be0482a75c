/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.io.IOException;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;

import org.isotach.niu.spi.View;

/**
 * A store in memory that loses requests and answers, by a seed, and that hangs if it is told to.
 */
final class LossyViewStore implements ViewStore
{
    private final ConcurrentMap<String, View> views = new ConcurrentHashMap<>();
    private final Random random;
    private final double loss;
    private volatile CountDownLatch hangs = new CountDownLatch(0);

    /**
     * @param loss part of the requests that are lost, and of the answers.
     */
    LossyViewStore(final long seed, final double loss)
    {
        random = new Random(seed);
        this.loss = loss;
    }

    /**
     * From now on, nobody gets an answer until the latch is open.
     */
    CountDownLatch hang()
    {
        hangs = new CountDownLatch(1);
        return hangs;
    }

    View inForce(final String cluster)
    {
        return views.get(cluster);
    }

    void put(final String cluster, final View view)
    {
        views.put(cluster, view);
    }

    private void mayBeLost(final String what) throws IOException, InterruptedException
    {
        hangs.await();
        final boolean isLost;
        synchronized (random)
        {
            isLost = random.nextDouble() < loss;
        }
        if (isLost)
        {
            throw new IOException(what + " was lost");
        }
    }

    @Override
    public View read(final String cluster) throws Exception
    {
        mayBeLost("a request");
        final View view = views.get(cluster);
        mayBeLost("an answer");
        return view;
    }

    @Override
    public boolean compareAndSet(final String cluster, final View expected, final View next) throws Exception
    {
        mayBeLost("a request");
        final View[] before = new View[1];
        views.compute(cluster, (name, view) ->
        {
            before[0] = view;
            return Objects.equals(expected, view) ? next : view;
        });
        mayBeLost("an answer");
        return Objects.equals(expected, before[0]);
    }

    @Override
    public String toString()
    {
        return "LossyViewStore";
    }
}
