/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two gangs on two hosts, one thread per member, in all modes, while the devices change hands: rows F2, F30 and F41.
 */
@Timeout(60)
class DeviceThreadsTest
{
    private static final int ASKED = 40;

    /**
     * Asks the other member, and answers it.
     */
    private static final class Member
    {
        private final DevicePort port;
        private final int gang;
        private final AtomicIntegerArray handled;
        private final AtomicIntegerArray answered;
        private int answers;
        private int waiting = -1;
        private int sent;

        Member(
            final DevicePort port, final int gang, final AtomicIntegerArray handled, final AtomicIntegerArray answered)
        {
            this.port = port;
            this.gang = gang;
            this.handled = handled;
            this.answered = answered;
        }

        void run(final AtomicInteger running) throws Exception
        {
            while (!port.tryOpen())
            {
                idle();
            }
            boolean isRunning = true;
            while (running.get() > 0)
            {
                if (sent < ASKED && port.trySend(false, 1 - port.member().node(), 1, sent, gang))
                {
                    sent++;
                }
                serve();
                if (isRunning && ASKED == answers)
                {
                    isRunning = false;
                    running.decrementAndGet();
                }
                idle();
            }
        }

        private void idle() throws Exception
        {
            TestThreads.checkNotInterrupted();
            if (0 == port.member().work())
            {
                Thread.yield();
            }
        }

        private void serve()
        {
            port.advance();
            final OffHeapBuffer memory = port.member().memory();
            int address = port.tryReceive(true);
            while (DevicePort.NO_SLOT != address)
            {
                assertEquals(gang, memory.getInt(address + Slot.BODY + 4));
                answered.incrementAndGet(memory.getInt(address + Slot.BODY));
                answers++;
                port.release(true);
                address = port.tryReceive(true);
            }
            if (waiting < 0)
            {
                address = port.tryReceive(false);
                if (DevicePort.NO_SLOT != address)
                {
                    assertEquals(gang, memory.getInt(address + Slot.BODY + 4));
                    waiting = memory.getInt(address + Slot.BODY);
                    handled.incrementAndGet(waiting);
                    port.release(false);
                }
            }
            if (waiting >= 0 && port.trySend(true, 1 - port.member().node(), 1, waiting, gang))
            {
                waiting = -1;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void f41ShouldDeliverEachPacketOnceWhileDevicesChangeHands(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final DeviceNetwork network =
                DeviceNetwork.on(cluster, new DeviceContext().slice(Duration.ofMillis(1)));
            final TestThreads threads = new TestThreads();
            final AtomicInteger running = new AtomicInteger(4);
            final AtomicIntegerArray[] handled = new AtomicIntegerArray[4];
            final AtomicIntegerArray[] answered = new AtomicIntegerArray[4];
            for (int gang = 0; gang < 2; gang++)
            {
                for (int node = 0; node < 2; node++)
                {
                    handled[2 * gang + node] = new AtomicIntegerArray(ASKED);
                    answered[2 * gang + node] = new AtomicIntegerArray(ASKED);
                }
                final DeviceGang opened = network.open("gang-" + gang, 1 << 14, 0, 1);
                for (int node = 0; node < 2; node++)
                {
                    final Member member = new Member(new DevicePort(opened.member(node), 4), gang,
                        handled[2 * gang + 1 - node], answered[2 * gang + node]);
                    threads.start("gang-" + gang + "-" + node, () -> member.run(running));
                }
            }
            threads.join();
            for (int i = 0; i < 4; i++)
            {
                for (int number = 0; number < ASKED; number++)
                {
                    assertEquals(1, handled[i].get(number));
                    assertEquals(1, answered[i].get(number));
                }
            }
            assertTrue(network.switches() > 1);
        }
    }
}
