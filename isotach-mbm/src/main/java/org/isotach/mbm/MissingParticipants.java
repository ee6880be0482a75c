/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;

/**
 * Finds the hosts without whose participation a barrier cannot complete.
 */
final class MissingParticipants implements StallSource
{
    private final Participants participants;

    /**
     * @param participants the hosts.
     */
    MissingParticipants(final Participants participants)
    {
        this.participants = participants;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        for (int channel = 0; channel < participants.channels(); channel++)
        {
            // This comes first: if the execution is over when the hosts are looked at, the next look begins to count
            // again.
            final long execution = participants.execution(channel);
            final int[] waiting = participants.waitingAt(channel);
            if (0 < waiting.length)
            {
                addMissing(report, channel, execution, waiting);
            }
        }
    }

    private void addMissing(
        final StallReport report, final int channel, final long execution, final int[] waiting)
    {
        for (final int missing : participants.missingAt(channel))
        {
            final Key key = new Key(this, channel, missing);
            report.add(missing, "host-" + missing + "/barrier-" + channel, key, execution, () ->
                describe(missing, channel, waiting));
        }
    }

    private String describe(final int missing, final int channel, final int[] waiting)
    {
        return participants.name(missing) +
            (HostSignals.SHUTDOWN_BARRIER == channel ? " has not called Messaging.tryClose()" :
                " has not participated in the barrier on channel " + channel) + ": " +
            participants.names(waiting) + (1 == waiting.length ? " waits for it" : " wait for it");
    }

    /**
     * Identifies one missing participation in all looks.
     */
    private record Key(MissingParticipants source, int channel, int host)
    {
    }

    @Override
    public String toString()
    {
        return "MissingParticipants{" + participants + '}';
    }
}
