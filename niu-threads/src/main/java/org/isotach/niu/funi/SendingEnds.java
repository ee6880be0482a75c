/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;

import org.isotach.memory.Padded;

/**
 * The ends to which one queue pair sends, made on first use, and which of them have something to do. Belongs to the
 * thread of the sender.
 */
final class SendingEnds extends Padded
{
    private final Source source;
    private final SendingEnd[] all;

    // Indices of those that have something to do. No references, because storing one takes longer than the rest.
    private int[] busy = new int[4];
    private int busyCount;

    /**
     * Makes ends.
     */
    @FunctionalInterface
    interface Source
    {
        SendingEnd newEnd(Priority priority, int node);
    }

    /**
     * @param nodes number of members of the gang.
     */
    SendingEnds(final int nodes, final Source source)
    {
        this.source = source;
        all = new SendingEnd[nodes * Priority.COUNT];
    }

    SendingEnd get(final Priority priority, final int node)
    {
        final int index = SendingEnd.index(node, priority);
        SendingEnd end = all[index];
        if (null == end)
        {
            end = source.newEnd(priority, node);
            all[index] = end;
        }
        return end;
    }

    /**
     * Returns an end that has been made.
     */
    SendingEnd get(final int index)
    {
        return all[index];
    }

    /**
     * Returns an end, if there is one.
     *
     * @param index any number that is not negative.
     */
    SendingEnd find(final int index)
    {
        return index < all.length ? all[index] : null;
    }

    /**
     * Notes that an end has something to do.
     */
    void list(final SendingEnd end)
    {
        if (!end.isListed())
        {
            if (busyCount == busy.length)
            {
                busy = Arrays.copyOf(busy, 2 * busyCount);
            }
            busy[busyCount++] = end.index();
            end.isListed(true);
        }
    }

    /**
     * Sends what was committed, and goes on with transfers.
     */
    void work()
    {
        if (busyCount > 0)
        {
            workForBusy();
        }
    }

    private void workForBusy()
    {
        int left = 0;
        for (int i = 0; i < busyCount; i++)
        {
            final SendingEnd end = all[busy[i]];
            if (end.work())
            {
                end.isListed(false);
            }
            else
            {
                busy[left++] = end.index();
            }
        }
        busyCount = left;
    }

    /**
     * Gives all transfers up that are under way, because the member is gone.
     */
    void giveUp()
    {
        for (int i = 0; i < busyCount; i++)
        {
            all[busy[i]].giveUp();
        }
    }

    @Override
    public String toString()
    {
        return "SendingEnds{busy=" + busyCount + '}';
    }
}
