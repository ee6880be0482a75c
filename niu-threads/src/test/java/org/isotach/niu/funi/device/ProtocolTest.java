/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.isotach.niu.Stall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Retrieval, delivery, acknowledgements: rows F14, F17, F29 to F31, F33 to F38, F40 and F46.
 */
class ProtocolTest
{
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

    private static void fill(final DeviceBench.Process process, final int from, final int count)
    {
        for (int i = from; i < from + count; i++)
        {
            process.message(false, 1, i);
        }
    }

    /**
     * Nothing that has arrived while delivery is stopped is lost: the buffer takes ten packets, the others are sent
     * again until there is room.
     */
    @Test
    void f14f37ShouldRejectWhatTheBufferHasNoRoomForAndLoseNothing()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            fill(processes[0], 0, 7);
            on.run();
            fill(processes[0], 7, 7);
            on.run();
            assertEquals(DeviceContext.FIFO_LENGTH_DEFAULT, on.network.count(1, DeviceEvent.ACCEPTED));
            assertTrue(on.network.count(1, DeviceEvent.REJECTED) > 4);
            assertEquals(List.of(), processes[1].take(false));
            processes[1].message(true, 0, 1);
            processes[0].message(true, 1, 99);
            on.run();
            assertEquals(11, on.network.count(1, DeviceEvent.ACCEPTED), "replies have a buffer of their own");
            processes[1].registers.write(Register.CNTL, 0);
            final Set<Integer> arrived = new HashSet<>();
            final List<Integer> all = new ArrayList<>();
            for (int i = 0; i < 4; i++)
            {
                on.run();
                all.addAll(processes[1].take(false));
            }
            arrived.addAll(all);
            assertEquals(14, all.size());
            assertEquals(14, arrived.size());
            assertEquals(List.of(99), processes[1].take(true));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 21, 22, 31 })
    void f17ShouldTakeLongerMessagesForThoseWith21Words(final int words)
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].send(true, Slot.header(false, 511, words, 1), IntStream.range(50, 81).toArray());
            on.run();
            final int address = processes[1].base(Queue.RPRQ);
            final int header = processes[1].memory.getInt(address);
            assertEquals(Math.min(21, words), Slot.words(header));
            assertEquals(511, Slot.type(header));
            assertEquals(1, Slot.node(header), "the receiver finds its own node");
            assertEquals(0, processes[1].memory.getInt(address + Slot.SENDER));
            for (int i = 0; i < 22; i++)
            {
                assertEquals(i < Math.min(21, words) ? 50 + i : 0, processes[1].memory.getInt(address + 4 + 4 * i));
            }
        }
    }

    /**
     * The receiver has another group for a while: the packet is sent again and again, and arrives once.
     */
    @Test
    void f29f30ShouldSendAgainUntilTheGroupIsThere()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process sender = on.process(0);
            final DeviceBench.Process other = on.new Process(1, DeviceBench.GROUP + 1);
            fill(sender, 1, 3);
            on.run();
            assertEquals(0, on.network.count(1, DeviceEvent.ACCEPTED));
            assertTrue(on.network.count(0, DeviceEvent.NAK) > 10);
            assertEquals(on.network.count(0, DeviceEvent.NAK), on.network.count(0, DeviceEvent.SENT_AGAIN), 3);
            assertEquals(List.of(), other.take(false), "a group never sees words of another one");
            final DeviceBench.Process receiver = on.process(1);
            on.run();
            assertEquals(Set.of(1, 2, 3), new HashSet<>(receiver.take(false)));
            assertEquals(3, on.network.count(1, DeviceEvent.DELIVERED));
            assertEquals(3, on.network.count(0, DeviceEvent.ACK));
            assertEquals(0xff, sender.registers.read(Register.TICKET));
        }
    }

    /**
     * The port of host 1 has room for one packet, and its device is served before that of host 2, which always has one
     * that was rejected. The reply comes from a device that is served before both.
     */
    @Test
    void f30ShouldNotKeepThePacketsOfOthersAwayBySendingAgain()
    {
        try (DeviceBench on = bench(3, new DeviceContext().fifoLength(1).buffers(2)))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            fill(processes[2], 0, 4);
            on.run();
            assertEquals(1, on.network.count(1, DeviceEvent.ACCEPTED));
            assertTrue(on.network.count(1, DeviceEvent.REJECTED) > 3);
            processes[0].message(true, 1, 99);
            on.run();
            assertEquals(2, on.network.count(1, DeviceEvent.ACCEPTED));
        }
    }

    /**
     * There is no time-out: a line whose acknowledgement is lost stays out, and its packet is not sent again.
     */
    @Test
    void f31ShouldWaitForALostAcknowledgementForEver()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], 1, 1);
            on.steps(0, 3);
            on.step(1);
            assertTrue(on.network.port(0).hasAck());
            on.network.port(0).release(true);
            on.run();
            assertEquals(List.of(1), processes[1].take(false));
            assertEquals(0xfe, processes[0].registers.read(Register.TICKET));
            assertEquals(0, on.network.count(0, DeviceEvent.SENT_AGAIN));
            assertEquals(List.of("the device of host 0 waits for the acknowledgements of 1 packets"),
                on.cluster.stalls().stream().filter(stall -> "funi".equals(stall.unit()))
                    .map(Stall::description).toList());
            processes[0].registers.write(Register.CNTL, Control.CTXM);
            on.run();
            assertEquals(Control.CTXM | Control.CTXR1_WAITING | Control.CTXR2, processes[0].control());
        }
    }

    /**
     * Bit by bit: occupied when it is retrieved, out when it is sent, free when it was accepted.
     */
    @Test
    void f33ShouldFreeALineWhenItsPacketWasAccepted()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CTXM);
            final DeviceState state = on.network.device(0).state();
            fill(processes[0], 1, 1);
            on.step(0);
            assertEquals(0xff, state.ticket(), "chosen");
            on.step(0);
            assertEquals(0xfe, state.ticket(), "retrieved");
            assertEquals(0xffff, state.out());
            on.step(0);
            assertEquals(0xfe, state.ticket(), "sent");
            assertEquals(0xfffe, state.out());
            on.step(1);
            on.step(0);
            assertEquals(0xfe, state.ticket(), "rejected, and sent again in the same step");
            assertEquals(0xfffe, state.out());
            assertEquals(1, on.network.count(0, DeviceEvent.SENT_AGAIN));
            processes[1].registers.write(Register.CNTL, 0);
            on.step(1);
            on.step(0);
            assertEquals(0xff, state.ticket(), "accepted");
            assertEquals(0xffff, state.out());
        }
    }

    /**
     * Six requests are stuck, and no more are retrieved; two lines are left for replies.
     */
    @Test
    void f34ShouldKeepTwoLinesForReplies()
    {
        try (DeviceBench on = bench(3))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CTXM);
            fill(processes[0], 0, 7);
            on.run();
            assertEquals(0xc0, processes[0].registers.read(Register.TICKET));
            assertEquals(6, processes[0].registers.read(Register.RQSQ_TL));
            processes[0].message(true, 2, 50);
            on.run();
            assertEquals(List.of(50), processes[2].take(true));
            for (int i = 0; i < 3; i++)
            {
                processes[0].message(true, 1, i);
            }
            on.run();
            assertEquals(0, processes[0].registers.read(Register.TICKET));
            assertEquals(3, processes[0].registers.read(Register.RPSQ_TL), "one of three waits");
        }
    }

    /**
     * Everybody sends to everybody, as fast as it can. With two priorities in the network that ends.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void f35ShouldEndWithTwoPrioritiesOnly(final int priorities)
    {
        final Random random = new Random(1);
        try (DeviceBench on = bench(3, new DeviceContext().priorities(priorities)))
        {
            final DeviceBench.Process[] processes = on.processes();
            int sent = 0;
            int arrived = 0;
            for (int round = 0; round < 2000; round++)
            {
                for (final DeviceBench.Process process : processes)
                {
                    if (room(process))
                    {
                        process.message(false, (process.host + 1 + random.nextInt(2)) % 3, 1);
                        sent++;
                    }
                    arrived += process.take(false).size();
                }
                on.steps(random.nextInt(3), 1 + random.nextInt(8));
            }
            for (int i = 0; i < 9; i++)
            {
                on.run();
                for (final DeviceBench.Process process : processes)
                {
                    arrived += process.take(false).size();
                }
            }
            assertTrue(1 == priorities || sent > 1000, sent + " packets");
            assertEquals(2 == priorities, sent == arrived, arrived + " packets of " + sent);
            assertEquals(0, on.network.work(), "nothing moves");
        }
    }

    private static boolean room(final DeviceBench.Process process)
    {
        return (process.registers.read(Register.RQSQ_HD) + 1 & 7) != process.registers.read(Register.RQSQ_TL);
    }

    /**
     * The last buffer of an input port is for acknowledgements, which overtake data.
     */
    @Test
    void f35ShouldLeaveTheLastBufferForAcknowledgements()
    {
        final InputPort port = new InputPort(3, false);
        for (int i = 0; i < 2; i++)
        {
            send(port, false);
        }
        assertEquals(InputPort.NO_CREDIT, port.tryClaim(false));
        send(port, true);
        assertEquals(InputPort.NO_CREDIT, port.tryClaim(true));
        assertTrue(port.hasAck() && port.hasData());
        port.release(true);
        assertEquals(InputPort.NO_CREDIT, port.tryClaim(false));
        assertFalse(port.hasAck());
        port.release(false);
        send(port, false);
        assertTrue(port.hasData());
        final InputPort single = new InputPort(2, true);
        send(single, false);
        send(single, true);
        assertFalse(single.hasAck(), "data is before it");
        assertEquals(InputPort.NO_CREDIT, single.tryClaim(true));
        single.release(false);
        assertTrue(single.hasAck());
    }

    private static void send(final InputPort port, final boolean isAck)
    {
        final int index = port.tryClaim(isAck);
        assertTrue(index > 0);
        port.memory().putInt(index + Packet.FLAGS, isAck ? Packet.ACK : 0);
        port.send(index);
    }

    @Test
    void f36ShouldDeliverRepliesFirstAndNotWaitForAFullQueue()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            processes[0].message(false, 1, 1);
            on.run();
            processes[0].message(true, 1, 2);
            on.run();
            processes[1].registers.write(Register.CNTL, 0);
            on.steps(1, 3);
            assertEquals(1, processes[1].registers.read(Register.RPRQ_HD));
            assertEquals(0, processes[1].registers.read(Register.RQRQ_HD));
            for (int i = 0; i < 7; i++)
            {
                processes[0].message(true, 1, 3 + i);
                on.run();
            }
            processes[0].message(false, 1, 20);
            on.run();
            // The queue of replies has one slot that stays empty, and is full.
            assertEquals(7, processes[1].registers.read(Register.RPRQ_HD));
            assertEquals(List.of(1, 20), processes[1].take(false));
            assertEquals(7, processes[1].take(true).size());
            on.run();
            assertEquals(List.of(9), processes[1].take(true));
        }
    }

    @Test
    void f38ShouldDiscardAcknowledgementsOfAnotherGroup()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], 1, 1);
            on.steps(0, 3);
            on.step(1);
            // Too early: the acknowledgement is on its way.
            processes[0].registers.write(Register.CNTL, Control.CTXM);
            processes[0].registers.write(Register.GID, DeviceBench.GROUP + 1);
            processes[0].registers.write(Register.TICKET, 0x0f);
            on.run();
            assertEquals(0x0f, processes[0].registers.read(Register.TICKET));
            assertEquals(1, on.network.count(0, DeviceEvent.STALE_ACK));
            assertEquals(0, on.network.count(0, DeviceEvent.ACK));
        }
    }

    @Test
    void f40ShouldInterruptTheSystemAndRejectItsPacketUntilItIsThere()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process user = on.process(1);
            final List<Interrupt> interrupts = new ArrayList<>();
            final Set<Integer> hosts = new HashSet<>();
            user.registers.onInterrupt((host, cause) ->
            {
                hosts.add(host);
                interrupts.add(cause);
            });
            final DeviceBench.Process system = on.new Process(0, Groups.SYSTEM);
            system.message(true, 1, 42);
            on.run();
            assertTrue(interrupts.size() > 2, "once for each arrival");
            assertEquals(on.network.count(1, DeviceEvent.REJECTED), interrupts.size());
            assertEquals(Set.of(Interrupt.SYSTEM_PACKET), new HashSet<>(interrupts));
            assertEquals(Set.of(1), hosts);
            assertEquals(List.of(), user.take(true));
            final DeviceBench.Process systemThere = on.new Process(1, Groups.SYSTEM);
            on.run();
            assertEquals(List.of(42), systemThere.take(true));
            assertEquals(on.network.count(1, DeviceEvent.REJECTED) + 1, interrupts.size());
        }
    }

    @Test
    void f46ShouldCountWhatCostsTime()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].message(false, 1, 1, 2, 3, 4, 5);
            on.run();
            assertEquals(6, on.network.count(0, DeviceEvent.READ_WORD));
            assertEquals(3, on.network.count(0, DeviceEvent.READ_BURST), "of 4, 1 and 1 words");
            assertEquals(7, on.network.count(1, DeviceEvent.WRITE_WORD), "with the head");
            for (final DeviceEvent event : List.of(
                DeviceEvent.RETRIEVED, DeviceEvent.SENT, DeviceEvent.ACCEPTED, DeviceEvent.ACK, DeviceEvent.DELIVERED))
            {
                assertEquals(1, on.network.count(event), event.toString());
            }
            assertEquals(0, on.network.count(DeviceEvent.NAK) + on.network.count(DeviceEvent.SENT_AGAIN));
            final long reads = on.network.count(0, DeviceEvent.REGISTER_READ);
            processes[0].registers.read(Register.RQSQ_TL);
            assertEquals(reads + 1, processes[0].registers.count(DeviceEvent.REGISTER_READ));
        }
    }
}
