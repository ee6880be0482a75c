/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.time.Duration;

import org.isotach.ClusterClosedException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * No operation allocates, at neither host, with faults and without.
 */
class GlobalAllocationTest extends GlobalTestBase
{
    @ParameterizedTest
    @ValueSource(doubles = { 0, 0.05 })
    void shouldAllocateNothing(final double part) throws Exception
    {
        final LinkFaults faults = 0 == part ? LinkFaults.NONE : new LinkFaults(part, part, part, part, part, 5);
        launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).linkFaults(faults),
            new AmContext().firstTimeout(Duration.ofNanos(100_000)));
        final GlobalPort port = port(0);
        final SpreadArray array = g.spread(32, 4, 2 * Long.BYTES);
        final Allocations allocations = new Allocations();
        final Thread other = allocations.newThread(() -> assertThrows(ClusterClosedException.class, () ->
        {
            while (true)
            {
                port(1).allStoreSync();
            }
        }));
        other.start();
        // A thread that has waited for 10 ms looks for stalls, and allocates: with faults few rounds are without that.
        allocations.assertNone(0 == part ? 20 : 1, () ->
        {
            port.write(g.pointer(1, 0), 1);
            assertEquals(1, port.read(g.pointer(1, 0)));
            port.put(g.pointer(1, 8), 2);
            port.get(g.pointer(1, 0), 16);
            port.bulkPut(g.pointer(1, 64), 0, 5000);
            port.bulkGet(g.pointer(1, 64), 8000, 5000);
            port.writeInt(g.pointer(1, 4), 1);
            assertEquals(1, port.readInt(g.pointer(1, 4)));
            port.putInt(g.pointer(1, 12), 2);
            port.getInt(g.pointer(1, 4), 20);
            port.put16(array.pointer(1), 32);
            port.get16(array.advance(array.pointer(0), 1), 32);
            port.sync();
            port.bulkWrite(g.pointer(1, 64), 0, 100);
            port.bulkRead(g.pointer(1, 64), 0, 100);
            port.write(g.pointer(0, 24), 3);
            port.read(g.pointer(0, 24));
            port.store(g.pointer(0, 24), 3);
            port.storeSync(8);
            port.store(g.pointer(1, 24), 3);
            port.storeInt(g.pointer(1, 24), 3);
            port.store16(g.pointer(1, 24), 32);
            port.bulkStore(g.pointer(1, 64), 0, 100);
            port.allStoreSync();
        });
        cluster.close();
        other.join();
    }
}
