/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.simulation.Invariant;

/**
 * INV-18: members complete each execution in the same pulse, and not without having participated; a strong one is not
 * completed before what its participants had issued before; and none is completed behind everything that they have
 * issued behind it.
 */
final class Barriers implements Invariant
{
    private final Records records;

    Barriers(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        String violation = null;
        for (int channel = 1; channel <= SystemProgram.BARRIER_CHANNELS && null == violation; channel++)
        {
            violation = violation(channel);
        }
        return violation;
    }

    private String violation(final int channel)
    {
        final List<Long> pulses = new ArrayList<>();
        for (int host = 0; host < records.hosts; host++)
        {
            final List<Issued> participations = participations(host, channel);
            for (final Received received : records.received.get(host))
            {
                if (Delivery.Kind.BARRIER != received.kind() || channel != received.place())
                {
                    continue;
                }
                final int number = received.id();
                if (number >= participations.size())
                {
                    return "host " + host + " has completed a barrier of channel " + channel +
                        " in which it did not participate, in pulse " + received.pulse();
                }
                if (number == pulses.size())
                {
                    pulses.add(received.pulse());
                }
                if (pulses.get(number) != received.pulse())
                {
                    return "host " + host + " has completed barrier " + number + " of channel " + channel +
                        " in pulse " + received.pulse() + ", another one in " + pulses.get(number);
                }
                final Issued participation = participations.get(number);
                if (BarrierMode.STRONG == records.barrierMode(channel) &&
                    Neighbours.pulseBefore(records, participation) > received.pulse())
                {
                    return "barrier " + number + " was completed in pulse " + received.pulse() + ", before " +
                        Neighbours.pulseBefore(records, participation) + " of what came before " + participation;
                }
                final long latest =
                    Math.max(latest(channel, number), 0 == number ? 0 : pulses.get(number - 1) + 1);
                if (received.pulse() > latest)
                {
                    return "barrier " + number + " of channel " + channel + " was completed in pulse " +
                        received.pulse() + ", " + latest + " was late enough";
                }
            }
        }
        return null;
    }

    /**
     * The last pulse that a participation can have had. A host that has left in place of participating, or has issued
     * nothing behind it, may be as late as it likes.
     */
    private long latest(final int channel, final int number)
    {
        long latest = 0;
        for (int host = 0; host < records.hosts && latest < Long.MAX_VALUE; host++)
        {
            if (records.isMember[host])
            {
                final List<Issued> participations = participations(host, channel);
                latest = number >= participations.size() ? Long.MAX_VALUE :
                    Math.max(latest, Neighbours.pulseBehind(records, participations.get(number)));
            }
        }
        return latest;
    }

    private List<Issued> participations(final int host, final int channel)
    {
        final List<Issued> participations = new ArrayList<>();
        for (final Issued action : records.issued.get(host))
        {
            if (action.isParticipation() && channel == action.channel)
            {
                participations.add(action);
            }
        }
        return participations;
    }
}
