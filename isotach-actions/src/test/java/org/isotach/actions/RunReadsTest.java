/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Runs whose values are still outstanding when they were not issued: another thread is just failing a read of an
 * isochron that was abandoned. Here another isochron has asked for them.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RunReadsTest
{
    private static final int X = 0;
    private static final int Y = 1;
    private static final int[] NOTHING = {};

    private final Cluster cluster =
        Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.SHARED));
    private final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
    private final Messaging messaging = Messaging.on(cluster);
    private final Sessions sessions = new Sessions(cluster, memory, messaging, new HostOrder(2), 2);
    private final Taker taker =
        new Taker(sessions, null, new LocalReferences(), new Post(cluster, messaging));
    private final Isochron isochron = cluster.host(0).isochron();
    private final MemoryPort port = memory.port(cluster.host(0));
    private final List<Run> returned = new ArrayList<>();
    private final Run run = new Run(1, null, returned::add);

    @BeforeEach
    void begin()
    {
        isochron.begin();
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void shouldNotAskForAValueThatIsOutstanding(final boolean isTaken)
    {
        run.begin("x", isTaken ? new int[]{ X } : NOTHING, isTaken ? NOTHING : new int[]{ X, Y });
        run.taking().load(isochron, port, null);
        assertFalse(taker.tryIssue(run));
        assertFalse(run.isIssued());

        isochron.abandon();
        assertTrue(taker.tryIssue(run));
        run.await();
        assertTrue(run.isReady());
    }

    @Test
    void shouldNotBeUsedAgainWhileAValueIsOutstanding()
    {
        run.begin("x and y", NOTHING, new int[]{ X, Y });
        run.taking().load(isochron, port, null);
        assertFalse(run.isReusable());
        isochron.abandon();
        assertTrue(run.isReusable());
        assertEquals(List.of(), returned);
    }
}
