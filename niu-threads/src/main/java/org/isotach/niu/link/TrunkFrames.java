/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.LongConsumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;

/**
 * The frames from one host to the hosts of another member, each of which goes over the trunk once. Belongs to the unit
 * that ships for the host.
 */
final class TrunkFrames
{
    private static final long NONE = -1;

    // Passed between two stops of the tokens, each with one notice.
    private static final int MAX_NOTICES = 32;

    private final int sender;
    private final int[] memberOf;
    private final int[] indexOf;
    private final int member;
    private final TrunkQueue queue;
    private final LongConsumer wanted;

    // Null if tokens have records of their own.
    private final FrameToken token;
    private final OffHeapBuffer header;
    private final int headerLength;
    private final OffHeapBuffer noticeRecord = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);
    private long lastIssue = NONE;
    private long number;

    // Memory for frames that are not all on the trunk, and the last one that was counted, null if there is none. Used
    // by the unit that stamps until it hands the frames over, and by this one until all are shipped.
    private int prepared;
    private FrameEntry lastPrepared;
    private int lastLength;

    // The frame that is sent goes to hosts of this member, too.
    private boolean isForOwn;

    /**
     * @param sender  number of the sending host.
     * @param member  number of the receiving member.
     * @param hosts   of the cluster.
     * @param queue   of the sending host, on the trunk to that member.
     * @param wanted  told of the timestamp of each notice, and of each frame without a token.
     * @param token   that frames may carry, null if they carry none.
     */
    TrunkFrames(
        final int sender,
        final int member,
        final HostsOfMembers hosts,
        final TrunkQueue queue,
        final LongConsumer wanted,
        final FrameToken token)
    {
        this.sender = sender;
        this.member = member;
        this.queue = queue;
        this.wanted = wanted;
        this.token = token;
        memberOf = hosts.memberOf();
        indexOf = hosts.indexOf();
        headerLength = TrunkRecord.frameHeaderLength(hosts.of(member).length);
        header = OffHeapBuffer.allocate((long)headerLength + TrunkRecord.tokenLength(hosts.memberCount()));
        header.putInt(TrunkRecord.TYPE, TrunkRecord.FRAME);
        header.putInt(TrunkRecord.FIRST, sender);
    }

    /**
     * Returns the number of bytes that a queue keeps for notices, before anything is prepared.
     */
    static int noticeReserve()
    {
        return MAX_NOTICES * TrunkQueue.keptLength(TrunkRecord.SHORT_LENGTH);
    }

    /**
     * Gets the memory for a frame that the trunk may refuse: nothing can fail when it is sent. For the unit that
     * stamps, before tokens are stopped. Called for each of its receivers at the member.
     */
    void prepare(final FrameEntry entry)
    {
        if (entry == lastPrepared && entry.length == lastLength)
        {
            return;
        }
        final int length = TrunkQueue.keptLength(header.capacity() + entry.length);
        queue.prepare(noticeReserve() + prepared + length);
        prepared += length;
        lastPrepared = entry;
        lastLength = entry.length;
    }

    /**
     * Sends a frame to all its receivers at the member. Called for each of them; the first call sends it.
     *
     * @param issue sequence of the frame at its host.
     */
    void send(final long issue, final FrameEntry entry)
    {
        if (issue == lastIssue)
        {
            return;
        }
        header.putInt(TrunkRecord.LENGTH, entry.length);
        header.putInt(TrunkRecord.FLAGS,
            (entry.isForApplications ? TrunkRecord.FOR_APPLICATIONS : 0) |
            (entry.isLast ? TrunkRecord.LAST_OF_HOST : 0));
        header.putLong(TrunkRecord.TIMESTAMP, entry.timestamp);
        header.putLong(TrunkRecord.ISSUE, issue);
        header.putLong(TrunkRecord.NUMBER, number);
        final boolean isForOneMember = putReceivers(entry);
        if (null != token && isForOneMember && entry.mayCarryToken && trySendWithToken(entry))
        {
            count(issue);
            return;
        }
        queue.send(header, headerLength, entry.buffer, entry.offset, entry.length);
        count(issue);
        wanted.accept(entry.timestamp);
    }

    /**
     * A frame is sent. Directly behind what can fail: until then it is sent again, and never afterwards.
     */
    private void count(final long issue)
    {
        lastIssue = issue;
        number++;
    }

    /**
     * Sends a frame that carries the token of its member, if no other host is pinned, and the trunk takes it now: what
     * is kept must not promise anything.
     */
    private boolean trySendWithToken(final FrameEntry entry)
    {
        if (!token.tryPromise(member, entry.timestamp, isForOwn))
        {
            return false;
        }
        long position = Trunk.REFUSED;
        try
        {
            final int flags = header.getInt(TrunkRecord.FLAGS);
            header.putInt(TrunkRecord.FLAGS, flags | TrunkRecord.WITH_TOKEN);
            final int length = token.put(header, headerLength);
            position = queue.trySend(header, headerLength + length, entry.buffer, entry.offset, entry.length);
            header.putInt(TrunkRecord.FLAGS, flags);
        }
        finally
        {
            token.end(position);
        }
        return Trunk.REFUSED != position;
    }

    /**
     * Sends a notice behind the frames that were sent before.
     */
    void sendNotice(final long pulse, final long notice)
    {
        noticeRecord.putInt(TrunkRecord.TYPE, TrunkRecord.NOTICE);
        noticeRecord.putInt(TrunkRecord.FIRST, sender);
        noticeRecord.putLong(TrunkRecord.SECOND, pulse);
        noticeRecord.putLong(TrunkRecord.THIRD, notice);
        noticeRecord.putLong(TrunkRecord.FOURTH, number);
        queue.send(noticeRecord, TrunkRecord.SHORT_LENGTH, null, 0, 0);
        number++;
        wanted.accept(pulse);
    }

    /**
     * Returns whether the frame goes to no other member.
     */
    private boolean putReceivers(final FrameEntry entry)
    {
        boolean isForOneMember = true;
        isForOwn = false;
        for (int index = TrunkRecord.RECEIVERS; index < headerLength; index += Long.BYTES)
        {
            header.putLong(index, 0);
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            final int host = entry.targets[i];
            if (member == memberOf[host])
            {
                final int index = TrunkRecord.RECEIVERS + indexOf[host] / Long.SIZE * Long.BYTES;
                header.putLong(index, header.getLong(index) | 1L << indexOf[host]);
            }
            else
            {
                final boolean isOwn = memberOf[sender] == memberOf[host];
                isForOwn |= isOwn;
                isForOneMember &= isOwn;
            }
        }
        return isForOneMember;
    }

    /**
     * Returns whether everything is on the trunk. If not, call it again.
     */
    boolean flush()
    {
        final boolean areOnTrunk = queue.flush();
        if (areOnTrunk)
        {
            prepared = 0;
            lastPrepared = null;
        }
        return areOnTrunk;
    }

    @Override
    public String toString()
    {
        return "TrunkFrames{sender=" + sender + ", member=" + member + ", sent=" + number + '}';
    }
}
