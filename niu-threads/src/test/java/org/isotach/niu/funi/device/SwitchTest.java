/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs that have the devices in turn: rows F32 and F41 to F44.
 */
class SwitchTest
{
    private static final int LENGTH = 1 << 14;

    // Words that nothing else has, since headers have other types, and addresses are smaller.
    private static final int GOOD = 0x3A3A_3A3A;
    private static final int BAD = 0x3B3B_3B3B;

    private final AtomicLong now = new AtomicLong();
    private final DeviceContext context = new DeviceContext().slice(Duration.ofNanos(10)).clock(now::get);

    /**
     * Without paranoid mode, which refuses a part of what processes may write.
     */
    private DeviceBench unchecked()
    {
        return new DeviceBench(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).paranoid(false), context);
    }

    private static List<Integer> sorted(final List<Integer> list)
    {
        return list.stream().sorted().toList();
    }

    @Test
    void f32ShouldOpenAsManyGangsAsTheCacheHasContexts()
    {
        try (DeviceBench on = DeviceBench.of(1))
        {
            final List<DeviceGang> gangs = new ArrayList<>();
            final Set<Integer> contexts = new HashSet<>();
            for (int i = 0; i < DeviceNetwork.MAX_GANGS; i++)
            {
                gangs.add(on.network.open("gang", 128, 0));
                contexts.add(gangs.get(i).id() % 32);
            }
            assertEquals(32, contexts.size(), "no two share a context");
            assertTrue(gangs.stream().noneMatch(gang -> 0 == gang.id() || 2047 == gang.id()), "those of the system");
            assertRefused(IllegalStateException.class,
                "32 gangs are open, and no context of the packet cache is free: close a gang",
                () -> on.network.open("late", 128, 0));
            on.run();
            final int id = gangs.get(7).id();
            gangs.get(7).close();
            on.run();
            final DeviceGang late = on.network.open("late", 128, 0);
            assertEquals(id % 32, late.id() % 32);
            assertNotEquals(id, late.id(), "what is left of the former one does not fit");
            assertEquals("late", late.name());
        }
    }

    /**
     * Ids change with each gang that has a context, but for those of the system.
     */
    @Test
    void f32ShouldLeaveTheIdsOfTheSystemAlone()
    {
        try (DeviceBench on = DeviceBench.of(1))
        {
            final Set<Integer> ids = new HashSet<>();
            for (int fillers = 0; fillers < 32; fillers += 31)
            {
                for (int i = 0; i < fillers; i++)
                {
                    on.network.open("filler", 128, 0);
                }
                for (int i = 0; i < 130; i++)
                {
                    final DeviceGang gang = on.network.open("gang", 128, 0);
                    ids.add(gang.id());
                    gang.close();
                    on.run();
                }
            }
            assertEquals(63 + 63, ids.size());
            assertFalse(ids.contains(0) || ids.contains(2047));
        }
    }

    @Test
    void f32ShouldRefuseOtherGangs()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            assertRefused("hosts: [0, 2] (expected: at least one, each once, in 0..1)",
                () -> on.network.open("gang", 128, 0, 2));
            assertRefused("hosts: [1, 1] (expected: at least one, each once, in 0..1)",
                () -> on.network.open("gang", 128, 1, 1));
            assertRefused("length: 100 (expected: a multiple of 128 in 128..1073741823)",
                () -> on.network.open("gang", 100, 1));
            final DeviceGang gang = on.network.open("gang", 1024, 1);
            assertRefused("node: 1 (expected: 0..0 in gang gang)", () -> gang.member(1));
            assertRefused("slots: 3 (expected: a power of two in 2..65536)", () -> new DevicePort(gang.member(0), 3));
            assertRefused("slots: 2 take 1664 bytes (expected: at most 1024, the memory of the member)",
                () -> new DevicePort(gang.member(0), 2));
            for (final Runnable wrong : List.<Runnable>of(
                () -> context.fifoLength(16), () -> context.buffers(1), () -> context.priorities(3),
                () -> context.patience(0), () -> context.slice(Duration.ZERO)))
            {
                assertTrue(org.junit.jupiter.api.Assertions.assertThrows(
                    IllegalArgumentException.class, wrong::run).getMessage().contains("expected"));
            }
        }
    }

    /**
     * Everything is in one of its places when the gang is switched out: in the send queue, rejected, accepted and not
     * delivered, delivered and not taken.
     */
    @Test
    void f41f42ShouldLoseNothingAndDoubleNothingWhereverItIs()
    {
        for (int steps = 0; steps < 24; steps++)
        {
            try (DeviceBench on = new DeviceBench(2, context))
            {
                final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
                final DevicePort[] ports = on.open(gang, 8);
                final int target = ports[1].end();
                final int source = ports[0].end();
                for (int i = 0; i < 16; i++)
                {
                    ports[0].member().memory().putInt(source + 4 * i, 1000 + i);
                }
                for (int i = 0; i < 6; i++)
                {
                    assertTrue(ports[0].trySend(false, 1, 1, i));
                    assertTrue(ports[0].tryTransfer(true, 1, 2, source, target + 64 * i, 16, i));
                }
                for (int i = 0; i < steps; i++)
                {
                    on.network.work();
                }
                gang.suspend();
                on.run();
                assertFalse(gang.isRunning());
                final List<Integer> requests = new ArrayList<>(DeviceBench.take(ports[1], false));
                final List<Integer> replies = new ArrayList<>(takeNotices(ports[1], target));
                // The process does not know: it goes on to send.
                assertTrue(ports[0].trySend(false, 1, 1, 6));
                on.run();
                assertEquals(List.of(), DeviceBench.take(ports[1], false));
                gang.resume();
                for (int i = 0; i < 4; i++)
                {
                    on.run();
                    requests.addAll(DeviceBench.take(ports[1], false));
                    replies.addAll(takeNotices(ports[1], target));
                }
                assertEquals(IntStream.range(0, 7).boxed().toList(), sorted(requests), "after " + steps + " steps");
                assertEquals(IntStream.range(0, 6).boxed().toList(), sorted(replies), "after " + steps + " steps");
            }
        }
    }

    /**
     * Numbers of the notices, whose payload is there.
     */
    private static List<Integer> takeNotices(final DevicePort port, final int target)
    {
        final List<Integer> taken = new ArrayList<>();
        int address = port.tryReceive(true);
        while (DevicePort.NO_SLOT != address)
        {
            final int number = port.member().memory().getInt(address + Slot.ARGUMENT);
            assertEquals(target + 64 * number, port.member().memory().getInt(address + Slot.DESTINATION));
            for (int i = 0; i < 16; i++)
            {
                assertEquals(1000 + i, port.member().memory().getInt(target + 64 * number + 4 * i));
            }
            taken.add(number);
            port.release(true);
            address = port.tryReceive(true);
        }
        return taken;
    }

    /**
     * The buffers are drained: notice and payload are in memory of the system, and nothing is at the destination.
     */
    @Test
    void f42ShouldPutPayloadsBehindTheirNotices()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            processes[0].send(false, Slot.header(true, 9, 8, 1), 0, 512, 3, 11, 12, 13, 14, 15, 16, 17, 18);
            on.run();
            processes[1].registers.write(Register.CNTL, Control.CTXM | Control.DRAIN);
            on.run();
            assertTrue(processes[1].has(Control.CTXR2));
            final int notice = processes[1].base(Queue.RQRQ);
            assertEquals(1, processes[1].registers.read(Register.RQRQ_HD));
            assertEquals(Slot.header(true, 9, 8, 1), processes[1].memory.getInt(notice));
            assertEquals(0, processes[1].memory.getInt(notice + 4), "as a transfer it has its payload in the slot");
            assertEquals(11, processes[1].memory.getInt(notice + Slot.PAYLOAD));
            assertEquals(18, processes[1].memory.getInt(notice + Slot.PAYLOAD + 28));
            assertEquals(0, processes[1].memory.getInt(512));
        }
    }

    /**
     * The acknowledgement is lost: the switch goes on after some time, and the gang has failed. The next one is whole.
     */
    @Test
    void f43ShouldGoOnWithoutAcknowledgementsThatNeverCome()
    {
        try (DeviceBench on = new DeviceBench(2, context.patience(50)))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final DeviceGang other = on.network.open("other", LENGTH, 0, 1);
            assertTrue(ports[0].trySend(false, 1, 1, 1));
            on.loseAcknowledgement();
            on.run();
            assertFalse(gang.isFailed());
            now.set(100);
            on.run();
            assertTrue(gang.isFailed());
            assertFalse(gang.isRunning());
            assertTrue(other.isRunning());
            final DevicePort[] others = on.open(other, 8);
            now.set(1000);
            on.run();
            for (int i = 0; i < 20; i++)
            {
                assertTrue(others[0].trySend(false, 1, 1, i));
                on.run();
                assertEquals(List.of(i), DeviceBench.take(others[1], false));
            }
            assertFalse(gang.isRunning(), "it is not switched in again");
            assertEquals(List.of(1), DeviceBench.take(ports[1], false));
        }
    }

    @Test
    void f44ShouldRejectArrivalsAndDeliverWhatItHasWhileItSwitches()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            processes[0].message(false, 1, 1);
            on.run();
            processes[1].registers.write(Register.CNTL, Control.CTXM);
            processes[1].message(false, 0, 3);
            processes[0].message(false, 1, 2);
            on.run();
            assertEquals(List.of(1), processes[1].take(false));
            assertEquals(0, processes[1].registers.read(Register.RQSQ_TL), "nothing is retrieved");
            assertTrue(processes[1].has(Control.CTXR1 | Control.CTXR2));
            assertTrue(on.network.count(1, DeviceEvent.REJECTED) > 5);
            processes[1].registers.write(Register.CNTL, 0);
            on.run();
            assertEquals(List.of(2), processes[1].take(false));
            assertEquals(List.of(3), processes[0].take(false));
        }
    }

    /**
     * Three gangs, a thousand switches, and no packet is lost, doubled, or seen by another gang.
     */
    @Test
    void f41ShouldLetGangsHaveTheirTurns()
    {
        try (DeviceBench on = new DeviceBench(3, context))
        {
            final DevicePort[][] ports = new DevicePort[3][];
            for (int g = 0; g < 3; g++)
            {
                ports[g] = new DevicePort[3];
                final DeviceGang gang = on.network.open("gang-" + g, LENGTH, 0, 1, 2);
                for (int node = 0; node < 3; node++)
                {
                    ports[g][node] = new DevicePort(gang.member(node), 4);
                }
            }
            final int[] sent = new int[9];
            final long[] sums = new long[9];
            final int[] taken = new int[9];
            for (int round = 0; on.network.switches() < 1000; round++)
            {
                now.addAndGet(1);
                on.network.work();
                for (int i = 0; i < 9; i++)
                {
                    final DevicePort port = ports[i / 3][i % 3];
                    if (port.tryOpen() && port.trySend(0 == round % 2, (i + 1) % 3, 1, sent[i], i / 3))
                    {
                        sent[i]++;
                    }
                    take(port, i, taken, sums);
                }
            }
            for (int i = 0; i < 3000; i++)
            {
                now.addAndGet(1);
                on.network.work();
                for (int k = 0; k < 9; k++)
                {
                    ports[k / 3][k % 3].advance();
                    take(ports[k / 3][k % 3], k, taken, sums);
                }
            }
            for (int i = 0; i < 9; i++)
            {
                final int sender = i / 3 * 3 + (i + 2) % 3;
                final long count = sent[sender];
                assertTrue(count > 50, count + " packets");
                assertEquals(count, taken[i]);
                assertEquals(count * (count - 1) / 2, sums[i]);
            }
        }
    }

    private static void take(final DevicePort port, final int index, final int[] taken, final long[] sums)
    {
        for (final boolean isReply : new boolean[] { true, false })
        {
            for (int address = port.tryOpen() ? port.tryReceive(isReply) : DevicePort.NO_SLOT;
                DevicePort.NO_SLOT != address; address = port.tryReceive(isReply))
            {
                assertEquals(index / 3, port.member().memory().getInt(address + Slot.BODY + 4));
                assertEquals((index + 2) % 3, port.member().memory().getInt(address + Slot.SENDER));
                sums[index] += port.member().memory().getInt(address + Slot.BODY);
                taken[index]++;
                port.release(isReply);
            }
        }
    }

    /**
     * Gangs whose hosts differ run together; others wait until the slice is over.
     */
    @Test
    void shouldLetGangsOnDifferentHostsRunTogether()
    {
        try (DeviceBench on = new DeviceBench(4, context))
        {
            final DeviceGang left = on.network.open("left", 128, 0, 1);
            final DeviceGang all = on.network.open("all", 128, 3, 2, 1, 0);
            final DeviceGang right = on.network.open("right", 128, 2, 3);
            on.run();
            assertTrue(left.isRunning() && right.isRunning() && !all.isRunning());
            now.set(10);
            on.run();
            assertTrue(all.isRunning() && !left.isRunning() && !right.isRunning());
            all.suspend();
            on.run();
            assertTrue(left.isRunning() && right.isRunning() && !all.isRunning());
            now.set(20);
            on.run();
            assertTrue(left.isRunning() && right.isRunning());
            left.close();
            all.resume();
            now.set(40);
            on.run();
            assertTrue(all.isRunning());
        }
    }

    /**
     * Whatever a process writes into its registers and slots: the other gang does not see it, and goes on.
     */
    @Test
    void f9ShouldHarmNobodyElseByAnyRegister()
    {
        final Random random = new Random(11);
        try (DeviceBench on = unchecked())
        {
            final DeviceGang good = on.network.open("good", LENGTH, 0, 1);
            final DeviceGang bad = on.network.open("bad", 1024, 0, 1);
            final DevicePort[] ports = new DevicePort[2];
            for (int node = 0; node < 2; node++)
            {
                ports[node] = new DevicePort(good.member(node), 8);
            }
            final List<Integer> taken = new ArrayList<>();
            int sent = 0;
            for (int round = 0; round < 3000; round++)
            {
                now.addAndGet(1);
                final DeviceMember member = bad.member(random.nextInt(2));
                member.registers().write(4 * random.nextInt(16),
                    random.nextBoolean() ? random.nextInt() : random.nextInt(64) << random.nextInt(10));
                member.memory().putInt(4 * random.nextInt(member.length() / 4),
                    random.nextBoolean() ? random.nextInt() : random.nextInt(64) << random.nextInt(10));
                on.network.work();
                if (ports[0].tryOpen() && ports[1].tryOpen())
                {
                    sent += ports[0].trySend(false, 1, 1, sent) ? 1 : 0;
                    taken.addAll(DeviceBench.take(ports[1], false));
                }
            }
            bad.close();
            for (int i = 0; i < 4; i++)
            {
                ports[0].advance();
                on.run();
                taken.addAll(DeviceBench.take(ports[1], false));
            }
            assertTrue(sent > 100, sent + " packets");
            assertEquals(IntStream.range(0, sent).boxed().toList(), sorted(taken));
            assertTrue(on.network.count(DeviceEvent.MEMORY_ERROR) > 0);
        }
    }

    /**
     * Each word that the good gang sends says so. The other one has the same devices in turn, and queues that work as
     * long as its processes leave them alone; they send packets with any header, and write into any register.
     */
    @Test
    void f9ShouldNeverGetAWordOfAnotherGang()
    {
        final Random random = new Random(9);
        try (DeviceBench on = unchecked())
        {
            final DeviceGang good = on.network.open("good", LENGTH, 0, 1);
            final DeviceGang bad = on.network.open("bad", LENGTH, 0, 1);
            final DevicePort[] ports = new DevicePort[2];
            final DevicePort[] badPorts = new DevicePort[2];
            for (int node = 0; node < 2; node++)
            {
                ports[node] = new DevicePort(good.member(node), 8);
                badPorts[node] = new DevicePort(bad.member(node), 8);
                fill(good.member(node), ports[node].end(), GOOD);
                fill(bad.member(node), badPorts[node].end(), BAD);
            }
            int sent = 0;
            int received = 0;
            for (int round = 0; round < 20_000; round++)
            {
                now.addAndGet(1);
                sent += isSent(ports[round % 2], 1 - round % 2, ports[0].end(), random) ? 1 : 0;
                received += sendAnything(badPorts[random.nextInt(2)], random);
                if (0 == random.nextInt(8))
                {
                    // The group, as it is for the good one, and anything else.
                    bad.member(random.nextInt(2)).registers().write(4 * random.nextInt(16),
                        random.nextBoolean() ? good.id() : random.nextInt(64) << random.nextInt(10));
                }
                for (int i = 0; i < 3; i++)
                {
                    // Devices and scheduler in any order, so one device has changed its gang before the other.
                    on.network.units().get(random.nextInt(3)).doWork();
                }
                for (int node = 0; node < 2 && 0 == round % 8; node++)
                {
                    assertNoWord(bad.member(node), GOOD, round);
                    assertNoWord(good.member(node), BAD, round);
                }
            }
            assertTrue(sent > 100, sent + " packets");
            assertTrue(received > 10, received + " packets of the other gang have arrived in it");
        }
    }

    private static void fill(final DeviceMember member, final int first, final int words)
    {
        for (int address = first; address < LENGTH; address += 4)
        {
            member.memory().putInt(address, words);
        }
    }

    private static boolean isSent(final DevicePort port, final int node, final int end, final Random random)
    {
        if (!port.tryOpen())
        {
            return false;
        }
        port.advance();
        DeviceBench.take(port, random.nextBoolean());
        return random.nextBoolean() ? port.trySend(random.nextBoolean(), node, 1, GOOD, GOOD, GOOD, GOOD) :
            port.tryTransfer(random.nextBoolean(), node, 2, end, end + 64 * (1 + random.nextInt(8)), 16, GOOD);
    }

    /**
     * Returns how many packets were taken.
     */
    private static int sendAnything(final DevicePort port, final Random random)
    {
        if (!port.tryOpen())
        {
            return 0;
        }
        final boolean isReply = random.nextBoolean();
        final int address = port.tryClaim(isReply);
        if (DevicePort.NO_SLOT != address)
        {
            final OffHeapBuffer memory = port.memory();
            memory.putInt(address, Slot.header(random.nextBoolean(), random.nextInt(512), random.nextInt(32),
                random.nextInt(0 == random.nextInt(4) ? 1 << 16 : 2)));
            for (int word = 4; word < Slot.LENGTH; word += 4)
            {
                memory.putInt(address + word, 0 == random.nextInt(2) ? BAD : random.nextInt(LENGTH));
            }
            port.commit(isReply);
        }
        // A head that it has written itself may seem never to be reached.
        final boolean isThere = DevicePort.NO_SLOT != port.tryReceive(isReply);
        if (isThere)
        {
            port.release(isReply);
        }
        return isThere ? 1 : 0;
    }

    private static void assertNoWord(final DeviceMember member, final int word, final int round)
    {
        for (int address = 0; address < LENGTH; address += 4)
        {
            assertNotEquals(word, member.memory().getInt(address), () -> "of " + member + " in round " + round);
        }
    }
}
