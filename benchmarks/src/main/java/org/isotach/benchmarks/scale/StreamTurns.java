/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;

/**
 * The streams that one thread drives, which issue in turn.
 */
final class StreamTurns extends Padded
{
    private static final int HELP_THRESHOLD = 1000;

    private final Cluster cluster;
    private final WriteStream[] streams;
    private int current;

    /**
     * @param cluster of the streams.
     * @param streams at least one.
     */
    StreamTurns(final Cluster cluster, final WriteStream[] streams)
    {
        this.cluster = cluster;
        this.streams = streams;
    }

    /**
     * Issues one isochron, from the next host that has room for it.
     */
    void issue()
    {
        int attempts = 0;
        while (!streams[current].tryIssue())
        {
            next();
            attempts++;
            if (attempts > HELP_THRESHOLD)
            {
                // The other thread has left for the end of the iteration.
                Polling.pollAll(cluster);
            }
        }
        next();
    }

    private void next()
    {
        current = current + 1 == streams.length ? 0 : current + 1;
    }
}
