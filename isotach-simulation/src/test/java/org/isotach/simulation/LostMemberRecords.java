/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What the hosts of {@link LostMemberScenario} have issued and executed, and what must hold for it.
 */
final class LostMemberRecords
{
    /**
     * An isochron.
     */
    static final class Issued
    {
        final int host;
        final int destinations;

        // What its host had executed before.
        final int seen;
        boolean isIssued;

        Issued(final int host, final int destinations, final int seen)
        {
            this.host = host;
            this.destinations = destinations;
            this.seen = seen;
        }
    }

    /**
     * Something that happens at all hosts that it concerns: an isochron, a notice, or the last isochron of a host.
     */
    record Event(String what, int number, long pulse)
    {
        static final String ISOCHRON = "isochron";
        static final String NOTICE = "notice";
        static final String EXPELLED = "expelled";

        boolean isSameAs(final Event other)
        {
            return number == other.number && what.equals(other.what);
        }
    }

    final List<Issued> issued = new ArrayList<>();
    final List<List<Event>> events = new ArrayList<>();

    // For each host, those that have left.
    final List<Set<Integer>> gone = new ArrayList<>();

    LostMemberRecords(final int hosts)
    {
        for (int host = 0; host < hosts; host++)
        {
            events.add(new ArrayList<>());
            gone.add(new HashSet<>());
        }
    }

    /**
     * Returns whether all hosts have what they have in common in one order, each in one pulse. Who does not stay may
     * have let another host leave later than the others, if nobody has heard of that.
     */
    String oneOrder(final boolean[] stays)
    {
        for (int first = 0; first < events.size(); first++)
        {
            for (int second = 0; second < first; second++)
            {
                final List<Event> common = common(first, second, stays);
                final List<Event> others = common(second, first, stays);
                if (!Objects.equals(common, others))
                {
                    return difference(first, common, second, others);
                }
            }
        }
        return null;
    }

    private List<Event> common(final int host, final int other, final boolean[] stays)
    {
        final boolean isOfAll = stays[host] && stays[other];
        return events.get(host).stream()
            .filter(event -> isOfAll || !Event.EXPELLED.equals(event.what()))
            .filter(event -> events.get(other).stream().anyMatch(event::isSameAs))
            .toList();
    }

    private static String difference(
        final int first, final List<Event> common, final int second, final List<Event> others)
    {
        int i = 0;
        while (i < Math.min(common.size(), others.size()) && common.get(i).equals(others.get(i)))
        {
            i++;
        }
        return "host " + first + " has executed " + common.subList(i, Math.min(i + 3, common.size())) + ", host " +
            second + ' ' + others.subList(i, Math.min(i + 3, others.size()));
    }

    /**
     * Returns whether all that stay have executed the same, and all that they have issued.
     *
     * @param stays for each host.
     */
    String allOrNone(final boolean[] stays)
    {
        for (int number = 0; number < issued.size(); number++)
        {
            final Issued isochron = issued.get(number);
            int executed = 0;
            int expected = 0;
            for (int host = 0; host < stays.length; host++)
            {
                final boolean isDue = stays[host] && 0 != (isochron.destinations >>> host & 1);
                expected |= isDue ? 1 << host : 0;
                executed |= isDue && hasExecuted(host, number) ? 1 << host : 0;
            }
            if (expected != executed && (0 != executed || stays[isochron.host] && isochron.isIssued))
            {
                return "isochron " + number + " of host " + isochron.host + " was executed at hosts " +
                    Integer.toBinaryString(executed) + "b instead of " + Integer.toBinaryString(expected) + 'b';
            }
        }
        return sameOthers(stays);
    }

    /**
     * Everybody gets all notices, and is told of each host that leaves.
     */
    private String sameOthers(final boolean[] stays)
    {
        List<Event> first = null;
        for (int host = 0; host < stays.length; host++)
        {
            if (stays[host])
            {
                final List<Event> others =
                    events.get(host).stream().filter(event -> !Event.ISOCHRON.equals(event.what())).toList();
                if (null != first && !first.equals(others))
                {
                    return difference(host, others, -1, first);
                }
                first = others;
            }
        }
        return null;
    }

    private boolean hasExecuted(final int host, final int number)
    {
        return events.get(host).stream()
            .anyMatch(event -> Event.ISOCHRON.equals(event.what()) && number == event.number());
    }

    private int issuer(final Event event)
    {
        switch (event.what())
        {
            case Event.ISOCHRON:
                return issued.get(event.number()).host;
            case Event.EXPELLED:
                return event.number();
            default:
                return -1;
        }
    }

    /**
     * Returns whether a host leaves in one pulse, wherever it leaves.
     */
    String expelledIn(final int expelled, final long pulse, final boolean[] stays)
    {
        for (int host = 0; host < stays.length; host++)
        {
            for (final Event event : events.get(host))
            {
                if (stays[host] && Event.EXPELLED.equals(event.what()) && expelled == event.number() &&
                    pulse != event.pulse())
                {
                    return "host " + expelled + " has left host " + host + " in pulse " + event.pulse() +
                        " instead of " + pulse;
                }
            }
        }
        return null;
    }

    /**
     * Returns whether nothing comes from a host behind its last isochron, not even another one of these.
     */
    String nothingBehindTheLast(final boolean[] stays)
    {
        for (int host = 0; host < stays.length; host++)
        {
            final List<Event> all = events.get(host);
            for (int i = 0; stays[host] && i < all.size(); i++)
            {
                final Event event = all.get(i);
                final int issuer = issuer(event);
                if (all.subList(0, i).stream().anyMatch(
                    before -> Event.EXPELLED.equals(before.what()) && before.number() == issuer))
                {
                    return "host " + host + " has executed " + event + " behind the last isochron of host " + issuer;
                }
            }
        }
        return null;
    }

    /**
     * Returns whether everything that a host had seen when it issued something has happened where that happened.
     */
    String causes(final boolean[] stays)
    {
        for (int host = 0; host < stays.length; host++)
        {
            for (int i = 0; stays[host] && i < events.get(host).size(); i++)
            {
                final Event event = events.get(host).get(i);
                if (Event.ISOCHRON.equals(event.what()))
                {
                    final Issued effect = issued.get(event.number());
                    for (final Event cause : events.get(effect.host).subList(0, effect.seen))
                    {
                        if (Event.ISOCHRON.equals(cause.what()) &&
                            0 != (issued.get(cause.number()).destinations >>> host & 1) &&
                            !hasExecuted(host, cause.number()))
                        {
                            return "host " + host + " has executed " + event + ", and not " + cause +
                                ", which host " + effect.host + " had executed before it issued that";
                        }
                    }
                }
            }
        }
        return null;
    }
}
