/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.function.Consumer;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.link.ReplyLinks;
import org.isotach.niu.link.Transport;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.ReplyHandler;

/**
 * The results that hosts of this member and of another one owe each other. An executor puts a result for a remote host
 * on a ring as if the host were here, so it never waits; from there it goes over the trunk. Belongs to the owner of the
 * trunks.
 */
final class RemoteReplies
{
    /**
     * A host, as its results see it.
     */
    record Issuer(ReplyLinks replies, InboundLinks inbound)
    {
    }

    private final Issuer[] issuers;
    private final int[] remoteHosts;
    private final int sender;
    private final int maxSize;
    private final Transport transport;
    private final TrunkQueue queue;
    private final OffHeapBuffer record = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);
    private final ReplyHandler[] handlers = new ReplyHandler[OperationHeader.FAMILY_COUNT];
    private final ReplyLink[] links;
    private int issuer;

    // In the last turn the trunk took results of all hosts.
    private boolean hasReachedAll;

    /**
     * @param issuers   all hosts.
     * @param hosts     of all members.
     * @param member    number of the other member.
     * @param maxSize   largest number of results on their way to one host.
     * @param transport inside this member.
     * @param queue     to the other member.
     */
    RemoteReplies(
        final Issuer[] issuers,
        final HostsOfMembers hosts,
        final int member,
        final int maxSize,
        final Transport transport,
        final TrunkQueue queue)
    {
        this.issuers = issuers;
        this.maxSize = maxSize;
        this.transport = transport;
        this.queue = queue;
        remoteHosts = hosts.of(member);
        // The results of all hosts of a member come on one link: there are no more of them than the issuer has slots.
        sender = remoteHosts.length > 0 ? remoteHosts[0] : 0;
        links = new ReplyLink[issuers.length];
        // A result is taken from its ring before it is sent: there is memory for all of one host.
        queue.prepare(maxSize * TrunkQueue.keptLength(TrunkRecord.FOURTH));
        Arrays.setAll(handlers, family -> (place, value) -> send(family, place, value));
    }

    /**
     * Sends what executors have put for remote hosts.
     *
     * @return number of results.
     */
    int send(final Consumer<Throwable> errorHandler)
    {
        int work = 0;
        hasReachedAll = false;
        for (final int host : remoteHosts)
        {
            // What the trunk refuses is kept: one turn of all rings at most.
            if (!queue.flush())
            {
                return work;
            }
            issuer = host;
            work += issuers[host].replies.poll(handlers, errorHandler);
        }
        hasReachedAll = true;
        return work;
    }

    /**
     * Returns whether the last turn has sent everything that was there when it began.
     */
    boolean hasReachedAll()
    {
        return hasReachedAll;
    }

    private void send(final int family, final int place, final long value)
    {
        record.putInt(TrunkRecord.TYPE, TrunkRecord.REPLY);
        record.putInt(TrunkRecord.FIRST, issuer);
        record.putInt(TrunkRecord.SECOND, family);
        record.putInt(TrunkRecord.SECOND + Integer.BYTES, place);
        record.putLong(TrunkRecord.THIRD, value);
        queue.send(record, TrunkRecord.FOURTH, null, 0, 0);
    }

    /**
     * A result has arrived for a host of this member.
     */
    void onReply(final OffHeapBuffer buffer, final int offset)
    {
        final int host = buffer.getInt(offset + TrunkRecord.FIRST);
        if (null == links[host])
        {
            links[host] = transport.newReplyLink(sender, maxSize, issuers[host].inbound.doorbell());
            issuers[host].replies.connect(links[host]);
        }
        links[host].publish(
            buffer.getInt(offset + TrunkRecord.SECOND),
            buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES),
            buffer.getLong(offset + TrunkRecord.THIRD));
    }
}
