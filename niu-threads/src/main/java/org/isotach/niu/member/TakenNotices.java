/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.notice.NoticeBoard;

/**
 * Puts the notices of another member on the board, and tells it which are taken here. Belongs to the owner of the
 * trunks.
 */
final class TakenNotices
{
    private static final int PARTS = 4;

    private final NoticeBoard board;
    private final int[] hosts;
    private final long[] told;

    /**
     * @param board with the logs of all hosts.
     * @param hosts of the other member.
     */
    TakenNotices(final NoticeBoard board, final int[] hosts)
    {
        this.board = board;
        this.hosts = hosts;
        told = new long[hosts.length];
        Arrays.fill(told, -1);
    }

    /**
     * A notice has arrived.
     */
    void onNotice(final OffHeapBuffer buffer, final int offset)
    {
        board.publish(
            buffer.getInt(offset + TrunkRecord.FIRST),
            buffer.getLong(offset + TrunkRecord.SECOND),
            buffer.getLong(offset + TrunkRecord.THIRD));
        board.wakeListeners();
    }

    /**
     * Says which are taken, when all are, or a quarter of a log.
     *
     * @return number of records.
     */
    int send(final TrunkQueue queue)
    {
        int work = 0;
        for (int i = 0; i < hosts.length; i++)
        {
            final long published = board.log(hosts[i]).published();
            if (published > told[i])
            {
                final long taken = board.taken(hosts[i]);
                if (taken == published || taken - told[i] >= NoticeBoard.LOG_SIZE / PARTS)
                {
                    queue.say(TrunkRecord.TAKEN, hosts[i], taken);
                    // Behind what can fail: it is said again then.
                    told[i] = taken;
                    work++;
                }
            }
        }
        return work;
    }

    @Override
    public String toString()
    {
        return "TakenNotices{of=" + Arrays.toString(hosts) + ", told=" + Arrays.toString(told) + '}';
    }
}
