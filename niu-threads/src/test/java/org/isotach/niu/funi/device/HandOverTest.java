/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.spi.Wakeable;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Messages that go from a send queue into a receive queue in one step of both devices, and those that may not.
 */
class HandOverTest
{
    private static boolean isHandedOver(final DeviceBench on)
    {
        final long before = on.network.count(1, DeviceEvent.DELIVERED);
        on.network.device(0).doSteps(1);
        return on.network.count(1, DeviceEvent.DELIVERED) > before;
    }

    /**
     * @param wakes gets whether the device was free, for each call.
     */
    private static Wakeable waker(final FuniDevice device, final List<Boolean> wakes)
    {
        return new Wakeable()
        {
            @Override
            public void wake()
            {
                wakes.add(device.lock().isFree());
            }
        };
    }

    @Test
    void shouldCountWhatHappensToAMessageInAllItsSteps()
    {
        try (DeviceBench steps = DeviceBench.of(2).byStep(); DeviceBench on = DeviceBench.of(2))
        {
            for (final DeviceBench bench : List.of(steps, on))
            {
                final DeviceBench.Process[] processes = bench.processes();
                for (int words = 0; words <= 21; words += 7)
                {
                    processes[0].message(words > 7, 1, new int[words]);
                }
                bench.run();
            }
            for (int host = 0; host < 2; host++)
            {
                for (final DeviceEvent event : DeviceEvent.values())
                {
                    assertEquals(steps.network.count(host, event), on.network.count(host, event), event.toString());
                }
            }
        }
    }

    @Test
    void shouldHandOverRepliesFirst()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].message(false, 1, 1);
            processes[0].message(true, 1, 2);
            processes[0].send(true, Slot.header(true, 7, 4, 1), 16, 32, 3);
            assertTrue(isHandedOver(on));
            assertEquals(List.of(2), processes[1].take(true));
            assertEquals(List.of(), processes[1].take(false), "a transfer is in front of it, which has no short way");
            on.run();
            assertEquals(List.of(1), processes[1].take(false));
        }
    }

    @Test
    void shouldHandNothingOverPastWhatIsUnderWay()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            for (int i = 0; i < 3; i++)
            {
                // In a line; in the network; in a receive buffer.
                processes[0].message(false, 1, 10);
                on.steps(0, 1 + i);
                on.steps(1, i / 2);
                processes[0].message(false, 1, 11);
                assertFalse(isHandedOver(on));
                on.run();
                assertEquals(List.of(10, 11), processes[1].take(false));
            }
        }
    }

    @Test
    void shouldHandNothingOverToADeviceThatWouldRejectIt()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            for (final int mode : new int[] { Control.CTXM, Control.CRQM, Control.CSQM, Control.DRAIN, Control.MERR })
            {
                processes[1].registers.write(Register.CNTL, mode);
                processes[0].message(false, 1, mode);
                assertFalse(isHandedOver(on));
                processes[1].registers.write(Register.CNTL, 0);
                on.run();
                assertEquals(List.of(mode), processes[1].take(false));
            }
            processes[1].registers.write(Register.GID, DeviceBench.GROUP + 1);
            processes[0].message(false, 1, 1);
            assertFalse(isHandedOver(on));
        }
    }

    @Test
    void shouldHandNothingOverToAFullQueue()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            for (int i = 0; i < 7; i++)
            {
                processes[0].message(false, 1, i);
            }
            assertTrue(isHandedOver(on));
            processes[0].message(false, 1, 7);
            assertFalse(isHandedOver(on));
            assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), processes[1].take(false));
            on.run();
            assertEquals(List.of(7), processes[1].take(false));
        }
    }

    @Test
    void shouldHandNothingOverToADeviceThatSomebodyElseServes()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].message(false, 1, 1);
            assertTrue(on.network.device(1).lock().tryEnter());
            assertFalse(isHandedOver(on));
            on.network.device(1).lock().exit();
            on.run();
            assertEquals(List.of(1), processes[1].take(false));
        }
    }

    /**
     * Whoever serves the receiver may have been turned away while the message was handed over.
     */
    @Test
    void shouldWakeTheThreadOfTheReceiverForWhatIsLeftThere()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            on.run();
            final FuniDevice receiver = on.network.device(1);
            final List<Boolean> wakes = new ArrayList<>();
            receiver.state().engines.bell().server(waker(receiver, wakes));
            processes[0].message(false, 1, 1);
            assertTrue(isHandedOver(on));
            assertEquals(List.of(), wakes, "nothing is left");
            processes[1].message(false, 0, 2);
            wakes.clear();
            processes[0].message(false, 1, 3);
            assertTrue(isHandedOver(on));
            assertEquals(List.of(true), wakes, "its message is left");
            assertEquals(0, receiver.state().engines.pending() & Engines.RETRIEVAL, "left on the bell");
            assertFalse(receiver.isQuiet());
            on.run();
            assertEquals(List.of(1, 3), processes[1].take(false));
            assertEquals(List.of(2), processes[0].take(false));
        }
    }

    @Test
    void shouldWakeTheReceiverWithoutItsLock()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceBench.Process[] processes = on.processes();
            on.run();
            final FuniDevice receiver = on.network.device(1);
            final List<Boolean> wakes = new ArrayList<>();
            receiver.state().process(waker(receiver, wakes));
            processes[0].message(false, 1, 1);
            assertTrue(isHandedOver(on));
            assertEquals(List.of(true), wakes);
        }
    }

    /**
     * With one priority packets can end in a deadlock.
     */
    @Test
    void shouldHandNothingOverWithOnePriority()
    {
        try (DeviceBench on = new DeviceBench(2, new DeviceContext().priorities(1)))
        {
            on.processes()[0].message(false, 1, 1);
            assertFalse(isHandedOver(on));
        }
    }

    /**
     * A packet in a line for which the network has no room is no work.
     */
    @Test
    void shouldDoNothingWhenThereIsNoRoomInTheNetwork()
    {
        try (DeviceBench on = new DeviceBench(2, new DeviceContext().buffers(2)))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[0].message(false, 1, 1);
            on.steps(0, 4);
            processes[0].message(false, 1, 2);
            assertTrue(on.network.device(0).doSteps(10) > 0, "it is in a line");
            processes[0].registers.write(Register.RPRQ_TL, 0);
            assertEquals(0, on.network.device(0).doSteps(10), "all look, and the port of the other one is full");
        }
    }
}
