/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class ExpulsionRequestsTest
{
    private static final int HOST = 1;

    private boolean isClosing;
    private final LoopTrunk trunk = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(trunk, null);
    private final HostsOfMembers hosts = new HostsOfMembers(1, 2, new int[]{ 0, 1 });
    private final ExpulsionRequests requests = new ExpulsionRequests(hosts, new HostExpeller()
    {
        @Override
        public void request(final int host, final Refusal refusal)
        {
            refusal.refuse(isClosing);
        }

        @Override
        public int work()
        {
            return 0;
        }
    });

    /**
     * A trunk that has one lock would hang if it were answered while it hands out the request.
     */
    @Test
    void shouldRefuseWhenTheTrunkHasHandedOutTheRequest()
    {
        final ExpulsionRequests asking =
            new ExpulsionRequests(new HostsOfMembers(0, 2, new int[]{ 0, 1 }), null);
        final long number = asking.ask(HOST);
        assertEquals(1, asking.tell(1, queue));
        trunk.poll((buffer, offset, length, position) -> onRequest(buffer, offset), 1);
        assertEquals(0, trunk.count());
        assertEquals(1, requests.tell(0, queue));
        assertEquals(0, requests.tell(0, queue));
        assertFalse(asking.isRefused(HOST, number));
        trunk.poll((buffer, offset, length, position) ->
        {
            assertEquals(TrunkRecord.NOT_EXPELLED, buffer.getInt(offset + TrunkRecord.TYPE));
            asking.onRefusal(1, buffer, offset);
        }, 1);
        assertTrue(asking.isRefused(HOST, number));
        assertFalse(asking.isClosing(HOST));
    }

    @Test
    void shouldSayThatItIsClosing()
    {
        isClosing = true;
        final ExpulsionRequests asking =
            new ExpulsionRequests(new HostsOfMembers(0, 2, new int[]{ 0, 1 }), null);
        asking.ask(HOST);
        final long number = asking.ask(HOST);
        asking.tell(1, queue);
        trunk.poll((buffer, offset, length, position) -> onRequest(buffer, offset), 1);
        requests.tell(0, queue);
        trunk.poll((buffer, offset, length, position) -> asking.onRefusal(1, buffer, offset), 1);
        assertTrue(asking.isRefused(HOST, number));
        assertTrue(asking.isClosing(HOST));
        assertFalse(asking.isRefused(HOST, asking.ask(HOST)));
    }

    private void onRequest(final OffHeapBuffer buffer, final int offset)
    {
        assertEquals(TrunkRecord.EXPEL, buffer.getInt(offset + TrunkRecord.TYPE));
        requests.onRequest(0, buffer, offset);
    }
}
