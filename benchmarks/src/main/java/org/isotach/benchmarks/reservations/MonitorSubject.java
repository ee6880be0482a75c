/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * One monitor for all variables.
 */
final class MonitorSubject implements ReservationSubject
{
    private final PlainVariables variables;
    private final Object monitor = new Object();

    MonitorSubject(final int total)
    {
        variables = new PlainVariables(total);
    }

    @Override
    public Worker worker(final int[][] groups, final Body body)
    {
        final long[] read = new long[groups[0].length];
        return new Walk(groups.length)
        {
            @Override
            void act(final int group)
            {
                synchronized (monitor)
                {
                    variables.act(groups[group], read, body);
                }
            }
        };
    }

    @Override
    public long[] values()
    {
        synchronized (monitor)
        {
            return variables.values();
        }
    }

    @Override
    public void close()
    {
    }
}
