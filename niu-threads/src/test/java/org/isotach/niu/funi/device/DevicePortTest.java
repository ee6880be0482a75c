/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a library does with the registers of its process: rows F5, F13, F15, F20, F22, F24 and F45.
 */
class DevicePortTest
{
    private static final int LENGTH = 1 << 16;

    /**
     * Devices that do several steps at once.
     */
    DeviceBench bench(final int hosts)
    {
        return bench(hosts, new DeviceContext());
    }

    DeviceBench bench(final int hosts, final DeviceContext context)
    {
        return new DeviceBench(hosts, context);
    }

    /**
     * Also with the smallest queue, which has one packet at a time.
     */
    @ParameterizedTest
    @ValueSource(ints = { 2, 4, 8, 32 })
    void f21ShouldWriteTheTailWhenAQuarterIsToBeGivenBack(final int slots)
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), slots);
            final UserRegisters registers = ports[1].member().registers();
            for (int packet = 0; packet < 3 * slots; packet++)
            {
                assertTrue(ports[0].trySend(false, 1, 0, packet));
                on.run();
                final int slot = ports[1].tryReceive(false);
                assertEquals(packet, ports[1].memory().getInt(slot + Slot.BODY));
                ports[1].pass(false);
                final int taken = packet + 1;
                final int quarter = Math.max(1, slots / 4);
                assertEquals(taken - taken % quarter & slots - 1, registers.read(Register.RQRQ_TL));
            }
        }
    }

    @Test
    void f15ShouldStartWithQueuesThatAreStopped()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            on.run();
            final DevicePort port = new DevicePort(gang.member(0), 8);
            assertRefused(IllegalStateException.class,
                "the queues of node 0 are not set up: call tryOpen() until it returns true",
                () -> port.trySend(false, 1, 0));
            // Without its first step nothing moves, and nothing breaks.
            final UserRegisters registers = gang.member(1).registers();
            registers.write(Register.RQSQ_HD, 5);
            on.run();
            assertEquals(0, registers.read(Register.RQSQ_TL));
            final DevicePort[] ports = on.open(gang, 8);
            assertTrue(ports[1].trySend(true, 0, 1, 4));
            on.run();
            assertEquals(List.of(4), DeviceBench.take(ports[0], true));
        }
    }

    /**
     * Of the send queue while the device does not move, and of the receive queue however much is behind it.
     */
    @ParameterizedTest
    @ValueSource(ints = { 2, 8 })
    void f5ShouldLeaveOneSlotOfEachQueueEmpty(final int slots)
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), slots, false);
            final UserRegisters registers = ports[1].member().registers();
            int sent = 0;
            while (ports[0].trySend(false, 1, 1, sent))
            {
                sent++;
            }
            assertEquals(slots - 1, sent);
            // Until the receiver has no room for more, and the send queue is full again.
            int before = -1;
            while (before != sent)
            {
                before = sent;
                on.run();
                while (ports[0].trySend(false, 1, 1, sent))
                {
                    sent++;
                }
            }
            assertTrue(sent > 2 * (slots - 1));
            assertEquals(slots - 1,
                registers.read(Register.RQRQ_HD) - registers.read(Register.RQRQ_TL) & slots - 1);
            assertFalse(ports[0].trySend(false, 1, 1, sent));
            final List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < sent; i++)
            {
                taken.addAll(DeviceBench.take(ports[1], false));
                on.run();
            }
            assertEquals(IntStream.range(0, sent).boxed().toList(), taken.stream().sorted().toList());
        }
    }

    /**
     * While the device does not move, a second queue takes what the first has no room for; then it takes its place.
     */
    @ParameterizedTest
    @ValueSource(ints = { 2, 8 })
    void f22ShouldGoOnInASecondQueueWhenTheFirstIsFull(final int slots)
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), slots);
            int sent = 0;
            final List<Integer> taken = new ArrayList<>();
            for (int round = 0; round < 3; round++)
            {
                final int before = sent;
                while (ports[0].trySend(false, 1, 1, sent))
                {
                    sent++;
                    ports[0].trySend(true, 1, 1, -sent);
                }
                assertEquals(2 * (slots - 1), sent - before);
                assertFalse(ports[0].isTaken(false));
                for (int i = 0; i < 20; i++)
                {
                    on.run();
                    ports[0].advance();
                    taken.addAll(DeviceBench.take(ports[1], false));
                    DeviceBench.take(ports[1], true);
                }
                assertTrue(ports[0].isTaken(false) && ports[0].isTaken(true));
            }
            assertEquals(IntStream.range(0, sent).boxed().toList(), taken.stream().sorted().toList());
        }
    }

    /**
     * The second queue may take the place of the first between the claim of a slot and its commit.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void f22ShouldSendWhatWasClaimedBeforeTheQueuesWereExchanged(final boolean isAsked)
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), 4);
            for (int i = 0; i < 4; i++)
            {
                assertTrue(ports[0].trySend(false, 1, 1, i));
            }
            on.run();
            final List<Integer> taken = new ArrayList<>(DeviceBench.take(ports[1], false));
            final int address = ports[0].tryClaim(false);
            on.run();
            if (isAsked)
            {
                ports[0].isTaken(false);
            }
            else
            {
                ports[0].advance();
            }
            ports[0].memory().putInt(address, Slot.header(false, 1, 1, 1));
            ports[0].memory().putInt(address + Slot.BODY, 4);
            ports[0].commit(false);
            for (int i = 0; i < 20; i++)
            {
                on.run();
                ports[0].advance();
                taken.addAll(DeviceBench.take(ports[1], false));
            }
            assertEquals(List.of(0, 1, 2, 3, 4), taken);
        }
    }

    /**
     * More than the header can say, which the device could not cut.
     */
    @ParameterizedTest
    @ValueSource(ints = { 16, 20, 32, 36, 64, Integer.MAX_VALUE })
    void f25ShouldCutWhatATransferCannotHave(final int words)
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 4);
            final int source = ports[0].end();
            final int target = ports[1].end();
            ports[0].memory().putInt(source + 4 * 15, 7);
            assertTrue(ports[0].tryTransfer(false, 1, 3, source, target, words, 0));
            on.run();
            assertEquals(7, ports[1].memory().getInt(target + 4 * 15));
        }
    }

    @Test
    void f20ShouldReadTheTailOncePerLap()
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), 8);
            ports[0].trySend(false, 1, 1, 0);
            final long before = on.network.count(0, DeviceEvent.REGISTER_READ);
            for (int i = 1; i <= 70; i++)
            {
                on.run();
                DeviceBench.take(ports[1], false);
                ports[0].trySend(false, 1, 1, i);
            }
            assertEquals(10, on.network.count(0, DeviceEvent.REGISTER_READ) - before);
        }
    }

    /**
     * Heads come to memory, so who polls in vain does not read the device.
     */
    @Test
    void f24ShouldPollInMemory()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final long before = on.network.count(1, DeviceEvent.REGISTER_READ);
            for (int i = 0; i < 20; i++)
            {
                assertEquals(List.of(), DeviceBench.take(ports[1], false));
                assertTrue(ports[0].trySend(false, 1, 1, i));
                on.run();
                assertEquals((i + 1) % 8, gang.member(1).head(Queue.RQRQ));
                assertEquals(List.of(i), DeviceBench.take(ports[1], false));
                assertEquals(List.of(), DeviceBench.take(ports[1], true));
            }
            assertEquals(before, on.network.count(1, DeviceEvent.REGISTER_READ));
            assertEquals(4, gang.member(1).registers().read(Register.RQRQ_HD));
            assertEquals(0, gang.member(1).head(Queue.RPRQ));
            ports[0].trySend(false, 1, 1, 20);
            on.run();
            gang.suspend();
            on.run();
            assertEquals(5, gang.member(1).head(Queue.RQRQ), "also while others have the device");
            assertEquals(List.of(20), DeviceBench.take(ports[1], false));
            assertRefused("queue: RQSQ (expected: RPRQ or RQRQ, whose heads devices write)",
                () -> gang.member(0).head(Queue.RQSQ));
        }
    }

    /**
     * A sequential process runs: the devices stay with the gang, and stand still.
     */
    @Test
    void f45ShouldStandStillAndGoOnWithoutASwitch()
    {
        for (int steps = 0; steps < 20; steps++)
        {
            try (DeviceBench on = bench(2))
            {
                final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
                final DevicePort[] ports = on.open(gang, 8);
                final long switches = on.network.switches();
                for (int i = 0; i < 5; i++)
                {
                    ports[0].trySend(false, 1, 1, i);
                }
                for (int i = 0; i < steps; i++)
                {
                    on.network.work();
                }
                gang.pause();
                on.run();
                final List<Integer> taken = DeviceBench.take(ports[1], false);
                final long delivered = on.network.count(DeviceEvent.DELIVERED);
                final long retrieved = on.network.count(DeviceEvent.RETRIEVED);
                assertTrue(ports[0].trySend(false, 1, 1, 5));
                on.run();
                assertEquals(List.of(), DeviceBench.take(ports[1], false));
                assertEquals(delivered, on.network.count(DeviceEvent.DELIVERED));
                assertEquals(retrieved, on.network.count(DeviceEvent.RETRIEVED));
                assertEquals(0, gang.member(0).registers().read(Register.CNTL), "its members do not see it");
                assertTrue(gang.isRunning());
                gang.proceed();
                on.run();
                taken.addAll(DeviceBench.take(ports[1], false));
                assertEquals(List.of(0, 1, 2, 3, 4, 5), taken.stream().sorted().toList(), "after " + steps);
                assertEquals(switches, on.network.switches());
            }
        }
    }

    /**
     * Pausing, modes of the process and turns do not depend on each other.
     */
    @Test
    void f45ShouldStayPausedWhenItIsSwitchedOutAndIn()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final UserRegisters registers = gang.member(1).registers();
            gang.pause();
            gang.suspend();
            on.run();
            ports[0].trySend(false, 1, 1, 1);
            gang.resume();
            on.run();
            assertTrue(gang.isRunning());
            assertFalse(ports[0].isTaken(false));
            registers.write(Register.CNTL, Control.CRQM);
            on.run();
            assertEquals(Control.CRQM | Control.CRQR, registers.read(Register.CNTL));
            gang.proceed();
            on.run();
            assertTrue(ports[0].isTaken(false));
            assertEquals(List.of(), DeviceBench.take(ports[1], false), "stopped by its process");
            registers.write(Register.CNTL, 0);
            on.run();
            assertEquals(List.of(1), DeviceBench.take(ports[1], false));
        }
    }

    @Test
    void f13ShouldResizeUnderLoad()
    {
        try (DeviceBench on = bench(2))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), 16);
            int sent = 0;
            final List<Integer> taken = new ArrayList<>();
            for (final int slots : new int[] { 64, 2, 32 })
            {
                for (int i = 0; i < 40; i++)
                {
                    sent += ports[0].trySend(false, 1, 1, sent) ? 1 : 0;
                }
                boolean isResized = false;
                for (int i = 0; i < 100 && !isResized; i++)
                {
                    on.network.work();
                    sent += ports[0].trySend(false, 1, 1, sent) ? 1 : 0;
                    taken.addAll(DeviceBench.take(ports[1], false));
                    isResized = ports[1].tryResize(slots);
                }
                assertTrue(isResized);
                assertEquals(slots, ports[1].slots());
            }
            for (int i = 0; i < 30; i++)
            {
                on.run();
                ports[0].advance();
                taken.addAll(DeviceBench.take(ports[1], false));
            }
            assertEquals(IntStream.range(0, sent).boxed().toList(), taken.stream().sorted().toList());
        }
    }

    @Test
    void shouldAllocateNothing()
    {
        try (org.isotach.niu.Cluster cluster = org.isotach.niu.Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).paranoid(false)))
        {
            final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext());
            final DeviceGang gang = network.open("gang", LENGTH, 0, 1);
            final DevicePort near = new DevicePort(gang.member(0), 8);
            final DevicePort far = new DevicePort(gang.member(1), 8);
            while (!near.tryOpen() || !far.tryOpen())
            {
                network.work();
            }
            new Allocations().assertNone(200, () ->
            {
                near.tryTransfer(false, 1, 1, near.end(), far.end(), 16, 1);
                int address = DevicePort.NO_SLOT;
                while (DevicePort.NO_SLOT == address)
                {
                    network.work();
                    address = far.tryReceive(false);
                }
                far.release(false);
            });
            assertTrue(network.count(DeviceEvent.DELIVERED) > 200);
        }
    }
}
