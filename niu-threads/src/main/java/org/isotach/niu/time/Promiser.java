/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.Padded;

/**
 * Promises, for one member, that none of its hosts stamps up to a pulse any more (docs/protocol.md, section 19). It
 * owns rule R2: the floor is raised first, and each host is seen to have sent as many tokens afterwards. Belongs to the
 * owner of the trunks, and never waits for a host.
 */
public final class Promiser extends Padded
{
    private final Floor floor;
    private final TokenManager tokenManager;
    private long goal;
    private long promised;

    // Hosts that were seen, for the present goal.
    private int seen;

    /**
     * @param floor        of the member.
     * @param tokenManager of all switches of the member.
     */
    public Promiser(final Floor floor, final TokenManager tokenManager)
    {
        this.floor = floor;
        this.tokenManager = tokenManager;
    }

    /**
     * Promises what is wanted, as far as that is possible now.
     *
     * @return the pulse up to which every frame with such a timestamp is on its trunk.
     */
    public long promise()
    {
        if (goal == promised)
        {
            final long wanted = floor.wanted();
            if (wanted <= promised)
            {
                return promised;
            }
            goal = wanted;
            seen = 0;
            floor.raise(goal);
        }
        while (seen < tokenManager.inputCount() && tokenManager.hasHostSent(seen, goal))
        {
            // A pin that comes from now on reads the floor.
            seen++;
        }
        if (seen == tokenManager.inputCount())
        {
            promised = goal;
        }
        return promised;
    }

    /**
     * Returns whether something is wanted that is not promised.
     */
    public boolean isDue()
    {
        return goal != promised || floor.wanted() > promised;
    }

    @Override
    public String toString()
    {
        return "Promiser{promised=" + promised + ", goal=" + goal + '}';
    }
}
