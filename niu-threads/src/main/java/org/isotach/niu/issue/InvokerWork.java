/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import com.lmax.disruptor.RingBuffer;

import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.SendEntry;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.send.OpenRun;
import org.isotach.niu.thread.OwnedUnit;
import org.isotach.niu.thread.Ownership;
import org.isotach.niu.time.HostTokens;

/**
 * The work for one host in {@code ThreadingMode.INVOKER}, on the threads of the application: whoever owns the host
 * works for all its units. Threadsafe.
 */
public final class InvokerWork extends Padded
{
    private final Ownership ownership;
    private final IsochronExecutor executor;
    private final Lanai lanai;
    private final RingBuffer<SendEntry> sendRing;
    private final HostTokens tokens;
    private final OwnedUnit[] units;
    private final OwnedUnit[] sendingUnits;
    private final OpenRun openRun;

    /**
     * @param host    its units.
     * @param openRun of the host.
     */
    public InvokerWork(final HostUnits host, final OpenRun openRun)
    {
        sendRing = host.sendRing;
        this.openRun = openRun;
        executor = host.executor;
        lanai = host.lanai;
        tokens = host.tokens;
        ownership = executor.ownership();
        units = new OwnedUnit[]{ host.siu, host.lanai, host.executor };
        sendingUnits = new OwnedUnit[]{ host.siu, host.lanai };
    }

    /**
     * Works for all units of this host, unless somebody else does.
     */
    public int work()
    {
        if (!ownership.tryEnter())
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
            ownership.exit();
        }
    }

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    public int workQuietly()
    {
        if (!ownership.tryEnter())
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
            ownership.exit();
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
        return openRun.isBehind() || shipped != sendRing.getCursor() || lanai.isRetirementDue(shipped);
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
    private int workFor(final OwnedUnit[] workers)
    {
        int work = 0;
        for (final OwnedUnit unit : workers)
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
