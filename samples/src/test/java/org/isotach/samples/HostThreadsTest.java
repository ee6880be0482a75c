/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class HostThreadsTest
{
    @ParameterizedTest
    @EnumSource
    void shouldNotLetOthersWaitForThreadThatHasFailed(final ThreadingMode mode)
    {
        final IllegalStateException reason = new IllegalStateException("no appetite");
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final SampleFailedException failure = assertThrows(
                SampleFailedException.class,
                () -> HostThreads.run(cluster, host -> schedule(host, memory, reason)));
            assertEquals("application thread of host 1", failure.getMessage());
            assertSame(reason, failure.getCause());
        }
    }

    /**
     * Host 1 schedules the variable and fails; the others wait for its value, which never comes.
     */
    private static void schedule(final Host host, final SharedMemory memory, final IllegalStateException reason)
    {
        final MemoryPort port = memory.port(host);
        final Isochron isochron = host.isochron();
        if (1 == host.id())
        {
            isochron.begin();
            port.sched(isochron, 0);
            isochron.issue();
            isochron.awaitExecuted();
            throw reason;
        }
        final IsoValue value = new IsoValue();
        while (true)
        {
            isochron.begin().fresh();
            port.read(isochron, 0, value);
            isochron.issue();
            value.await();
        }
    }
}
