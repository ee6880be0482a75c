/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;

/**
 * How soon a request is found whose time is over: by the walk that HPAM has, which looks at one of them in each poll,
 * and by the systolic queue that its paper would have in hardware (Martin, HPAM, sections 5.2.1 and 6.2).
 */
final class TimerTable
{
    private TimerTable()
    {
    }

    static CostTable of()
    {
        final CostTable table = new CostTable("Timers of requests (Martin, HPAM, section 6.2)",
            List.of("walk (polls)", "queue (polls)", "queue (ticks)"), 0,
            "polls until a request is found, on average; ticks of the queue for each request that is sent or answered");
        for (int requests = 4; requests <= 1024; requests *= 4)
        {
            table.row(requests + " requests", CostValue.unpublished((requests + 1) / 2.0), CostValue.unpublished(1),
                CostValue.unpublished(ticks(requests)));
        }
        return table;
    }

    /**
     * Fills a queue, and empties it in another order.
     */
    private static double ticks(final int requests)
    {
        final SystolicQueue queue = new SystolicQueue(requests);
        for (int i = 0; i < requests; i++)
        {
            queue.insert(requests - i, i);
        }
        for (int i = 0; i < requests; i++)
        {
            queue.delete((i + 1) % requests);
        }
        if (SystolicQueue.NONE != queue.first())
        {
            throw new IllegalStateException("entry " + queue.first() + " is left in " + queue);
        }
        return (double)queue.ticks() / (2 * requests);
    }
}
