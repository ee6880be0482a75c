/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.OffHeapBuffer;

/**
 * The token word of a host whose logical time leaps. It owns the part of rule 4 (docs/protocol.md) that says that
 * timestamps are later than the pulse to which time may be leaping already.
 */
public class LeapingTokenWord extends TokenWord
{
    private final LeapingTokenManager tokenManager;

    /**
     * See {@link TokenWord}.
     *
     * @param tokenManager of the group of the host.
     */
    public LeapingTokenWord(final OffHeapBuffer tokens, final int index, final LeapingTokenManager tokenManager)
    {
        super(tokens, index, tokenManager);
        this.tokenManager = tokenManager;
    }

    /**
     * Reads the leap behind the pin, which {@link #stop()} has stored. Partner: LeapingTokenManager.raise().
     */
    @Override
    public long earliest(final long tokensSent, final int distance)
    {
        return Math.max(tokensSent + distance, tokenManager.leap() + 1);
    }
}
