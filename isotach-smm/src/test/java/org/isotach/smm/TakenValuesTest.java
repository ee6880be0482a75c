/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.PageMap;
import org.isotach.niu.Host;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The thread that gives the last value, and the application that uses the variables again at once.
 */
final class TakenValuesTest
{
    @Test
    void shouldNotLookAtTheHostOfTheTakeWhenTheNextTakeMayHaveBegun()
    {
        try (TestCluster cluster = TestCluster.invoker(1, PageMap.replicated(1)))
        {
            final TakenValues values = new TakenValues(1);
            final List<Long> handled = new ArrayList<>();
            values.onArrival(() -> handled.add(values.value(0)));
            values.begin(new Origin(cluster.host(0), values), new int[]{ 3 });
            values.makeRoom(1, 1);
            final TakenPart part = values.addPart(0, 0, 1);
            part.issued(0);
            part.value(0, 5);
            assertTrue(part.settle(1));
            part.complete(Runnable::run);
            assertEquals(List.of(5L), handled);
        }
    }

    /**
     * A port that is asked for its host only while the values are outstanding.
     */
    private record Origin(Host itsHost, TakenValues values) implements ReadOrigin
    {
        @Override
        public Host host()
        {
            assertFalse(values.isReady());
            return itsHost;
        }

        @Override
        public void takeOut(final int slot, final SlotRead read)
        {
            throw new AssertionError("it goes on");
        }

        @Override
        public long waitsFor(final int slot)
        {
            return Version.SUBSTANTIATED;
        }

        @Override
        public String describe(final int address, final long version)
        {
            return "";
        }
    }
}
