/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;

/**
 * Takes part in the barriers of one host, in each channel for itself.
 */
final class BarrierProgram
{
    private final Records records;
    private final int host;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final boolean[] isParticipating = new boolean[SystemProgram.BARRIER_CHANNELS + 1];
    private final int[] completions = new int[SystemProgram.BARRIER_CHANNELS + 1];

    BarrierProgram(final Records records, final int host, final MessagePort port, final Mailbox mailbox)
    {
        this.records = records;
        this.host = host;
        this.port = port;
        this.mailbox = mailbox;
    }

    boolean mayParticipate(final int channel)
    {
        return records.isMember[host] && !isParticipating[channel];
    }

    boolean tryParticipate(final int channel)
    {
        isParticipating[channel] = port.tryBarrier(channel, records.barrierMode(channel));
        if (isParticipating[channel])
        {
            records.participations[channel][host]++;
        }
        return isParticipating[channel];
    }

    /**
     * @return how many of the channel there were before.
     */
    int completed(final int channel)
    {
        isParticipating[channel] = false;
        return completions[channel]++;
    }

    /**
     * Leaves the channels in which it does not participate: others may wait there, before they come to one in which it
     * does.
     *
     * @param isEarly is it not to wait for completions?
     * @return false if it still waits for one.
     */
    boolean tryLeave(final boolean isEarly)
    {
        boolean hasLeft = true;
        for (int channel = 1; records.isMember[host] && channel <= SystemProgram.BARRIER_CHANNELS; channel++)
        {
            if (isParticipating[channel] && !isEarly)
            {
                hasLeft = false;
            }
            else if (!records.hasLeft[channel][host])
            {
                records.hasLeft[channel][host] = true;
                mailbox.clearBarrier(channel);
            }
        }
        return hasLeft;
    }
}
