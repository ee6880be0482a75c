/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;

import org.isotach.OperationHeader;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.link.ReplyLinks;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Results of host 0, for hosts 1 and 2 of another member.
 */
final class RemoteRepliesTest
{
    private static final int MAX_REPLIES = 8;
    private static final int[] MEMBER_OF = { 0, 1, 1 };

    private final SharedMemoryTransport transport = new SharedMemoryTransport();
    private final LoopTrunk trunk = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(trunk, null);
    private final RemoteReplies.Issuer[] issuers = new RemoteReplies.Issuer[MEMBER_OF.length];
    private final ReplyLink[] executor = new ReplyLink[MEMBER_OF.length];
    private final RemoteReplies replies;

    RemoteRepliesTest()
    {
        Arrays.setAll(
            issuers, host -> new RemoteReplies.Issuer(new ReplyLinks(), new InboundLinks(new Doorbell())));
        for (int host = 1; host < MEMBER_OF.length; host++)
        {
            executor[host] = transport.newReplyLink(0, MAX_REPLIES, new Doorbell());
            issuers[host].replies().connect(executor[host]);
        }
        replies = new RemoteReplies(
            issuers, new HostsOfMembers(0, 2, MEMBER_OF), 1, MAX_REPLIES, transport, queue);
    }

    private int send()
    {
        return replies.send(error ->
        {
            throw new AssertionError(error);
        });
    }

    private void publish(final int host)
    {
        executor[host].publish(OperationHeader.FAMILY_COUNT - 1, 0, 7);
    }

    @Test
    void shouldSendTheResultsOfAllHosts()
    {
        publish(1);
        publish(2);
        assertEquals(2, send());
        assertTrue(replies.hasReachedAll());
        assertEquals(2, trunk.count());
    }

    /**
     * Whoever sends credits now would say that results have come which are still here.
     */
    @Test
    void shouldSayThatItHasNotReachedAllEvenIfTheTrunkHasRoomAgain()
    {
        publish(1);
        publish(1);
        publish(2);
        trunk.room = 1;
        assertEquals(2, send());
        trunk.room = MAX_REPLIES;
        assertTrue(queue.flush());
        assertFalse(replies.hasReachedAll());
        assertEquals(2, trunk.count());
        assertEquals(1, send());
        assertTrue(replies.hasReachedAll());
    }
}
