/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.niu.thread.Doorbell;

/**
 * What those who publish notices know of one host that takes them: up to where it has taken each log, and how it is
 * woken. They look at it while tokens are stopped, so it holds nothing that is written whenever a notice comes: the
 * lines of the {@link NoticeInbox} stay with its executor.
 */
final class NoticeReceipts
{
    private static final long NOTHING_TAKEN = -1;

    private final AtomicLongArray taken;
    private final Doorbell doorbell;

    /**
     * @param senders  number of hosts that publish.
     * @param doorbell of the thread that works for the executor of the host.
     */
    NoticeReceipts(final int senders, final Doorbell doorbell)
    {
        this.doorbell = doorbell;
        taken = new AtomicLongArray(senders);
        for (int sender = 0; sender < senders; sender++)
        {
            taken.setPlain(sender, NOTHING_TAKEN);
        }
    }

    Doorbell doorbell()
    {
        return doorbell;
    }

    /**
     * Up to where the log of a sender is taken: what the sender may overwrite. Any thread may ask.
     */
    long taken(final int sender)
    {
        // Volatile: the entries have been read. Partners: take(), begin().
        return taken.get(sender);
    }

    /**
     * The log of a sender is taken up to a sequence; for the host.
     */
    void take(final int sender, final long sequence)
    {
        // Release: the entries have been read. Partner: taken().
        taken.lazySet(sender, sequence);
    }

    /**
     * Nothing up to a sequence is for the host, which begins to listen; for the application thread that does so.
     */
    void begin(final int sender, final long sequence)
    {
        // Volatile. Partner: taken().
        taken.set(sender, sequence);
    }
}
