/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Transfers and memory errors of devices: rows F11 and F25 to F28.
 */
class DeviceTransfersTest
{
    private static final int SOURCE = 256;
    private static final int TARGET = 512;

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

    private static void fill(final DeviceBench.Process process, final int address)
    {
        for (int i = 0; i < 32; i++)
        {
            process.memory.putInt(address + 4 * i, 100 + i);
        }
    }

    @ParameterizedTest
    @CsvSource({ "4,4", "8,8", "12,12", "16,16", "7,4", "3,0", "31,16" })
    void f25ShouldCutWhatATransferCannotHave(final int words, final int sent)
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], SOURCE);
            // Addresses are cut to multiples of four words.
            processes[0].send(false, Slot.header(true, 3, words, 1), SOURCE + 15, TARGET + 5, 77);
            on.run();
            final int notice = processes[1].base(Queue.RQRQ);
            assertEquals(Slot.header(true, 3, sent, 1), processes[1].memory.getInt(notice));
            assertEquals(0, processes[1].memory.getInt(notice + 4));
            assertEquals(TARGET, processes[1].memory.getInt(notice + Slot.DESTINATION));
            assertEquals(77, processes[1].memory.getInt(notice + Slot.ARGUMENT));
            for (int i = 0; i < 20; i++)
            {
                assertEquals(i < sent ? 100 + i : 0, processes[1].memory.getInt(TARGET + 4 * i));
            }
        }
    }

    @Test
    void f26ShouldWriteThePayloadBeforeTheHeadMoves()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], SOURCE);
            processes[0].send(true, Slot.header(true, 0, 16, 1), SOURCE, TARGET, 0);
            on.steps(0, 3);
            boolean wasThere = false;
            for (int i = 0; i < 10; i++)
            {
                on.step(1);
                final boolean isThere = 115 == processes[1].memory.getInt(TARGET + 60);
                final boolean isNoticed = 0 != processes[1].registers.read(Register.RPRQ_HD);
                assertTrue(isThere || !isNoticed);
                wasThere |= isThere && !isNoticed;
            }
            assertTrue(wasThere);
        }
    }

    /**
     * From memory or from the slot, to memory or as a message.
     */
    @Test
    void f27ShouldHaveTheFourCases()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], SOURCE);
            processes[0].message(false, 1, 1);
            processes[0].send(false, Slot.header(true, 1, 4, 1), SOURCE, TARGET, 2);
            processes[0].send(false, Slot.header(true, 2, 4, 1), 0, TARGET + 64, 3, 51, 52, 53, 54);
            processes[0].send(false, Slot.header(true, 3, 16, 1), SOURCE, 0, 4);
            on.run();
            assertEquals(100, processes[1].memory.getInt(TARGET));
            assertEquals(54, processes[1].memory.getInt(TARGET + 64 + 12));
            final int last = processes[1].base(Queue.RQRQ) + 3 * Slot.LENGTH;
            assertEquals(Slot.header(false, 3, 17, 1), processes[1].memory.getInt(last));
            assertEquals(4, processes[1].memory.getInt(last + 4));
            assertEquals(100, processes[1].memory.getInt(last + 8));
            assertEquals(115, processes[1].memory.getInt(last + 68));
        }
    }

    @Test
    void f28ShouldSendWhatIsThereBeforeTheTailPasses()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            fill(processes[0], SOURCE);
            processes[1].registers.write(Register.CNTL, Control.CTXM);
            processes[0].send(false, Slot.header(true, 0, 4, 1), SOURCE, TARGET, 0);
            on.step(0);
            processes[0].memory.putInt(SOURCE, 8);
            on.step(0);
            assertEquals(1, processes[0].registers.read(Register.RQSQ_TL));
            processes[0].memory.putInt(SOURCE + 4, 9);
            on.run();
            processes[1].registers.write(Register.CNTL, 0);
            on.run();
            assertEquals(8, processes[1].memory.getInt(TARGET));
            assertEquals(101, processes[1].memory.getInt(TARGET + 4));
        }
    }

    @Test
    void f11ShouldStopAtAnErrorAndTryOnceMore()
    {
        try (DeviceBench on = bench(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            final List<Interrupt> interrupts = new ArrayList<>();
            processes[1].registers.onInterrupt((host, cause) -> interrupts.add(cause));
            processes[0].send(false, Slot.header(true, 0, 4, 1), SOURCE, DeviceBench.MEMORY, 0);
            on.run();
            assertEquals(List.of(Interrupt.MEMORY_ERROR), interrupts);
            assertTrue(processes[1].has(Control.MERR));
            processes[0].message(false, 1, 5);
            on.run();
            assertEquals(0, processes[1].registers.read(Register.RQRQ_HD), "nothing is delivered");
            // The system maps what was missing, and the packet arrives.
            final var larger = org.isotach.memory.OffHeapBuffer.allocate(2 * DeviceBench.MEMORY);
            processes[1].registers.map(larger);
            processes[1].registers.write(Register.CNTL, 0);
            on.run();
            assertEquals(2, processes[1].registers.read(Register.RQRQ_HD));
            assertEquals(1, interrupts.size());
            assertEquals(0, on.network.count(1, DeviceEvent.FAULTED));
            // It does not, and the packet is dropped.
            processes[0].send(false, Slot.header(true, 0, 4, 1), 1 << 30, TARGET, 0);
            processes[0].message(false, 1, 6);
            on.run();
            assertTrue(processes[0].has(Control.MERR));
            processes[0].registers.write(Register.CNTL, 0);
            on.run();
            assertFalse(processes[0].has(Control.MERR));
            assertEquals(1, on.network.count(0, DeviceEvent.FAULTED));
            assertEquals(3, processes[1].registers.read(Register.RQRQ_HD));
            assertEquals(6, larger.getInt(processes[1].base(Queue.RQRQ) + 2 * Slot.LENGTH + 4));
        }
    }
}
