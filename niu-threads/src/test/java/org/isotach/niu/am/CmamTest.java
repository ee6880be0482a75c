/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.PacketBuffer;
import org.isotach.niu.funi.Priority;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * CMAM through rings: the contract, and of row C8 what takes a queue with a known number of packets.
 */
class CmamTest extends CmamContract
{
    @Override
    FuniSupervisor supervisor(final Cluster on)
    {
        return FuniSupervisor.on(on);
    }

    @Override
    int looks()
    {
        return 1;
    }

    @Override
    int questions()
    {
        return 300;
    }

    /**
     * While its queue is full a request takes one reply, or else one request, and looks again.
     */
    @Test
    void c8ShouldTakeOneReplyOrOneRequestWhileARequestWaits()
    {
        launch(4);
        final int fun = onCall("");
        final int free = members[0].onCall((i1, i2, i3, i4) ->
        {
            calls.add("0free");
            // Takes one of the requests that fill the queue.
            members[1].serviceRequest();
        });
        for (int i = 0; i < 3; i++)
        {
            members[0].request4(1, fun, i, 0, 0, 0);
        }
        members[1].reply4(0, fun, 7, 0, 0, 0);
        members[1].reply4(0, fun, 8, 0, 0, 0);
        sendRaw(1, Priority.REQUEST, free);
        gang.queuePair(1).commit();
        gang.queuePair(1).flush();
        calls.clear();
        members[0].request4(1, fun, 3, 0, 0, 0);
        assertEquals(List.of("0 7 0 0 0", "0 8 0 0 0", "0free", "1 0 0 0 0"), calls);
        calls.clear();
        assertEquals(List.of("1 1 0 0 0", "1 2 0 0 0", "1 3 0 0 0"), takeCalls());
    }

    /**
     * While its queue is full a reply takes replies only.
     */
    @Test
    void c8ShouldTakeRepliesOnlyWhileAReplyWaits()
    {
        launch(2);
        final int fun = onCall("");
        members[0].onCall((i1, i2, i3, i4) -> calls.add("never"));
        members[1].onCall((i1, i2, i3, i4) -> calls.add("never"));
        final int free = members[0].onCall((i1, i2, i3, i4) -> members[1].serviceReply());
        members[1].request4(0, free - 1, 0, 0, 0, 0);
        members[1].reply4(0, free, 0, 0, 0, 0);
        sendRaw(0, Priority.REPLY, fun).putInt(1, 1);
        gang.queuePair(0).commit();
        gang.queuePair(0).flush();
        members[0].reply4(1, fun, 2, 0, 0, 0);
        assertEquals(List.of("1 1 0 0 0"), calls, "the request is still there");
        assertEquals(1, members[0].serviceRequest());
    }

    /**
     * A message that takes nothing when it is sent.
     */
    private PacketBuffer sendRaw(final int from, final Priority priority, final int fun)
    {
        final PacketBuffer packet = gang.queuePair(from).tryClaim(priority, 1 - from, CmamService.CALL, 5);
        for (int word = 0; word < 5; word++)
        {
            packet.putInt(word, 0 == word ? fun : 0);
        }
        return packet;
    }

    @Test
    void shouldKeepTheAddressesOfASegmentApartFromThoseOfTheNextOne()
    {
        for (int base = 0; base < 16; base++)
        {
            final int bytes = CmamSegments.maxBytes(base);
            final CmamSegments segments = new CmamSegments();
            final int first = segments.open(base, bytes, (info, where) -> calls.add("never"), null, 0);
            assertEquals(base, segments.place(first));
            assertEquals(base + bytes - 1, segments.place(first + bytes - 1));
        }
        assertEquals((1 << 26) - 2, CmamSegments.maxBytes(0));
        assertEquals((1 << 26) - 7, CmamSegments.maxBytes(7));
    }
}
