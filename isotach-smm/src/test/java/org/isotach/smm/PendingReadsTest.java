/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The table of pending reads against a map of lists.
 */
final class PendingReadsTest
{
    /**
     * Adds some reads of a variable and a version, or takes all of them.
     */
    record Step(int address, long version, int count)
    {
    }

    private record Read(int reader, int slot)
    {
    }

    private final PendingReads reads = new PendingReads();
    private final Map<List<Long>, Set<Read>> model = new HashMap<>();
    private int nextSlot;

    private void add(final int address, final long version)
    {
        final Read read = new Read(nextSlot % 7, nextSlot++);
        reads.add(address, version, read.reader(), read.slot());
        model.computeIfAbsent(List.of((long)address, version), key -> new HashSet<>()).add(read);
    }

    private void takeAll(final int address, final long version)
    {
        final Set<Read> taken = new HashSet<>();
        for (int entry = reads.take(address, version);
            PendingReads.NONE != entry;
            entry = reads.take(address, version))
        {
            assertTrue(taken.add(new Read(reads.reader(entry), reads.slot(entry))), "taken twice");
        }
        final Set<Read> expected = model.remove(List.of((long)address, version));
        assertEquals(null == expected ? Set.of() : expected, taken);
    }

    private void assertSize()
    {
        final int size = model.values().stream().mapToInt(Set::size).sum();
        assertEquals(size, reads.size());
        assertEquals(0 == size, reads.isEmpty());
    }

    @Provide
    Arbitrary<List<Step>> steps()
    {
        // Few keys, some of which differ in one half only or agree in what a careless hash would make of them.
        final Arbitrary<Integer> addresses = Arbitraries.of(0, 1, 31, 62, 1 << 20, Integer.MAX_VALUE);
        final Arbitrary<Long> versions = Arbitraries.of(
            1L, 2L, Version.of(0, 0, 1), Version.of(0, 1, 1), Version.of(1, 0, 1), Version.of(255, 65_535, 7));
        return Combinators.combine(addresses, versions, Arbitraries.of(0, 0, 1, 1, 1, 3, 70)).as(Step::new)
            .list().ofMaxSize(60);
    }

    @Property(tries = 500)
    void shouldHoldWhatAMapWouldHold(@ForAll("steps") final List<Step> steps)
    {
        for (final Step step : steps)
        {
            if (0 == step.count())
            {
                takeAll(step.address(), step.version());
            }
            for (int i = 0; i < step.count(); i++)
            {
                add(step.address(), step.version());
            }
            assertSize();
        }
        for (final List<Long> key : new ArrayList<>(model.keySet()))
        {
            takeAll(key.get(0).intValue(), key.get(1));
        }
        assertSize();
    }

    @Example
    void shouldBeEmptyAtFirst()
    {
        assertTrue(reads.isEmpty());
        assertEquals(PendingReads.NONE, reads.take(0, 1));
    }

    @Example
    void shouldGrowAndUseFreedEntriesAgain()
    {
        final ArrayDeque<Integer> addresses = new ArrayDeque<>();
        for (int i = 0; i < 50_000; i++)
        {
            addresses.add(i);
            add(i, 5);
            if (0 == i % 3)
            {
                takeAll(addresses.poll(), 5);
            }
        }
        assertSize();
        while (!addresses.isEmpty())
        {
            takeAll(addresses.poll(), 5);
        }
        assertSize();
    }
}
