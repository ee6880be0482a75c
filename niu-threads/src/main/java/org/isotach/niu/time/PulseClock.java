/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.Padded;

/**
 * What a host knows of time: it owns rule 5 of docs/protocol.md, which says when a pulse has ended. Belongs to the
 * owner of the executor, unless it says that any thread may call it.
 * <p>
 * The links are looked at after the time was read. That is what makes "ended" mean that every frame of the pulse is
 * visible: frame on link (release), pin released (release), scan and compare-and-set of the token manager (volatile),
 * read of {@code time} (volatile), link (acquire).
 */
public class PulseClock extends Padded
{
    /**
     * In place of a pulse: none.
     */
    public static final long NONE = Long.MAX_VALUE;

    private final TokenManager tokenManager;
    private final boolean advancesTime;
    private long ended;

    /**
     * @param tokenManager of the switch of the host.
     * @param advancesTime does whoever needs a pulse move logical time, or ask the token manager's thread to?
     */
    public PulseClock(final TokenManager tokenManager, final boolean advancesTime)
    {
        this.tokenManager = tokenManager;
        this.advancesTime = advancesTime;
    }

    /**
     * Current pulse of logical time at this host. Any thread may ask.
     */
    public final long time()
    {
        return tokenManager.time();
    }

    /**
     * The last pulse that has ended, as far as the host knows: a time that was read once stays read.
     */
    public final long ended()
    {
        return ended;
    }

    /**
     * Somebody has read the time of the switch for the owner.
     */
    public final void observe(final long time)
    {
        ended = Math.max(ended, time);
    }

    /**
     * Makes a pulse end. When one has ended the links must be looked at again: frames of it, and of earlier pulses, may
     * have been put on links that were found empty.
     *
     * @param pulse to end, {@link #NONE} for none.
     * @return true if a pulse has ended.
     */
    public final boolean end(final long pulse)
    {
        if (NONE == pulse)
        {
            return false;
        }
        final long before = ended;
        final long time;
        if (advancesTime)
        {
            time = tokenManager.advanceTo(pulse);
        }
        else
        {
            tokenManager.require(pulse);
            time = tokenManager.time();
        }
        ended = Math.max(ended, heard(time));
        return ended > before;
    }

    /**
     * What the host hears of a time that its switch has.
     */
    long heard(final long time)
    {
        return time;
    }

    @Override
    public String toString()
    {
        return "PulseClock{ended=" + ended + '}';
    }
}
