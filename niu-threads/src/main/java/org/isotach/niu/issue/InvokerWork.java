/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * A turn of one host in a cluster without threads. It owns the rule that the thread that works for the host works for
 * all its units, and no other thread does. Threadsafe.
 */
public final class InvokerWork extends Padded
{
    private final TryLock lock;
    private final IsochronExecutor executor;
    private final DirectSender sender;
    private final TokenWord tokens;

    /**
     * @param executor of the host.
     * @param sender   of the host.
     * @param tokens   of the host.
     */
    InvokerWork(final IsochronExecutor executor, final DirectSender sender, final TokenWord tokens)
    {
        this.executor = executor;
        this.sender = sender;
        this.tokens = tokens;
        lock = executor.lock();
    }

    /**
     * Works for all units of this host, unless another thread does.
     *
     * @param endsPulses true if it may touch what other hosts are working on: time, and their links.
     */
    int work(final boolean endsPulses)
    {
        return work(endsPulses, false);
    }

    /**
     * Does the same, for the application thread that receives for the host.
     */
    int workToReceive()
    {
        return work(true, true);
    }

    private int work(final boolean endsPulses, final boolean isReceiving)
    {
        if (!lock.tryEnter())
        {
            return 0;
        }
        try
        {
            executor.clock().observe(tokens.stoppedAt());
            sender.endRow();
            final int sent = endsPulses && sender.isDue() ? send() : 0;
            final int work = sent + (isReceiving ? executor.workToReceive() :
                endsPulses ? executor.work() : executor.workQuietly());
            executor.lookAround(work);
            return work;
        }
        catch (final Throwable ex)
        {
            // The caller waits for something else, perhaps on behalf of another host.
            return endTurn(ex);
        }
        finally
        {
            lock.exit();
        }
    }

    private int endTurn(final Throwable error)
    {
        if (executor.handlers().tryReport(error))
        {
            // Something may have been done before.
            executor.lookAround(1);
        }
        return 0;
    }

    /**
     * As in {@code UnitsAgent}, an exception of a unit is reported, and the others get their turn: an isochron stays
     * issued, and a result stays received, even if other work in the same turn fails.
     */
    private int send()
    {
        try
        {
            return sender.work();
        }
        catch (final Throwable ex)
        {
            executor.handlers().accept(ex);
            return 0;
        }
    }
}
