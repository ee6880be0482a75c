/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.HashSet;
import java.util.Set;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Versions tell who scheduled.
 */
final class VersionTest
{
    @Property(edgeCases = EdgeCasesMode.NONE)
    void shouldTellHostAndPort(
        @ForAll @IntRange(max = 255) final int host,
        @ForAll @IntRange(max = Version.MAX_PORTS - 1) final int port,
        @ForAll @LongRange(min = 1, max = (1L << 36) - 1) final long number)
    {
        final long version = Version.of(host, port, number);
        assertTrue(version > 0, "negative or the version of a variable that waits for nothing");
        assertEquals(host, Version.host(version));
        assertEquals(port, Version.port(version));
        assertEquals("0x" + Long.toHexString(version), Version.toString(version));
    }

    @Example
    void shouldDifferInEveryPart()
    {
        final Set<Long> versions = new HashSet<>();
        int count = 0;
        for (final int host : new int[]{ 0, 1, 255 })
        {
            for (final int port : new int[]{ 0, 1, Version.MAX_PORTS - 1 })
            {
                for (final long number : new long[]{ 1, 2, (1L << 36) - 1 })
                {
                    versions.add(Version.of(host, port, number));
                    count++;
                }
            }
        }
        assertEquals(count, versions.size());
    }

    @Example
    void shouldKeepAnOverflowingNumberOutOfHostAndPort()
    {
        final long version = Version.of(3, 4, (1L << 36) + 5);
        assertEquals(Version.of(3, 4, 5), version);
    }

    @Example
    void shouldHaveRoomForNumbersThatFollowEachOther()
    {
        final long last = (1L << 36) - 1;
        assertTrue(Version.haveRoom(1, 2048));
        assertTrue(Version.haveRoom(last, 1));
        assertTrue(Version.haveRoom(last - 2, 3));
        assertFalse(Version.haveRoom(last - 2, 4));
        assertTrue(Version.haveRoom(last + 1, 4), "from 0 again");
        assertFalse(Version.haveRoom(2 * (last + 1) - 1, 2));
    }

    @Example
    void shouldHaveNoHostInASubstantiatedVariable()
    {
        assertEquals(-1, Version.host(Version.SUBSTANTIATED));
    }
}
