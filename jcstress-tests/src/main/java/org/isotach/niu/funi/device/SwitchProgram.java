/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * A process that sends to itself while its device is taken away from it and given back. The thread that does that also
 * serves the device.
 */
class SwitchProgram
{
    private static final int PACKETS = 7;
    private static final int SLOTS = 8;
    private static final int MANY = 1000;
    private static final int SWITCHES = 6;

    private final FuniDevice device;
    private final MemberContext context;
    private final DevicePort port;
    private final int base;

    SwitchProgram()
    {
        final Bells bells = new Bells(1);
        final InputPort[] ports = { new InputPort(2, false) };
        device = new FuniDevice(0, 4, ports, new FuniDevice[0], bells, error ->
        {
            throw new AssertionError(error);
        });
        context = new MemberContext(
            1, new Routes(0, new int[1], new int[1]), DevicePort.length(SLOTS), device.state(), bells);
        switchIn();
        port = new DevicePort(new DeviceMember(context, 1, false, device::work), SLOTS, false, Slot.LENGTH);
        while (!port.tryOpen())
        {
            device.work();
        }
        base = context.read(Queue.RQSQ.base());
    }

    private void switchIn()
    {
        final SwitchIn entering = new SwitchIn(device.state(), context);
        while (!entering.advance())
        {
            device.work();
        }
    }

    /**
     * @param isPageStale true for the mistake that the process still reaches the registers of the device when that was
     *                    taken away.
     */
    final void send(final boolean isPageStale)
    {
        final OffHeapBuffer memory = context.memory().buffer();
        for (int packet = 0; packet < PACKETS; packet++)
        {
            final int address = base + packet * Slot.LENGTH;
            memory.putInt(address, Slot.header(false, 0, 1, 0));
            memory.putInt(address + Slot.BODY, packet);
            if (isPageStale)
            {
                device.state().registers.set(Register.RQSQ_HD, packet + 1);
            }
            else
            {
                context.write(Register.RQSQ_HD, packet + 1);
            }
        }
    }

    final void switchOutAndIn()
    {
        for (int i = 0; i < SWITCHES; i++)
        {
            device.work();
            final SwitchOut leaving = new SwitchOut(device.state(), context, MANY);
            while (!leaving.advance())
            {
                device.work();
            }
            switchIn();
        }
    }

    /**
     * @return number of packets that were not taken once.
     */
    final int wrong()
    {
        final int[] taken = new int[PACKETS];
        int fruitless = 0;
        while (fruitless < 2)
        {
            // The first time its last ring was perhaps not heard.
            fruitless = 0 == device.work() ? fruitless + 1 : 0;
            final int address = port.tryReceive(false);
            if (DevicePort.NO_SLOT != address)
            {
                taken[context.memory().buffer().getInt(address + Slot.BODY)]++;
                port.release(false);
                fruitless = 0;
            }
        }
        int wrong = 0;
        for (final int times : taken)
        {
            wrong += 1 == times ? 0 : 1;
        }
        return wrong;
    }
}
