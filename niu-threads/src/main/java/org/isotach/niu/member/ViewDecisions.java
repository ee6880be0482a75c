/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.List;

import org.isotach.niu.spi.View;

/**
 * What all who stay have agreed of each member that is out. It owns the rule that the largest promise counts that
 * anybody has heard. Belongs to the owner of the trunks.
 */
final class ViewDecisions
{
    private static final long NOTHING = -1;

    // For each member, the pulse up to which it was heard, the number of the view in which that was decided, 0 if it
    // was not, and the position on the trunk to each member by then.
    private final long[] heard;
    private final int[] views;
    private final long[][] positions;

    /**
     * @param count number of members of the cluster.
     */
    ViewDecisions(final int count)
    {
        heard = new long[count];
        Arrays.fill(heard, NOTHING);
        views = new int[count];
        positions = new long[count][];
    }

    /**
     * Returns the number of the view in which it was decided how far a member was heard, 0 if it was not.
     */
    int view(final int member)
    {
        return views[member];
    }

    /**
     * Returns the largest pulse up to which anybody has heard a member.
     */
    long heard(final int member)
    {
        return heard[member];
    }

    /**
     * Returns how far a member had filled a trunk with frames and notices when it promised that pulse.
     */
    long position(final int member, final int to)
    {
        return positions[member][to];
    }

    /**
     * Takes over what another member knows to be decided: it had heard of everybody then, of this member, too.
     */
    private void take(final ViewRecord record)
    {
        for (int member = 0; member < views.length; member++)
        {
            if (record.describes(member) && 0 != record.decidedIn()[member] && 0 == views[member])
            {
                heard[member] = record.heard()[member];
                views[member] = record.decidedIn()[member];
                positions[member] = record.positions()[member];
            }
        }
    }

    /**
     * Decides, for all that are out.
     *
     * @param records of all who stay.
     */
    void conclude(final View view, final List<ViewRecord> records)
    {
        records.forEach(this::take);
        records.forEach(this::collect);
        for (int member = 0; member < views.length; member++)
        {
            if (!view.contains(member) && 0 == views[member])
            {
                views[member] = view.number();
            }
        }
    }

    private void collect(final ViewRecord record)
    {
        for (int member = 0; member < views.length; member++)
        {
            if (0 == views[member] && record.describes(member) && record.heard()[member] > heard[member])
            {
                heard[member] = record.heard()[member];
                positions[member] = record.positions()[member];
            }
        }
    }

    /**
     * Returns what is decided of those that are out.
     */
    ViewRecord describe(final View view)
    {
        int described = 0;
        for (int member = 0; member < views.length; member++)
        {
            described |= view.contains(member) ? 0 : 1 << member;
        }
        final ViewRecord record = ViewRecord.of(view, described, views.length);
        for (int member = 0; member < views.length; member++)
        {
            if (record.describes(member) && 0 != views[member])
            {
                record.heard()[member] = heard[member];
                record.decidedIn()[member] = views[member];
                record.positions()[member] = positions[member];
            }
        }
        return record;
    }

    @Override
    public String toString()
    {
        return "ViewDecisions{heard=" + Arrays.toString(heard) + ", views=" + Arrays.toString(views) + '}';
    }
}
