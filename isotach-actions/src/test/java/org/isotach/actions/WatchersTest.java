/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class WatchersTest
{
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final Watchers watchers = new Watchers();

    /**
     * For the second variable there is no memory.
     */
    private static final class LargeWatch extends Watchers.Watch
    {
        private int hashes;

        LargeWatch()
        {
            super(null, new int[]{ FIRST, SECOND });
        }

        @Override
        public int hashCode()
        {
            hashes++;
            if (2 == hashes)
            {
                throw new OutOfMemoryError("no room for an entry");
            }
            return 0;
        }

        @Override
        public boolean equals(final Object other)
        {
            return this == other;
        }
    }

    @Test
    void shouldKeepNothingOfAWatchThatCannotBeAdded()
    {
        final LargeWatch watch = new LargeWatch();
        assertThrows(OutOfMemoryError.class, () -> watchers.add(watch));
        watchers.signal(FIRST);
        watchers.signal(SECOND);
        assertFalse(watch.isSignalled());
        assertFalse(watchers.isNeeded());
    }
}
