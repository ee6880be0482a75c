/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The segments in which the answers to {@link CmamMemory#get16} land. One whose member is gone stays open, as its
 * answer may still come, until the member has been started anew: what the former one has sent is dropped then. If there
 * is no other one, it serves for the answer of another member. Belongs to the thread of the member.
 */
final class CmamLandings
{
    static final int LENGTH = 16;

    private static final class Landing
    {
        private int segaddr = CmamSegments.NONE;
        private boolean isLost;

        // Of the answer.
        private int word;

        boolean isOpenFor(final int node)
        {
            return CmamSegments.NONE != segaddr && node == CmamWord.node(word);
        }
    }

    private final CmamSegments segments;
    private final CmamEndFunction end;

    // As many as there are segments, so that there is one for each.
    private final Landing[] landings = new Landing[CmamSegments.COUNT];

    /**
     * @param landed takes the word of an answer that has come.
     */
    CmamLandings(final CmamSegments segments, final IntConsumer landed)
    {
        this.segments = segments;
        Arrays.setAll(landings, i -> new Landing());
        end = (info, base) ->
        {
            final Landing landing = (Landing)info;
            landing.segaddr = CmamSegments.NONE;
            landing.isLost = false;
            landed.accept(landing.word);
        };
    }

    /**
     * @param word  of the answer.
     * @param place in bytes in the memory of this member.
     * @return address of the segment; {@link CmamSegments#NONE} if all are in use.
     */
    int tryOpen(final int word, final int place)
    {
        final int node = CmamWord.node(word);
        Landing landing = segments.isFull() ? null : find(false);
        if (null != landing)
        {
            landing.segaddr = segments.open(place, LENGTH, end, landing, node);
        }
        else
        {
            landing = find(true);
            if (null == landing)
            {
                return CmamSegments.NONE;
            }
            landing.segaddr = segments.reopen(landing.segaddr, place, LENGTH, node);
            landing.isLost = false;
        }
        landing.word = word;
        return landing.segaddr;
    }

    /**
     * Returns one that is lost, or else one that is not open; null if there is none.
     */
    private Landing find(final boolean isLost)
    {
        for (final Landing landing : landings)
        {
            if (isLost ? landing.isLost : CmamSegments.NONE == landing.segaddr)
            {
                return landing;
            }
        }
        return null;
    }

    boolean hasRoom()
    {
        return !segments.isFull() || null != find(true);
    }

    /**
     * Closes a segment that nobody was told of.
     */
    void abort(final int segaddr)
    {
        for (final Landing landing : landings)
        {
            if (segaddr == landing.segaddr)
            {
                close(landing);
            }
        }
    }

    /**
     * A member is gone that owes answers.
     */
    void lose(final int node)
    {
        for (final Landing landing : landings)
        {
            landing.isLost |= landing.isOpenFor(node);
        }
    }

    /**
     * A member was started anew: the former one gives no answers.
     */
    void close(final int node)
    {
        for (final Landing landing : landings)
        {
            if (landing.isOpenFor(node))
            {
                close(landing);
            }
        }
    }

    private void close(final Landing landing)
    {
        segments.close(landing.segaddr);
        landing.segaddr = CmamSegments.NONE;
        landing.isLost = false;
    }

    @Override
    public String toString()
    {
        return "CmamLandings{open=" +
            Arrays.stream(landings).filter(landing -> CmamSegments.NONE != landing.segaddr).count() + '}';
    }
}
