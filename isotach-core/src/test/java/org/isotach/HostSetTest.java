/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.BitSet;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HostSetTest
{
    private record Step(int kind, int host)
    {
    }

    private record Scenario(int hostCount, List<Step> steps, List<Integer> otherHosts)
    {
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 63, 64, 65, 256 })
    void shouldHoldEveryHostOfTheCluster(final int hostCount)
    {
        final HostSet set = new HostSet(hostCount);
        assertEquals(-1, set.next(0));
        for (int host = 0; host < hostCount; host++)
        {
            assertFalse(set.contains(host));
            set.add(host);
            assertTrue(set.contains(host));
            assertEquals(host + 1, set.size());
            assertEquals(host, set.next(host));
            assertEquals(-1, set.next(host + 1));
        }
        set.clear();
        assertEquals(0, set.size());
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 63, 64, 65, 256 })
    void shouldBeWithinAHostOnlyWhenNoOtherHostIsAMember(final int hostCount)
    {
        for (int host = 0; host < hostCount; host++)
        {
            final HostSet set = new HostSet(hostCount);
            assertTrue(set.isWithin(host), "the empty set is within every host");
            set.add(host);
            assertTrue(set.isWithin(host));
            for (int other = 0; other < hostCount; other++)
            {
                assertEquals(other == host, set.isWithin(other), "{" + host + "} within " + other);
            }
            if (hostCount > 1)
            {
                set.add((host + 1) % hostCount);
                assertFalse(set.isWithin(host));
            }
        }
    }

    @Property(tries = 500)
    void shouldBehaveLikeABitSet(@ForAll("scenarios") final Scenario scenario)
    {
        final int hostCount = scenario.hostCount();
        final HostSet set = new HostSet(hostCount);
        final HostSet other =
            HostSet.of(hostCount, scenario.otherHosts().stream().mapToInt(Integer::intValue).toArray());
        final BitSet expected = new BitSet();
        final BitSet expectedOther = new BitSet();
        scenario.otherHosts().forEach(expectedOther::set);
        for (final Step step : scenario.steps())
        {
            switch (step.kind())
            {
                case 0:
                    set.clear();
                    expected.clear();
                    break;
                case 1:
                    set.addAll(other);
                    expected.or(expectedOther);
                    break;
                case 2:
                    set.copyFrom(other);
                    expected.clear();
                    expected.or(expectedOther);
                    break;
                default:
                    set.add(step.host());
                    expected.set(step.host());
                    break;
            }
            assertSame(expected, set, hostCount);
        }
        assertSame(expectedOther, other, hostCount);
        final BitSet both = (BitSet)expected.clone();
        both.or(expectedOther);
        assertEquals(both.cardinality(), set.sizeWith(other));
        assertEquals(both.cardinality(), other.sizeWith(set));
    }

    @Provide
    Arbitrary<Scenario> scenarios()
    {
        return Arbitraries.of(1, 2, 63, 64, 65, 128, 255, 256).flatMap(hostCount ->
        {
            final Arbitrary<Integer> hosts = Arbitraries.integers().between(0, hostCount - 1);
            final Arbitrary<Step> steps =
                Combinators.combine(Arbitraries.integers().between(0, 9), hosts).as(Step::new);
            return Combinators.combine(steps.list().ofMaxSize(30), hosts.list().ofMaxSize(10))
                .as((s, o) -> new Scenario(hostCount, s, o));
        });
    }

    @Test
    void shouldListItsMembersInOrder()
    {
        assertEquals("{}", new HostSet(3).toString());
        assertEquals("{0, 63, 64, 255}", HostSet.of(256, 255, 64, 0, 63).toString());
    }

    @Test
    void shouldRefuseAClusterWithoutHosts()
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> new HostSet(0));
        assertEquals("hostCount: 0 (expected: > 0)", refusal.getMessage());
    }

    @ParameterizedTest
    @CsvSource({ "3, -1", "3, 3", "3, 5", "64, -1", "64, 64", "64, 1000", "65, 65", "65, 127" })
    void shouldRefuseAMemberOutsideOfTheCluster(final int hostCount, final int host)
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> HostSet.of(hostCount, 0, host));
        assertEquals("host: " + host + " (expected: 0.." + (hostCount - 1) + ')', refusal.getMessage());
    }

    private static void assertSame(final BitSet expected, final HostSet actual, final int hostCount)
    {
        assertEquals(expected.toString(), actual.toString());
        assertEquals(expected.cardinality(), actual.size());
        for (int host = 0; host < hostCount; host++)
        {
            assertEquals(expected.get(host), actual.contains(host), "contains " + host);
            assertEquals(expected.nextSetBit(host), actual.next(host), "next from " + host);
            final BitSet others = (BitSet)expected.clone();
            others.clear(host);
            assertEquals(others.isEmpty(), actual.isWithin(host), "within " + host);
        }
    }
}
