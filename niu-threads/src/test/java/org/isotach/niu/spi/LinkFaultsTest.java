/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.EnumMap;
import java.util.Map;

import org.isotach.niu.fault.FaultGenerator;
import org.isotach.niu.fault.FaultInjector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LinkFaultsTest
{
    @Test
    void shouldReadWhatIsNamed()
    {
        assertEquals(
            new LinkFaults(0.05, 0.04, 0.03, 0.02, 0.01, 7),
            LinkFaults.parse("drop=0.05, duplicate=0.04,DELAY=0.03,reorder=0.02,corrupt=0.01,seed=7"));
        assertEquals(new LinkFaults(0, 0, 0.5, 0, 0, 0), LinkFaults.parse("delay=0.5"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "drop", "drop=", "drop=much", "loss=0.1", "drop=0.1;delay=0.1", "seed=0.5", "=1" })
    void shouldRefuseWhatItCannotRead(final String text)
    {
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, () -> LinkFaults.parse(text));
        assertTrue(ex.getMessage().contains("expected: drop, duplicate, delay, reorder or corrupt"), ex.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = { "drop=-0.1", "drop=0.5,delay=0.41", "corrupt=1", "reorder=NaN" })
    void shouldRefuseProbabilitiesThatLetNothingThrough(final String text)
    {
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, () -> LinkFaults.parse(text));
        assertTrue(ex.getMessage().contains("a sum of at most 0.9"), ex.getMessage());
    }

    @Test
    void shouldKnowWhetherThereAreAny()
    {
        assertTrue(LinkFaults.parse("seed=4").isNone());
        assertFalse(LinkFaults.parse("corrupt=0.001").isNone());
    }

    @Test
    void shouldDrawTheSameNumbersFromALargeRange()
    {
        final FaultGenerator one = new FaultInjector(LinkFaults.NONE).newGenerator();
        final FaultGenerator other = new FaultInjector(LinkFaults.NONE).newGenerator();
        long largest = 0;
        for (int i = 0; i < 100; i++)
        {
            assertEquals(one.below(800), other.below(800L));
            one.below(2);
            largest = Math.max(largest, other.below(1L << Integer.SIZE));
        }
        assertTrue(largest > Integer.MAX_VALUE && largest < 1L << Integer.SIZE, "largest: " + largest);
    }

    @Test
    void shouldMakeEachFaultAsOftenAsAsked()
    {
        final FaultInjector injector = new FaultInjector(new LinkFaults(0.05, 0.1, 0.15, 0.2, 0.25, 1));
        final FaultGenerator generator = injector.newGenerator();
        final int rolls = 100_000;
        final Map<FaultGenerator.Fault, Integer> counts = new EnumMap<>(FaultGenerator.Fault.class);
        for (int i = 0; i < rolls; i++)
        {
            counts.merge(generator.next(), 1, Integer::sum);
        }
        assertEquals(0.05, counts.get(FaultGenerator.Fault.DROP) / (double)rolls, 0.005);
        assertEquals(0.1, counts.get(FaultGenerator.Fault.DUPLICATE) / (double)rolls, 0.005);
        assertEquals(0.15, counts.get(FaultGenerator.Fault.DELAY) / (double)rolls, 0.005);
        assertEquals(0.2, counts.get(FaultGenerator.Fault.REORDER) / (double)rolls, 0.005);
        assertEquals(0.25, counts.get(FaultGenerator.Fault.CORRUPT) / (double)rolls, 0.005);
        assertEquals(rolls - counts.get(FaultGenerator.Fault.NONE), injector.injected());
    }
}
