/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.isotach.simulation.Invariant;

/**
 * INV-6: a timestamp is no later than it has to be, {@code max(last, t + distance, leap + 1)}, and with members no
 * later than the pulse behind the one that was promised (R1), whichever is larger. What t and leap were is known from
 * the next {@link Mark} that the host has issued: its time is not before t, and mostly the same, and so is its leap.
 * What cannot be known is taken at its largest:
 * <ul>
 * <li>In {@link ThreadingMode#INVOKER} isochrons may share a frame, and the distance, with others; and everything is
 * stamped behind what has been executed ahead.</li>
 * <li>A host that has given its barrier up participates once more, and nobody has recorded that. What is behind may
 * have the distance of the farthest host.</li>
 * </ul>
 */
final class Minimality implements Invariant
{
    private final Records records;

    Minimality(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        String violation = null;
        for (int host = 0; host < records.hosts && null == violation; host++)
        {
            violation = violation(host);
        }
        return violation;
    }

    private String violation(final int host)
    {
        final List<Issued> actions = records.issued.get(host);
        final int farthest = records.topology.eccentricity(host);
        final boolean isFarthest = ThreadingMode.INVOKER == records.mode || records.isMember[host];
        // The last timestamp that the host can have given.
        long last = 0;
        int nextMark = 0;
        long followed = 0;
        for (int i = 0; i < actions.size(); i++)
        {
            if (nextMark <= i)
            {
                nextMark = nextMark(actions, i);
                if (nextMark == actions.size())
                {
                    return null;
                }
                followed = followed(host, actions.get(nextMark).mark);
            }
            final Issued action = actions.get(i);
            if (action.isIsochron() && !action.isStamped())
            {
                continue;
            }
            final Mark mark = actions.get(nextMark).mark;
            final int distance = action.isIsochron() && !isFarthest ? records.distance(action) : farthest;
            final long latest = Math.max(
                Math.max(last, followed), Math.max(mark.time + distance, Math.max(mark.leap, mark.promised) + 1));
            if (action.isIsochron() || null != action.mark)
            {
                final long pulse = action.isIsochron() ? records.order().pulse(action) : action.mark.pulse;
                if (pulse > latest)
                {
                    return action + " in pulse " + pulse + ", " + latest + " was late enough: " + mark +
                        " was behind it";
                }
                last = action.isIsochron() ? Math.max(last, pulse) : pulse;
            }
            else
            {
                last = latest;
            }
        }
        return null;
    }

    private static int nextMark(final List<Issued> actions, final int from)
    {
        int next = from;
        while (next < actions.size() && (null == actions.get(next).mark || !actions.get(next).mark.isPassed()))
        {
            next++;
        }
        return next;
    }

    /**
     * Rule 8: the pulse behind the last one that a host may have executed ahead of a mark.
     */
    private long followed(final int host, final Mark mark)
    {
        if (ThreadingMode.INVOKER != records.mode)
        {
            return 0;
        }
        long pulse = 0;
        for (final Execution execution : records.executions().at(host))
        {
            if (records.isochrons.get(execution.id()).step <= mark.step)
            {
                pulse = Math.max(pulse, execution.pulse() + 1);
            }
        }
        return pulse;
    }
}
