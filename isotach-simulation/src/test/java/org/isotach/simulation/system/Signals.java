/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.Delivery;
import org.isotach.simulation.Invariant;

/**
 * INV-17: all registered hosts get the signals of a channel in the same pulses, nobody else does; each signal comes in
 * a pulse between what its host issued before and behind it; and nobody gets one that was not sent.
 */
final class Signals implements Invariant
{
    private final Records records;

    Signals(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int channel = 1; channel <= SystemProgram.SIGNAL_CHANNELS; channel++)
        {
            List<Long> pulses = null;
            for (int host = 0; host < records.hosts; host++)
            {
                final List<Long> there = pulses(host, channel);
                if (!records.isSignalled[host] && !there.isEmpty())
                {
                    return "host " + host + " has not registered channel " + channel + " and got " + there;
                }
                if (records.isSignalled[host])
                {
                    pulses = null == pulses ? there : pulses;
                    if (!pulses.equals(there))
                    {
                        return "channel " + channel + ": host " + host + " has got signals of pulses " + there +
                            ", another one of " + pulses;
                    }
                }
            }
            final String wrong = null == pulses ? null : explain(channel, pulses);
            if (null != wrong)
            {
                return wrong;
            }
        }
        return null;
    }

    private List<Long> pulses(final int host, final int channel)
    {
        final List<Long> pulses = new ArrayList<>();
        for (final Received received : records.received.get(host))
        {
            if (Delivery.Kind.SIGNAL == received.kind() && channel == received.place())
            {
                pulses.add(received.pulse());
            }
        }
        return pulses;
    }

    private String explain(final int channel, final List<Long> pulses)
    {
        final List<Long> unexplained = new ArrayList<>(pulses);
        for (int host = 0; host < records.hosts; host++)
        {
            for (final Issued signal : records.issued.get(host))
            {
                if (signal.isSignal() && channel == signal.channel)
                {
                    final long from = Math.max(Neighbours.pulseBefore(records, signal), signal.seen + 1);
                    final long to = Neighbours.pulseBehind(records, signal);
                    boolean isDelivered = false;
                    for (final long pulse : pulses)
                    {
                        if (from <= pulse && pulse <= to)
                        {
                            isDelivered = true;
                            unexplained.remove(pulse);
                        }
                    }
                    if (!isDelivered)
                    {
                        return signal + " was not delivered in any pulse of " + from + ".." + to + ", but in " + pulses;
                    }
                }
            }
        }
        return unexplained.isEmpty() ? null : "channel " + channel + ": nobody has sent the signals of " + unexplained;
    }
}
