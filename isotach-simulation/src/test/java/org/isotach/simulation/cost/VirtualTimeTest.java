/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VirtualTimeTest
{
    private static final double OVERHEAD = 15;

    private final VirtualTime time = new VirtualTime();
    private final List<String> log = new ArrayList<>();

    private void note(final String what)
    {
        log.add(what + '@' + Math.round(10 * time.now()));
    }

    @Test
    void shouldLetThingsHappenInTheOrderOfTheirTimes()
    {
        time.after(2, () -> note("b"));
        time.after(1, () ->
        {
            note("a");
            time.after(1, () -> note("c"));
        });
        time.run();
        assertEquals(List.of("a@10", "b@20", "c@20"), log);
    }

    @Test
    void shouldRefuseThePast()
    {
        assertEquals("delay: -1.0 (expected: at least 0)",
            assertThrows(IllegalArgumentException.class, () -> time.after(-1, () -> note("never"))).getMessage());
    }

    @Test
    void shouldNoticeAProgramWithoutEnd()
    {
        final VirtualTime limited = new VirtualTime(1000);
        final FuniNode node = FuniNode.newNodes(limited, FuniCosts.FITTED, 1)[0];
        node.processor().start(node.serveUntil(() -> false));
        assertTrue(assertThrows(IllegalStateException.class, limited::run).getMessage()
            .endsWith("(expected: at most 1000; a program of the model waits for what never comes)"));
    }

    @Test
    void shouldLetTheProcessorHaveTheBusFirst()
    {
        final Bus bus = new Bus(time, OVERHEAD);
        bus.card(8, () -> note("card"));
        bus.card(1, () -> note("card"));
        bus.processor(1, () -> note("processor"));
        time.run();
        // (1 + 15 + 2 * words) cycles, of 1.6.
        assertEquals(List.of("card@512", "processor@800", "card@1088"), log);
        assertEquals(1, bus.ofProcessor());
        assertEquals(2, bus.ofCard());
    }

    @Test
    void shouldGoOnBehindAStoreAndWaitForALoad()
    {
        final Processor processor = new Processor(time, new Bus(time, OVERHEAD));
        processor.start(new Program()
            .store(1, () -> note("arrived")).note(() -> note("stored"))
            .load(1).note(() -> note("loaded"))
            .run(() -> new Program().compute(1)).note(() -> note("end")));
        time.run();
        assertEquals(List.of("stored@20", "arrived@288", "loaded@576", "end@586"), log);
    }

    @Test
    void shouldDoOneJobAfterTheOther()
    {
        final Station station = new Station(time);
        station.request(3, () -> note("a"));
        station.request(2, () -> note("b"));
        time.run();
        assertEquals(List.of("a@30", "b@50"), log);
        assertEquals(5, station.busy());
    }
}
