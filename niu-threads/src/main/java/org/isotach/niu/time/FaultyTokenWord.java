/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import org.isotach.memory.OffHeapBuffer;

/**
 * The tokens of a host whose link to its switch has faults (docs/protocol.md, section 17).
 */
public final class FaultyTokenWord extends TokenWord
{
    private final TokenLink link;

    /**
     * See {@link TokenWord}.
     *
     * @param link to the switch.
     */
    public FaultyTokenWord(
        final OffHeapBuffer tokens, final int index, final TokenManager tokenManager, final TokenLink link)
    {
        super(tokens, index, tokenManager);
        this.link = link;
    }

    @Override
    void pin(final long pulse)
    {
        link.sendUntilHeard(pulse);
    }

    /**
     * A promise would have to arrive.
     */
    @Override
    void letGo(final long promised)
    {
        link.send(TokenManager.IDLE);
    }
}
