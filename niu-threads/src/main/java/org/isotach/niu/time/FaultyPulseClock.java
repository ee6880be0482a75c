/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

/**
 * The clock of a host whose link from its switch has faults (docs/protocol.md, section 17).
 */
public final class FaultyPulseClock extends PulseClock
{
    private final TokenLink link;

    /**
     * See {@link PulseClock}.
     *
     * @param link from the switch.
     */
    public FaultyPulseClock(final TokenManager tokenManager, final boolean advancesTime, final TokenLink link)
    {
        super(tokenManager, advancesTime);
        this.link = link;
    }

    @Override
    long heard(final long time)
    {
        return link.hearTime(time);
    }
}
