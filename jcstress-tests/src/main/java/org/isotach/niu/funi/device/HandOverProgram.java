/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;

/**
 * A process sends to another one, and serves its own device, which hands messages over. The device of the other one is
 * taken away from it and given back by the thread that serves it.
 */
class HandOverProgram
{
    private static final int PACKETS = 7;
    private static final int SLOTS = 8;
    private static final int STEPS = 3;
    private static final int SWITCHES = 4;
    private static final int MANY = 100_000;
    private static final int GROUP = 1;

    private final FuniDevice[] devices = new FuniDevice[2];
    private final MemberContext[] contexts = new MemberContext[2];
    private final DevicePort[] ports = new DevicePort[2];
    private final int base;

    HandOverProgram()
    {
        final Bells bells = new Bells(2);
        final InputPort[] inputs = { new InputPort(2, false), new InputPort(2, false) };
        Arrays.setAll(devices, host -> new FuniDevice(host, PACKETS, inputs, devices, bells, error ->
        {
            throw new AssertionError(error);
        }));
        for (int node = 0; node < 2; node++)
        {
            contexts[node] = new MemberContext(GROUP, new Routes(node, new int[] { 0, 1 }, new int[2]),
                DevicePort.length(SLOTS), devices[node].state(), bells);
            switchIn(node);
            final FuniDevice device = devices[node];
            ports[node] = new DevicePort(
                new DeviceMember(contexts[node], 2, false, device::doWork), SLOTS, false, Slot.LENGTH);
            while (!ports[node].tryOpen())
            {
                device.doWork();
            }
        }
        base = contexts[0].read(Queue.RQSQ.base());
    }

    private void switchIn(final int node)
    {
        final SwitchIn entering = new SwitchIn(devices[node].state(), contexts[node]);
        while (!entering.advance())
        {
            devices[node].doWork();
        }
    }

    final void send()
    {
        final OffHeapBuffer memory = contexts[0].memory().buffer();
        for (int packet = 0; packet < PACKETS; packet++)
        {
            final int address = base + packet * Slot.LENGTH;
            memory.putInt(address, Slot.header(false, 0, 1, 1));
            memory.putInt(address + Slot.BODY, packet);
            contexts[0].write(Register.RQSQ_HD, packet + 1);
            devices[0].doSteps(STEPS);
        }
    }

    /**
     * @param isWithoutLock true for the mistake to serve a device that others may be serving.
     */
    final void switchOutAndIn(final boolean isWithoutLock)
    {
        for (int i = 0; i < SWITCHES; i++)
        {
            final SwitchOut leaving = new SwitchOut(devices[1].state(), contexts[1], MANY);
            while (!leaving.advance())
            {
                if (isWithoutLock)
                {
                    devices[1].work();
                }
                else
                {
                    devices[1].doWork();
                }
            }
            switchIn(1);
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
            final int work = devices[0].doSteps(STEPS) + devices[1].doSteps(STEPS);
            fruitless = 0 == work ? fruitless + 1 : 0;
            final int address = ports[1].tryReceive(false);
            if (DevicePort.NO_SLOT != address)
            {
                taken[contexts[1].memory().buffer().getInt(address + Slot.BODY)]++;
                ports[1].release(false);
                fruitless = 0;
            }
        }
        return (int)Arrays.stream(taken).filter(times -> 1 != times).count();
    }
}
