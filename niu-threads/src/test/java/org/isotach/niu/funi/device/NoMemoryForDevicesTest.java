/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Steps that end in the middle because memory is lacking: what is left can be done later.
 */
class NoMemoryForDevicesTest
{
    private static final int LENGTH = 1 << 10;

    private boolean hasNoMemory;

    private final class Source implements DeviceGang.Contexts
    {
        private final DeviceNetwork network;

        private Source(final DeviceNetwork network)
        {
            this.network = network;
        }

        @Override
        public MemberContext context(final Routes routes, final int length)
        {
            return new MemberContext(5, routes, length, stateOf(routes), new Bells(2));
        }

        DeviceState stateOf(final Routes routes)
        {
            return network.device(routes.host(routes.node())).state();
        }

        @Override
        public DeviceMember member(final MemberContext context, final int size)
        {
            checkMemory();
            return new DeviceMember(context, size, false, () -> 0);
        }
    }

    private void checkMemory()
    {
        if (hasNoMemory)
        {
            hasNoMemory = false;
            throw new OutOfMemoryError("test");
        }
    }

    @Test
    void shouldLeaveTheMemberWhereItIsForWhoseNextOneThereIsNoMemory()
    {
        try (DeviceBench on = DeviceBench.of(2))
        {
            final DeviceGang gang = new DeviceGang(
                "gang", 5, new int[] { 0, 1 }, LENGTH, new Source(on.network), () -> hasNoMemory = false);
            final DeviceMember former = gang.member(1);
            hasNoMemory = true;
            assertThrows(OutOfMemoryError.class, () -> gang.remap(1, 1));
            assertSame(former, gang.member(1));
            final MemberContext other = gang.contexts()[0];
            other.map();
            final DeviceState device = on.network.device(0).state();
            assertEquals(former.incarnation(), device.routes().incarnation(1), "where others send to");
            gang.remap(1, 1);
            assertNotSame(former, gang.member(1));
            assertEquals(gang.member(1).incarnation(), device.routes().incarnation(1));
        }
    }

    @Test
    void shouldEndAGangLaterForWhoseEndThereWasNoMemory()
    {
        try (DeviceBench on = DeviceBench.of(1))
        {
            final List<DeviceGang> ended = new ArrayList<>();
            final GangScheduler scheduler = new GangScheduler(new DeviceState[0], () ->
            {
                throw new ArithmeticException("tells the handler, who needs memory");
            }, 1, 1, ended::add, error -> checkMemory());
            final DeviceGang gang =
                new DeviceGang("gang", 5, new int[0], LENGTH, new Source(on.network), scheduler::change);
            scheduler.add(gang);
            scheduler.work();
            gang.close();
            hasNoMemory = true;
            assertThrows(OutOfMemoryError.class, scheduler::work);
            assertEquals(List.of(), ended);
            scheduler.work();
            assertEquals(List.of(gang), ended);
        }
    }
}
