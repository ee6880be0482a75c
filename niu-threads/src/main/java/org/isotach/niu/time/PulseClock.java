/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.Padded;

/**
 * The clock of a host. It owns rule 5 of docs/protocol.md, which says when a pulse has ended. Belongs to the owner of
 * the executor, unless a method says that any thread may call it.
 * <p>
 * The links are read after the time. This is why "ended" means that every frame of the pulse is visible: frame on link
 * (release), pin released (release), scan and compare-and-set of the token manager (volatile), read of {@code time}
 * (volatile), link (acquire).
 */
public class PulseClock extends Padded
{
    /**
     * Value of a pulse that means none.
     */
    public static final long NONE = Long.MAX_VALUE;

    private final TokenManager tokenManager;
    private final boolean advancesTime;
    private long ended;

    /**
     * @param tokenManager of the switch of the host.
     * @param advancesTime true if a thread that needs a pulse moves logical time itself; false if it asks the thread of
     *                     the token manager.
     */
    public PulseClock(final TokenManager tokenManager, final boolean advancesTime)
    {
        this.tokenManager = tokenManager;
        this.advancesTime = advancesTime;
    }

    /**
     * Returns the current pulse of logical time at this host. Any thread may call it.
     */
    public final long time()
    {
        return tokenManager.time();
    }

    /**
     * Returns the last pulse that has ended, as far as the host knows; it never decreases.
     */
    public final long ended()
    {
        return ended;
    }

    /**
     * Some code has read the time of the switch for the owner.
     */
    public final void observe(final long time)
    {
        ended = Math.max(ended, time);
    }

    /**
     * Makes a pulse end. When it has ended, the links must be read again: frames of it, and of earlier pulses, may have
     * been put on links that were found empty.
     *
     * @param pulse pulse to end, {@link #NONE} for none.
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
     * Returns the time that the host hears if its switch has a given time.
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
