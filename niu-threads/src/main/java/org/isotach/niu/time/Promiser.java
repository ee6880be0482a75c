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
    // Promises in a row in front of which no host had stamped anything: so many go no further than what is wanted, and
    // so many count.
    private static final int PATIENCE = 4;
    private static final int MAX_QUIET = 10;

    private final Floor floor;
    private final TokenManager tokenManager;
    private long goal;
    private long promised;

    // Hosts that were seen, for the present goal.
    private int seen;

    // Promises in a row in front of which no host had stamped anything.
    private int quiet;

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
            begin(wanted + ahead());
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
     * Promises while a host is pinned whose frames are all on their trunks but for one record, which is to carry the
     * token. For the thread that has pinned it, as owner of the trunks.
     *
     * @param pulse that is later than its pin.
     * @return true if {@link #keep} may follow, when that record is on its trunk; if not, {@link #promise} goes on.
     */
    public boolean tryPromiseUnderPin(final long pulse)
    {
        if (goal != promised || pulse <= promised)
        {
            return false;
        }
        begin(pulse);
        int pinned = 0;
        for (int input = 0; input < tokenManager.inputCount(); input++)
        {
            pinned += tokenManager.hasHostSent(input, goal) ? 0 : 1;
        }
        // It is the host itself: its pin is earlier.
        return 1 == pinned;
    }

    /**
     * A member that is quiet promises ahead of what is wanted, further each time, so that the others need not ask it
     * for each pulse. What it stamps later is behind that, and the others go there when they are asked to.
     */
    private long ahead()
    {
        quiet = floor.takeStamped() ? 0 : Math.min(quiet + 1, MAX_QUIET);
        return quiet <= PATIENCE ? 0 : 1L << quiet;
    }

    private void begin(final long pulse)
    {
        goal = pulse;
        seen = 0;
        floor.raise(goal);
    }

    /**
     * Returns the pulse that is promised, or about to be.
     */
    public long goal()
    {
        return goal;
    }

    /**
     * The token is on the trunk, in the last record of the pin.
     *
     * @return the pulse that was promised.
     */
    public long keep()
    {
        promised = goal;
        return promised;
    }

    @Override
    public String toString()
    {
        return "Promiser{promised=" + promised + ", goal=" + goal + '}';
    }
}
