/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The UPDATEs that wait, beside lists of them.
 */
final class WaitingUpdatesTest
{
    private static final int ADDRESSES = 3;
    private static final int HOSTS = 3;
    private static final int SCHEDS = 12;
    private static final int STEPS = 50_000;

    private final WaitingUpdates updates = new WaitingUpdates();

    // By address and SCHED: the arguments, in order.
    private final Map<List<Long>, List<Long>> expected = new TreeMap<>(
        (first, second) -> first.get(0).equals(second.get(0)) ?
            Long.compare(first.get(1), second.get(1)) : Long.compare(first.get(0), second.get(0)));

    private int add(final int address, final long root, final long argument)
    {
        final int entry = updates.add(address, root, (int)argument & 7, argument, -argument, 1, 2, 3);
        expected.computeIfAbsent(List.of((long)address, root), any -> new ArrayList<>()).add(argument);
        return entry;
    }

    private void assertTaken(final List<Long> arguments, final int first)
    {
        final List<Long> taken = new ArrayList<>();
        int entry = first;
        while (WaitingUpdates.NONE != entry)
        {
            taken.add(updates.argument(entry));
            assertEquals(updates.argument(entry), -updates.expected(entry));
            assertEquals((int)updates.argument(entry) & 7, updates.function(entry));
            assertEquals(1, updates.reader(entry));
            assertEquals(2, updates.place(entry));
            assertEquals(3, updates.kind(entry));
            final int following = updates.following(entry);
            updates.free(entry);
            entry = following;
        }
        assertEquals(arguments, taken);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3 })
    void shouldKeepThemInOrder(final long seed)
    {
        final Random random = new Random(seed);
        for (long step = 1; step < STEPS; step++)
        {
            final int address = random.nextInt(ADDRESSES);
            final long root = Version.of(random.nextInt(HOSTS), 0, random.nextInt(SCHEDS));
            final List<Long> key = List.of((long)address, root);
            switch (random.nextInt(64))
            {
                case 0:
                    final List<Long> taken = expected.remove(key);
                    assertTaken(null == taken ? List.of() : taken, updates.take(address, root));
                    break;
                case 1:
                    move(address, root, Version.of(random.nextInt(HOSTS), 0, random.nextInt(SCHEDS)));
                    break;
                case 2:
                    if (0 == random.nextInt(8))
                    {
                        takeAllOf(random.nextInt(HOSTS));
                    }
                    break;
                default:
                    final int entry = add(address, root, step);
                    assertEquals(root, updates.root(updates.version(entry)));
                    assertEquals(updates.version(entry), updates.last(address, root));
                    break;
            }
            final List<Long> left = expected.get(key);
            assertEquals(null == left ? 0 : left.size(), updates.count(address, root));
            assertEquals(null == left, updates.last(address, root) == root);
            assertEquals(root, updates.root(updates.last(address, root)));
            assertEquals(expected.values().stream().mapToInt(List::size).sum(), updates.size());
        }
        for (int host = 0; host < HOSTS; host++)
        {
            takeAllOf(host);
        }
        assertTrue(updates.isEmpty(), updates.toString());
    }

    private void move(final int address, final long root, final long rootBefore)
    {
        final List<Long> moved = expected.get(List.of((long)address, root));
        if (root == rootBefore)
        {
            return;
        }
        final long last = updates.last(address, rootBefore);
        final int first = updates.move(address, root, rootBefore);
        assertEquals(null == moved, WaitingUpdates.NONE == first);
        assertEquals(first, updates.behind(address, last));
        if (null != moved)
        {
            expected.remove(List.of((long)address, root));
            expected.computeIfAbsent(List.of((long)address, rootBefore), any -> new ArrayList<>()).addAll(moved);
        }
    }

    private void takeAllOf(final int host)
    {
        int first = updates.takeScheduledBy(host);
        while (WaitingUpdates.NONE != first)
        {
            final long root = updates.root(updates.version(first));
            assertEquals(host, Version.host(root));
            assertTaken(expected.remove(List.of((long)updates.address(first), root)), first);
            first = updates.takeScheduledBy(host);
        }
        assertTrue(expected.keySet().stream().noneMatch(key -> Version.host(key.get(1)) == host));
    }

    @Test
    void shouldKnowSchedsFromUpdates()
    {
        final long root = Version.of(255, Version.MAX_PORTS - 1, Long.MAX_VALUE);
        assertEquals(root, updates.root(root));
        assertEquals(Version.SUBSTANTIATED, updates.root(Version.SUBSTANTIATED));
        final long version = updates.version(add(1, root, 1));
        assertTrue(version > 0 && Version.host(version) > 255, "no SCHED has it, and it leaves bit 63 to others");
        assertEquals(root, updates.root(version));
    }
}
