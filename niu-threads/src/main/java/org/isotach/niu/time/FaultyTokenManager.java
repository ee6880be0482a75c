/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;

/**
 * A token manager whose links to hosts and neighbours have faults (docs/protocol.md, section 17).
 */
public final class FaultyTokenManager extends TokenManager
{
    private TokenLink[] hostLinks = {};
    private TokenLink[] neighbourLinks = {};

    /**
     * See {@link TokenManager}.
     */
    public FaultyTokenManager(
        final List<Integer> switches,
        final OffHeapBuffer tokens,
        final int timeIndex,
        final int demandIndex,
        final int[] inputIndexes)
    {
        super(switches, tokens, timeIndex, demandIndex, inputIndexes);
    }

    /**
     * Sets the links that bring tokens, before the first one comes.
     *
     * @param hosts    links from the hosts on the switch.
     * @param switches links from the neighbours, in their order.
     */
    public void links(final TokenLink[] hosts, final TokenLink[] switches)
    {
        hostLinks = hosts;
        neighbourLinks = switches;
    }

    @Override
    long sentByHosts(final long token)
    {
        for (final TokenLink link : hostLinks)
        {
            if (link.hear() < token)
            {
                return token - 1;
            }
        }
        return token;
    }

    @Override
    boolean hasNeighbourSent(final int index, final TokenManager neighbour, final long token)
    {
        return super.hasNeighbourSent(index, neighbour, token) &&
            neighbourLinks[index].hearTime(neighbour.time()) >= token;
    }
}
