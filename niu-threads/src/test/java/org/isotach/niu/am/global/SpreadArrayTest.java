/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.HashSet;
import java.util.Set;

import org.isotach.niu.am.AmContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Arrays over all hosts, and pointers that run over hosts.
 */
class SpreadArrayTest extends GlobalTestBase
{
    private static final int OFFSET = 64;

    @BeforeEach
    void launch()
    {
        launchStepped(HOSTS, new AmContext());
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 8, 9, 100 })
    void shouldSpreadElementsOverAllHostsInTurn(final int size)
    {
        final SpreadArray array = g.spread(OFFSET, size, 24);
        final Set<Long> pointers = new HashSet<>();
        final int[] own = new int[HOSTS];
        for (int i = 0; i < size; i++)
        {
            final long pointer = array.pointer(i);
            assertEquals(i % HOSTS, GlobalMemory.host(pointer));
            assertEquals(OFFSET + 24 * own[i % HOSTS]++, GlobalMemory.offset(pointer));
            assertTrue(GlobalMemory.offset(pointer) + 24 <= OFFSET + array.length());
            assertTrue(pointers.add(pointer));
            assertEquals(i, array.index(pointer));
            assertEquals(i, array.index(pointer + 23));
        }
        for (int host = 0; host < HOSTS; host++)
        {
            assertEquals(own[host], array.sizeOf(host));
        }
        assertEquals(size, array.size());
        assertEquals(24, array.elementLength());
    }

    @Test
    void shouldDoArithmeticOverHosts()
    {
        final SpreadArray array = g.spread(OFFSET, 10, 8);
        for (int i = 0; i <= array.size(); i++)
        {
            for (int j = 0; j <= array.size(); j++)
            {
                assertEquals(array.pointer(j), array.advance(array.pointer(i), j - i));
            }
        }
        // Within an element.
        assertEquals(array.pointer(4) + 4, array.advance(array.pointer(2) + 4, 2));
    }

    @Test
    void shouldReachElementsOfAllHosts()
    {
        final SpreadArray array = g.spread(0, 3 * HOSTS, 8);
        final GlobalPort port = port(1);
        // Its own ones, without a message.
        for (int i = 1; i < array.size(); i += port.size())
        {
            port.write(array.pointer(i), 100 + i);
        }
        assertEquals(101, port.memory().getLong(0));
        assertEquals(104, port.memory().getLong(8));
        assertEquals(107, port.read(array.pointer(7)));
    }

    @Test
    void shouldRefuseWhatDoesNotFit()
    {
        assertRefused("elementLength: 6 (expected: a multiple of 4, at least 4 bytes)", () -> g.spread(0, 1, 6));
        assertRefused("elementLength: 0 (expected: a multiple of 4, at least 4 bytes)", () -> g.spread(0, 1, 0));
        assertRefused("size: 0 (expected: at least 1)", () -> g.spread(0, 0, 8));
        assertRefused("offset: 8 (expected: at least 0, and 6142 elements of 8 bytes, which take 16384 bytes of each" +
            " host, inside the 16384 bytes of its memory)", () -> g.spread(8, 6142, 8));
        assertRefused("offset: -8 (expected: at least 0, and 1 elements of 8 bytes, which take 8 bytes of each host," +
            " inside the 16384 bytes of its memory)", () -> g.spread(-8, 1, 8));
        assertRefused("offset: 0 (expected: at least 0, and 2147483647 elements of 1073741824 bytes, which take" +
            " 768614336762478592 bytes of each host, inside the 16384 bytes of its memory)",
            () -> g.spread(0, Integer.MAX_VALUE, 1 << 30));
    }

    @Test
    void shouldRefuseWhatIsNoElement()
    {
        final SpreadArray array = g.spread(OFFSET, 4, 8);
        assertRefused(IndexOutOfBoundsException.class, "index: 5 (expected: 0..4)", () -> array.pointer(5));
        assertRefused(IndexOutOfBoundsException.class, "index: -1 (expected: 0..4)",
            () -> array.advance(array.pointer(0), -1));
        assertRefused(IndexOutOfBoundsException.class, "index: 2147483647 (expected: 0..4)",
            () -> array.advance(array.pointer(1), Integer.MAX_VALUE));
        assertRefused("host: 3 (expected: 0..2)", () -> array.sizeOf(HOSTS));
        for (final long pointer : new long[] { g.pointer(0, OFFSET - 8), g.pointer(2, OFFSET + 8), -1 })
        {
            assertRefused("pointer: host " + GlobalMemory.host(pointer) + ", offset " +
                GlobalPointer.offset(pointer) + " (expected: one to an element of SpreadArray{hosts=3, offset=64," +
                " size=4, elementLength=8})", () -> array.index(pointer));
        }
    }
}
