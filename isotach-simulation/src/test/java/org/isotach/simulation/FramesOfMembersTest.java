/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

import org.isotach.Isochron;
import org.isotach.niu.FrameTransport;
import org.isotach.niu.myrinet.MyrinetFrames;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Whatever frames go over inside a member, they go over the trunk to another one, and are there when they come.
 */
class FramesOfMembersTest extends TwoMembers
{
    private static final int LAST = 1000;

    static List<FrameTransport> transports()
    {
        return List.of(
            FrameTransport.DIRECT, FrameTransport.PACKETS, FrameTransport.packets(64), new MyrinetFrames());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void shouldArriveInsideAMemberAndAtTheOtherOne(final FrameTransport transport)
    {
        frames = transport;
        join();
        final Isochron isochron = left.host(0).isochron();
        final MemoryPort port = memory.port(left.host(0));
        // More than there are credits for at first.
        for (int value = 1; value <= LAST; value++)
        {
            isochron.begin();
            port.write(isochron, AT_ONE, value);
            port.write(isochron, AT_RIGHT, value);
            pollUntil(isochron::tryIssue);
        }
        final IsoValue inside = new IsoValue();
        final IsoValue across = new IsoValue();
        isochron.begin();
        port.read(isochron, AT_ONE, inside);
        port.read(isochron, AT_RIGHT, across);
        pollUntil(isochron::tryIssue);
        pollUntil(() -> inside.isReady() && across.isReady());
        assertEquals(LAST, inside.get());
        assertEquals(LAST, across.get());
    }
}
