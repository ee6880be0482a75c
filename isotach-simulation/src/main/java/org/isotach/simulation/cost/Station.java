/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Something that does one thing at a time, in the order in which it is asked.
 */
final class Station
{
    private final VirtualTime time;
    private final Queue<Job> jobs = new ArrayDeque<>();
    private boolean isBusy;
    private double busy;

    private record Job(double duration, Runnable done)
    {
    }

    Station(final VirtualTime time)
    {
        this.time = time;
    }

    /**
     * Appends a job.
     */
    void request(final double duration, final Runnable done)
    {
        jobs.add(new Job(duration, done));
        next();
    }

    private void next()
    {
        final Job job = isBusy ? null : jobs.poll();
        if (null != job)
        {
            isBusy = true;
            busy += job.duration();
            time.after(job.duration(), () ->
            {
                isBusy = false;
                job.done().run();
                next();
            });
        }
    }

    /**
     * Returns how long it was busy in all.
     */
    double busy()
    {
        return busy;
    }

    @Override
    public String toString()
    {
        return "Station{jobs=" + jobs.size() + ", busy=" + busy + '}';
    }
}
