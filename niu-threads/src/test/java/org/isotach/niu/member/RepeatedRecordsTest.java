/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.function.IntSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.RecordLanding;
import org.isotach.niu.link.RecordWriter;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What could not be said is said again, and what was said is not.
 */
final class RepeatedRecordsTest
{
    private static final int CAPACITY = 128;

    private final LoopTrunk trunk = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(trunk, null);
    private final HostsOfMembers hosts = new HostsOfMembers(0, 2, new int[]{ 0, 1 });
    private final ModelExchange exchange = new ModelExchange(hosts, new Trunk[2], new Doorbell());
    private final RemoteData data = new RemoteData(exchange, 1, queue);
    private final Wakeable nobody = new Wakeable()
    {
        @Override
        public void wake()
        {
            // Nobody waits for data.
        }
    };

    private void checkThatItIsSaidAgain(final IntSupplier send)
    {
        trunk.maxLength = 0;
        assertThrows(IllegalArgumentException.class, send::getAsInt);
        trunk.maxLength = Integer.MAX_VALUE;
        assertEquals(1, send.getAsInt());
        assertEquals(1, trunk.count());
        assertEquals(0, send.getAsInt());
    }

    @Test
    void shouldSayWhichNoticesAreTaken()
    {
        final NoticeBoard board = new NoticeBoard(2);
        final TakenNotices taken = new TakenNotices(board, new int[]{ 1 });
        board.publish(1, 5, 1);
        checkThatItIsSaidAgain(() -> taken.send(queue));
    }

    @Test
    void shouldAskForAHost()
    {
        final ExpulsionRequests requests = new ExpulsionRequests(hosts, null);
        requests.ask(1);
        checkThatItIsSaidAgain(() -> requests.tell(1, queue));
    }

    @Test
    void shouldSayHowMuchAHostHasSent()
    {
        exchange.count(0, 5);
        checkThatItIsSaidAgain(data::send);
    }

    @Test
    void shouldSendData()
    {
        final RecordWriter writer = exchange.connect(0, 1, CAPACITY, nobody).writer();
        writer.tryReserve(Long.BYTES);
        writer.append(Long.BYTES);
        checkThatItIsSaidAgain(data::send);
    }

    @Test
    void shouldGiveMemoryBack()
    {
        exchange.accept(0, CAPACITY, nobody, (sender, reader) ->
        {
        });
        final RecordLanding landing = exchange.landing(1, 0);
        landing.put(0, OffHeapBuffer.allocate(Long.BYTES), 0, Long.BYTES);
        assertTrue(landing.reader().next());
        assertFalse(landing.reader().next());
        checkThatItIsSaidAgain(data::send);
    }
}
