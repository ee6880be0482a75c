/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs that have failed, and who is told of that: row F43 for queue pairs.
 */
class FailedGangTest
{
    private static final PacketHandler IGNORE = (priority, type, node, view) ->
    {
    };

    private final AtomicLong now = new AtomicLong();
    private final DeviceContext context =
        new DeviceContext().slice(Duration.ofNanos(10)).clock(now::get).patience(50);
    private final List<String> errors = new ArrayList<>();

    private DeviceBench bench()
    {
        return new DeviceBench(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
                .errorHandler(error -> errors.add(error.getMessage())),
            context);
    }

    private static void assertFailed(final int node, final Executable call)
    {
        assertRefused(IsotachException.class, "gang orders has failed: devices were given to another gang although" +
            " acknowledgements were missing (see DeviceContext.patience), so it may have lost packets, and has no" +
            " turns any more; node " + node + " sends and receives nothing: close the gang, and open another one",
            call);
    }

    /**
     * A gang that fails as soon as another one has its turn.
     */
    private Gang open(final DeviceBench on, final FuniSupervisor funi)
    {
        final Gang gang = funi.open(new GangContext().name("orders").slots(8));
        on.run();
        final QueuePair near = gang.queuePair(0);
        near.tryClaim(Priority.REQUEST, 1, 1, 1).putInt(0, 5);
        near.commit();
        // Not by flush(), which serves the devices, too.
        on.network.system(0).write(Register.RQSQ_HD, 1);
        on.loseAcknowledgement();
        now.addAndGet(100);
        return gang;
    }

    private void assertDelivers(final DeviceBench on, final Gang gang)
    {
        final QueuePair near = gang.queuePair(0);
        near.tryClaim(Priority.REQUEST, 1, 1, 1).putInt(0, 7);
        near.commit();
        near.flush();
        final List<Integer> taken = new ArrayList<>();
        for (int turn = 0; turn < 4; turn++)
        {
            on.run();
            now.addAndGet(100);
            gang.queuePair(1).poll(9, (priority, type, node, view) -> taken.add(view.getInt(0)));
        }
        assertEquals(List.of(7), taken);
    }

    @Test
    void f43ShouldTellEachMemberWhateverItCalls()
    {
        try (DeviceBench on = bench())
        {
            final FuniSupervisor funi = FuniSupervisor.on(on.cluster, on.network);
            final Gang gang = open(on, funi);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.PUT_GET);
            final Gang other = funi.open(new GangContext().slots(8));
            assertFalse(gang.isFailed());
            on.run();
            assertTrue(gang.isFailed());
            assertTrue(gang.toString().endsWith("failed=true}"), gang.toString());
            assertFalse(other.isFailed());
            final OffHeapBuffer memory = OffHeapBuffer.allocate(64);
            for (int node = 0; node < 2; node++)
            {
                final QueuePair queuePair = gang.queuePair(node);
                for (final Executable call : Stream.<Executable>of(
                    () -> queuePair.tryClaim(Priority.REPLY, 0, 1, 1),
                    () -> queuePair.claim(Priority.REQUEST, 1, 1, 1, IGNORE),
                    queuePair::flush,
                    () -> queuePair.poll(1, IGNORE),
                    () -> queuePair.poll(Priority.REPLY, 1, IGNORE),
                    () -> queuePair.receive(1, IGNORE),
                    () -> queuePair.segment(64, Rights.PUT),
                    () -> queuePair.tryPut(Priority.REQUEST, memory, 0, segment.pointer(0), 8, 0, 0),
                    () -> queuePair.put(Priority.REQUEST, memory, 0, segment.pointer(0), 8, 0, 0, IGNORE),
                    () -> queuePair.tryGet(Priority.REQUEST, segment.pointer(0), memory, 0, 8),
                    () -> queuePair.status(1),
                    () -> queuePair.await(1, IGNORE),
                    () -> queuePair.await(() -> false, IGNORE),
                    () -> queuePair.incarnation(0)).toList())
                {
                    assertFailed(node, call);
                }
                assertEquals(node, queuePair.node());
                assertEquals(2, queuePair.size());
                assertEquals(0, queuePair.dropped());
            }
            assertDelivers(on, other);
        }
    }

    /**
     * It cannot be mended, but closed: another one takes its place.
     */
    @Test
    void f43ShouldTakeAnotherGangInPlaceOfOneThatHasFailed()
    {
        try (DeviceBench on = bench())
        {
            final FuniSupervisor funi = FuniSupervisor.on(on.cluster, on.network);
            final Gang gang = open(on, funi);
            final Gang other = funi.open(new GangContext().slots(8));
            on.run();
            assertFailed(1, () -> gang.remap(1, 1));
            gang.suspend();
            gang.resume();
            gang.resize(16);
            assertFailed(0, gang.queuePair(0)::flush);
            gang.close();
            assertRefused(IllegalStateException.class, "this queue pair of node 0 of gang orders is closed: it, or" +
                " its gang, was closed, or the node has moved (Gang.remap)", gang.queuePair(0)::flush);
            assertRefused(IllegalStateException.class, "gang orders is closed: open another one",
                () -> gang.remap(1, 1));
            on.run();
            assertEquals(1, funi.gangs());
            final Gang next = funi.open(new GangContext().slots(8));
            for (int i = 0; i < 3; i++)
            {
                assertDelivers(on, next);
                assertDelivers(on, other);
            }
        }
    }

    /**
     * They do not wait until their time is over.
     */
    @Test
    void f43ShouldEndCallsThatWait()
    {
        try (DeviceBench on = bench())
        {
            final FuniSupervisor funi = FuniSupervisor.on(on.cluster, on.network);
            final Gang gang = open(on, funi);
            funi.open(new GangContext().slots(8));
            assertFalse(gang.isFailed());
            assertFailed(0, () -> gang.queuePair(0).receive(1, IGNORE));
            assertTrue(gang.isFailed());
        }
    }

    /**
     * The gang and the devices go on as if it had not thrown; whoever asks later is told at once.
     */
    @Test
    void shouldGoOnWhenAListenerFails()
    {
        try (DeviceBench on = bench())
        {
            final DeviceGang gang = on.network.open("gang", DeviceBench.MEMORY, 0, 1);
            gang.onFail(() ->
            {
                throw new ArithmeticException("failed");
            });
            final DevicePort[] ports = on.open(gang, 8);
            assertTrue(ports[0].trySend(false, 1, 1, 1));
            on.loseAcknowledgement();
            assertEquals(List.of(), errors);
            final DeviceGang other = on.network.open("other", DeviceBench.MEMORY, 0, 1);
            now.addAndGet(100);
            on.run();
            assertTrue(gang.isFailed());
            assertEquals(List.of("failed"), errors);
            assertTrue(other.isRunning());
            final List<String> told = new ArrayList<>();
            gang.onFail(() -> told.add("late"));
            assertEquals(List.of("late"), told);
        }
    }

    /**
     * Nothing is between members that could fail.
     */
    @Test
    void shouldNotFailOverRings()
    {
        try (DeviceBench on = bench())
        {
            final Gang gang = FuniSupervisor.on(on.cluster).open(new GangContext().slots(8));
            assertDelivers(on, gang);
            assertFalse(gang.isFailed());
        }
    }
}
