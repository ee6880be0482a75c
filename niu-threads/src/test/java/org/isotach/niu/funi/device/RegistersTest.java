/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Registers and their side effects: rows F6 to F10 and F12.
 */
class RegistersTest
{
    private static final int MODES =
        Control.MERR | Control.RESET | Control.CTXM | Control.DRAIN | Control.CRQM | Control.CSQM;

    @Test
    void f7ShouldHaveSixteenRegistersAtTheirAddresses()
    {
        final String[] order = {
            "GID", "TICKET", "Q_MASK", "CNTL", "RPRQ_BASE", "RQRQ_BASE", "RPSQ_BASE", "RQSQ_BASE",
            "RPRQ_TL", "RQRQ_TL", "RPSQ_TL", "RQSQ_TL", "RPRQ_HD", "RQRQ_HD", "RPSQ_HD", "RQSQ_HD" };
        assertEquals(order.length, Register.values().length);
        for (int i = 0; i < order.length; i++)
        {
            final Register register = Register.valueOf(order[i]);
            assertEquals(i << 2, register.offset());
            // Other bits of the address do not count.
            assertSame(register, Register.at(0x7f80 | register.offset() | 3));
        }
        assertNull(Register.at(0x40));
        assertSame(Register.RQSQ_BASE, Queue.RQSQ.base());
        assertSame(Register.RPSQ_TL, Queue.RPSQ.tail());
        assertSame(Register.RQRQ_HD, Queue.RQRQ.head());
    }

    @ParameterizedTest
    @EnumSource(Register.class)
    void f7ShouldKeepAsManyBitsAsARegisterHas(final Register register)
    {
        final int width = Register.GID == register || Register.CNTL == register ? 11 :
            Register.TICKET == register ? 8 : register.name().endsWith("BASE") ? 32 : 16;
        assertEquals(width, register.width());
        try (DeviceBench on = DeviceBench.of(1))
        {
            final SystemRegisters registers = on.network.system(0);
            registers.write(register, -1);
            final long mask = (1L << width) - 1;
            assertEquals((int)(Register.CNTL == register ? MODES : register.isBase() ? mask & -128 : mask),
                registers.read(register));
            registers.write(register, 0);
            // The end of a reset is the beginning of a context switch.
            assertEquals(Register.CNTL == register ? Control.CTXM : 0, registers.read(register));
        }
    }

    @ParameterizedTest
    @EnumSource(Queue.class)
    void f8ShouldEmptyAQueueWhoseBaseIsWritten(final Queue queue)
    {
        try (DeviceBench on = DeviceBench.of(1))
        {
            final SystemRegisters registers = on.network.system(0);
            for (final Queue other : Queue.values())
            {
                registers.write(other.head(), 5);
                registers.write(other.tail(), 3);
            }
            registers.write(queue.base(), 4096 + 127);
            assertEquals(4096, registers.read(queue.base()), "aligned to 32 words");
            for (final Queue other : Queue.values())
            {
                assertEquals(other == queue ? 0 : 5, registers.read(other.head()));
                assertEquals(other == queue ? 0 : 3, registers.read(other.tail()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void f9ShouldIgnoreWhatAProcessMayNotWrite(final boolean isRunning)
    {
        try (DeviceBench on = DeviceBench.of(1))
        {
            final DeviceGang gang = on.network.open("gang", 4096, 0);
            if (!isRunning)
            {
                gang.suspend();
            }
            on.run();
            assertEquals(isRunning, gang.isRunning());
            final UserRegisters registers = gang.member(0).registers();
            registers.write(Register.GID, 77);
            registers.write(Register.TICKET.offset(), 0);
            registers.write(Register.CNTL, MODES & ~Control.CRQM);
            registers.write(0x40, -1);
            on.run();
            assertEquals(gang.id(), registers.read(Register.GID));
            assertEquals(0xff, registers.read(Register.TICKET.offset()));
            assertEquals(Control.CSQM | Control.CSQR, registers.read(Register.CNTL));
            assertEquals(0, registers.read(0x40));
            registers.write(Register.Q_MASK, 31);
            assertEquals(31, registers.read(Register.Q_MASK));
            if (isRunning)
            {
                assertEquals(gang.id(), on.network.system(0).read(Register.GID));
                assertEquals(Control.CSQM | Control.CSQR, on.network.system(0).read(Register.CNTL));
            }
        }
    }

    /**
     * A process that does not look at its tail. As in the paper nothing keeps it from that, and only its own packets
     * are lost.
     */
    @ParameterizedTest
    @CsvSource({ "true, true", "true, false", "false, true", "false, false" })
    void f6ShouldLoseTheQueueOfAProcessThatFillsItsLastSlot(final boolean isRunning, final boolean isReply)
    {
        try (DeviceBench on = paranoid(false))
        {
            final DeviceGang gang = on.network.open("gang", DeviceBench.MEMORY, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            fill(on, gang, ports[0], isRunning, isReply);
            gang.member(0).registers().write(Queue.sending(isReply).head(), 0);
            proceed(on, gang);
            assertEquals(List.of(), DeviceBench.take(ports[1], isReply), "as if it were empty");
            assertTrue(ports[0].trySend(!isReply, 1, 1, 9));
            on.run();
            assertEquals(List.of(9), DeviceBench.take(ports[1], !isReply), "the other queue is as it was");
        }
    }

    @ParameterizedTest
    @CsvSource({ "true, true", "true, false", "false, true", "false, false" })
    void f6ShouldRefuseTheHeadOfAQueueWithoutAnEmptySlotInParanoidMode(final boolean isRunning, final boolean isReply)
    {
        try (DeviceBench on = paranoid(true))
        {
            final DeviceGang gang = on.network.open("gang", DeviceBench.MEMORY, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            fill(on, gang, ports[0], isRunning, isReply);
            final UserRegisters registers = gang.member(0).registers();
            final Queue queue = Queue.sending(isReply);
            assertRefused(IllegalStateException.class, queue.head() + ": 0 makes 8 packets in the send queue of node" +
                " 0 (expected: at most 7 in 8 slots; more destroy the queue): wait until " + queue.tail() +
                " has moved, as DevicePort.tryClaim does", () -> registers.write(queue.head(), 0));
            assertThrows(IllegalStateException.class, () -> registers.write(queue.head().offset(), 3), "once around");
            registers.write(queue.head(), 7);
            proceed(on, gang);
            assertEquals(7, DeviceBench.take(ports[1], isReply).size());
            registers.write(queue.head(), 6);
            assertEquals(6, registers.read(queue.head()), "there is room for seven others");
        }
    }

    private static DeviceBench paranoid(final boolean isParanoid)
    {
        return new DeviceBench(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).paranoid(isParanoid),
            new DeviceContext());
    }

    /**
     * Sends as many packets as a queue has room for, while its device stands still, or works for nobody.
     */
    private static void fill(
        final DeviceBench on,
        final DeviceGang gang,
        final DevicePort port,
        final boolean isRunning,
        final boolean isReply)
    {
        if (isRunning)
        {
            gang.pause();
        }
        else
        {
            gang.suspend();
        }
        on.run();
        assertEquals(isRunning, gang.isRunning());
        for (int i = 0; i < 7; i++)
        {
            assertTrue(port.trySend(isReply, 1, 1, i));
        }
    }

    private static void proceed(final DeviceBench on, final DeviceGang gang)
    {
        gang.proceed();
        gang.resume();
        on.run();
    }

    /**
     * For each mode alone, and for all of them: the status that the device answers with, and nothing else.
     */
    @Test
    void f10ShouldAnswerEachModeByItsStatus()
    {
        final int[][] table = {
            { 0, 0 },
            { Control.CRQM, Control.CRQR },
            { Control.CSQM, Control.CSQR },
            { Control.CTXM, Control.CTXR1 | Control.CTXR2 },
            { Control.DRAIN, 0 },
            { Control.MERR, 0 },
            { Control.CRQM | Control.CSQM, Control.CRQR | Control.CSQR },
            { Control.CTXM | Control.CRQM | Control.DRAIN, Control.CTXR1 | Control.CTXR2 | Control.CRQR } };
        for (int bit = 0; bit < 11; bit++)
        {
            final int number = List.of(
                Control.MERR, Control.RESET, Control.CTXM, Control.CTXR1, Control.CTXR1_WAITING, Control.CTXR2,
                Control.DRAIN, Control.CRQM, Control.CRQR, Control.CSQM, Control.CSQR).get(bit);
            assertEquals(1 << bit, number);
        }
        try (DeviceBench on = DeviceBench.of(1))
        {
            final DeviceBench.Process process = on.process(0);
            for (final int[] row : table)
            {
                process.registers.write(Register.CNTL, row[0]);
                assertEquals(row[0], process.control(), "the device has not answered yet");
                on.step(0);
                assertEquals(row[0] | row[1], process.control());
                // Status bits are read-only.
                process.registers.write(Register.CNTL, process.control());
                assertEquals(row[0] | row[1], process.control());
            }
            // An answer to an earlier question is none.
            process.registers.write(Register.CNTL, Control.CRQM);
            on.step(0);
            process.registers.write(Register.CNTL, 0);
            process.registers.write(Register.CNTL, Control.CRQM);
            assertEquals(Control.CRQM, process.control());
        }
    }

    @Test
    void f10ShouldSayThatItHasStoppedOnlyWhenItHas()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].message(false, 1, 1);
            on.step(0);
            processes[0].registers.write(Register.CNTL, Control.CSQM);
            assertEquals(0, processes[0].registers.read(Register.RQSQ_TL), "the slot is being read");
            on.step(0);
            assertTrue(processes[0].has(Control.CSQR));
            assertEquals(1, processes[0].registers.read(Register.RQSQ_TL));
            processes[0].message(false, 1, 2);
            on.run();
            // Dispatch goes on, retrieval does not.
            assertEquals(List.of(1), processes[1].take(false));
            processes[0].registers.write(Register.CNTL, 0);
            on.run();
            assertEquals(List.of(2), processes[1].take(false));
        }
    }

    @Test
    void f12ShouldStopEverythingAndStartInTheMiddleOfASwitch()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.write(Register.CNTL, Control.CRQM);
            processes[0].message(false, 1, 1);
            on.run();
            assertEquals(1, on.network.count(1, DeviceEvent.ACCEPTED));
            processes[1].registers.write(Register.CNTL, Control.RESET);
            processes[0].message(false, 1, 2);
            processes[1].message(false, 0, 3);
            on.run();
            assertEquals(0, on.network.count(1, DeviceEvent.REJECTED), "nothing is answered");
            assertEquals(List.of(), processes[0].take(false));
            processes[1].registers.write(Register.CNTL, 0);
            assertEquals(Control.CTXM, processes[1].control());
            on.run();
            assertTrue(on.network.count(1, DeviceEvent.REJECTED) > 5, "the packet is sent again and again");
            assertEquals(List.of(), processes[1].take(false));
            // The system sets it up again. What had been accepted is lost, what was rejected arrives.
            final DeviceBench.Process again = on.process(1);
            on.run();
            assertEquals(List.of(2), again.take(false));
            final List<Integer> none = new ArrayList<>(again.take(true));
            assertEquals(List.of(), none);
        }
    }

    @Test
    void shouldRefuseRoutesThatLeadNowhere()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final SystemRegisters registers = on.network.system(0);
            assertEquals("host: 2 (expected: below 2, or negative for none)", assertThrows(
                IllegalArgumentException.class, () -> registers.routes(0, 0, 2)).getMessage());
            assertEquals("node: -1 (expected: at least 0)", assertThrows(
                IllegalArgumentException.class, () -> registers.routes(-1, 0, 1)).getMessage());
            registers.routes(0, 0, 1, -1);
        }
    }
}
