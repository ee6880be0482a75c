/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import com.lmax.disruptor.RingBuffer;

import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The work for one host in {@code ThreadingMode.INVOKER}, on the threads of the application: whoever owns the host
 * works for all its units. Threadsafe.
 */
public final class InvokerWork extends Padded
{
    private final TryLock lock;
    private final IsochronExecutor executor;
    private final Lanai lanai;
    private final RingBuffer<FrameEntry> sendRing;
    private final TokenWord tokens;
    private final ExclusiveUnit[] units;
    private final ExclusiveUnit[] sendingUnits;
    private final OpenBatch openBatch;

    /**
     * @param host    its units.
     * @param openBatch of the host.
     */
    public InvokerWork(final HostUnits host, final OpenBatch openBatch)
    {
        sendRing = host.sendRing;
        this.openBatch = openBatch;
        executor = host.executor;
        lanai = host.lanai;
        tokens = host.tokens;
        lock = executor.lock();
        units = new ExclusiveUnit[]{ host.siu, host.lanai, host.executor };
        sendingUnits = new ExclusiveUnit[]{ host.siu, host.lanai };
    }

    /**
     * Works for all units of this host, unless somebody else does.
     */
    public int work()
    {
        if (!lock.tryEnter())
        {
            return 0;
        }
        try
        {
            executor.observeTime(tokens.stoppedAt());
            final int work = isSendingDue() ? workFor(units) : executor.work();
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

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    public int workQuietly()
    {
        if (!lock.tryEnter())
        {
            return 0;
        }
        try
        {
            executor.observeTime(tokens.stoppedAt());
            final int work = executor.workQuietly();
            executor.lookAround(work);
            return work;
        }
        catch (final Throwable ex)
        {
            // As in work().
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
     * Is there anything to be done for the units that send? Mostly there is not.
     */
    private boolean isSendingDue()
    {
        final long shipped = lanai.shipped();
        return openBatch.hasUnflushed() || shipped != sendRing.getCursor() || lanai.isRetirementDue(shipped);
    }

    /**
     * For the owner: sends what there is.
     */
    void send()
    {
        executor.lookAround(workFor(sendingUnits));
    }

    /**
     * One loop on purpose: three kinds of units at one call are not inlined. Otherwise the compiler would put all of
     * them into the method of an application that issues or polls, and in some JVMs have no room left for what that
     * method does with what it has received, as with {@code IsochronExecutor.executeFrames}.
     * <p>
     * As in {@code UnitsAgent}, what a unit throws is reported, and the others have their turn: an isochron that was
     * issued, or a result that has come, is so whatever becomes of what is done by the way.
     */
    private int workFor(final ExclusiveUnit[] workers)
    {
        int work = 0;
        for (final ExclusiveUnit unit : workers)
        {
            try
            {
                work += unit.work();
            }
            catch (final Throwable ex)
            {
                executor.handlers().accept(ex);
            }
        }
        return work;
    }
}
