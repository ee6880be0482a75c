/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Table B3 and the times of rows M27 to M29: the shapes of the figures of the paper on Myrinet, by its device.
 */
class MyrinetTableTest
{
    private static final double BOUND = 0.2;
    private static final CostTable TABLE = CostTables.myrinet();

    private static double value(final String name)
    {
        return TABLE.rows().stream().filter(row -> row.name().startsWith(name)).findFirst().orElseThrow().values()
            .get(0).modelled();
    }

    @Test
    void b3ShouldHaveTheShapesOfThePaper()
    {
        assertEquals(0, TABLE.values(CostKind.GIVEN).get(0).deviation(), BOUND);
        assertEquals(1, TABLE.values(CostKind.PREDICTED).size());
        assertTrue(TABLE.worst() < BOUND, () -> TABLE.rows().toString());
        final double single = value("8 KB, gain by overlapped");
        final double stream = value("8 KB, 8 packets under way");
        assertTrue(single > 1.3, () -> TABLE.rows().toString());
        // Pipelining hides most of what overlap gains.
        assertTrue(Math.abs(stream - 1) < (single - 1) / 3, () -> TABLE.rows().toString());
        assertTrue(value("8 KB, gain by 8 packets") > 1.3, () -> TABLE.rows().toString());
        assertEquals(1 + value("8 bytes, what polling") / value("8 bytes, interrupt"), value("8 bytes, polling"), 1e-9);
    }

    @Test
    void m27ShouldBeFasterIfTheSecondEngineFollows()
    {
        // The engine of the network does not wait for the last byte from the host: nearly all of its time is hidden.
        final double hidden = value("8 KB, sent behind") - value("8 KB, overlapped send");
        assertEquals(8192 / MyrinetModel.LINK, hidden, BOUND * 8192 / MyrinetModel.LINK);
    }

    /**
     * The processor of the host moves a packet in no time, so the engine never wins: the paper has no rate for it.
     */
    @Test
    void b3ShouldNotKnowWhereTheEngineOfTheHostWins()
    {
        assertTrue(value("64 bytes, by the processor") < value("64 bytes, by the engine"));
        final StringWriter text = new StringWriter();
        TABLE.print(new PrintWriter(text));
        assertEquals(2, text.toString().lines().filter(line -> line.startsWith("not there: ")).count());
    }

    @Test
    void m28ShouldTakeLittleTimeForARoute()
    {
        final double routeUs = value("8 bytes, what route");
        assertTrue(routeUs > 0 && routeUs < MyrinetModel.POLLING_US, () -> routeUs + " us");
    }

    @Test
    void m29ShouldReceiveSmallPacketsSoonerWithInterrupts()
    {
        for (final int length : new int[] { 8, 64, 256 })
        {
            assertTrue(
                MyrinetModel.latencyUs(MyrinetModel.context(MyrinetModel.HOST), true, length) <
                MyrinetModel.polledUs(MyrinetModel.context(MyrinetModel.HOST), true, length));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = { 40, 60 })
    void b3ShouldNotHoldWithASlowerHost(final double hostRate)
    {
        final double off = MyrinetModel.crossover(hostRate) / 800.0 - 1;
        assertTrue(Math.abs(off) > BOUND, () -> "off by " + off);
    }
}
