/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;

import org.isotach.niu.ModelHost;

/**
 * The completions of barriers of which the application of one host is told. It owns the rule that none is lost when
 * memory runs out for its entry in the queue to the application: it is kept, and delivered by a later turn, behind what
 * was delivered in between. Belongs to the executor of the host.
 */
final class Completions
{
    private final ModelHost models;
    private final Runnable undelivered;

    // By channel, NONE if there is none to deliver. There is never a second one: an application that has not received a
    // completion does not participate again.
    private final long[] executions;
    private final long[] pulses;

    /**
     * @param models      of the host.
     * @param channels    number of barrier channels.
     * @param undelivered run when one was not delivered, so that {@link #deliverKept()} has to be called.
     */
    Completions(final ModelHost models, final int channels, final Runnable undelivered)
    {
        this.models = models;
        this.undelivered = undelivered;
        executions = new long[channels];
        Arrays.fill(executions, BarrierLedger.NONE);
        pulses = new long[channels];
    }

    /**
     * Delivers a completion. If this throws, it is kept.
     */
    void deliver(final long pulse, final int channel, final long execution)
    {
        pulses[channel] = pulse;
        executions[channel] = execution;
        deliver(channel);
    }

    /**
     * Delivers what was kept.
     *
     * @return number of completions.
     */
    int deliverKept()
    {
        int count = 0;
        for (int channel = 0; channel < executions.length; channel++)
        {
            if (BarrierLedger.NONE != executions[channel])
            {
                deliver(channel);
                count++;
            }
        }
        return count;
    }

    private void deliver(final int channel)
    {
        boolean isDelivered = false;
        try
        {
            models.deliverNotice(pulses[channel], Notice.barrier(channel, executions[channel]));
            executions[channel] = BarrierLedger.NONE;
            isDelivered = true;
        }
        finally
        {
            if (!isDelivered)
            {
                undelivered.run();
            }
        }
    }

    @Override
    public String toString()
    {
        return "Completions{undelivered=" + Arrays.toString(executions) + '}';
    }
}
