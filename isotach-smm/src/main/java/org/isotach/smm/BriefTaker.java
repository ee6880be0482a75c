/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;
import org.isotach.niu.spi.LocalWork;

/**
 * Takes variables of which one host holds the only copies, for threads that assign them soon. Their SCHEDs are
 * deferred: the next owner of the host executes them, unless the variables are assigned before there is one. This class
 * owns the rule that each owner of the host finds the SCHEDs of all variables executed that are taken. Threadsafe.
 */
final class BriefTaker extends Padded
{
    // How many takes are prompt when another owner has had to execute the SCHEDs of one: that takes longer than if its
    // own thread had, and others seem to come in between again and again.
    private static final int PROMPT_TAKES = 16;

    private final LocalTaker taker;
    private final SharedMemoryManager manager;
    private final ModelHost models;
    private final LocalWork work;
    private final VariableStore store;

    // How many of the next takes are not deferred. Belongs to the owner of the host.
    private int promptTakes;

    /**
     * The SCHEDs of one take. Written by the owner of the host, who defers it.
     */
    private final class Scheds implements Runnable
    {
        private final TakenVariables taken;
        private int row;

        Scheds(final TakenVariables taken)
        {
            this.taken = taken;
        }

        boolean isOf(final BriefTaker its)
        {
            return BriefTaker.this == its;
        }

        @Override
        public void run()
        {
            // If the host has ended, the object may be in use elsewhere.
            if (!models.hasEnded() && taken.isDeferred())
            {
                schedule(taken, row);
            }
        }
    }

    BriefTaker(final SharedMemoryManager manager, final LocalTaker taker)
    {
        this.manager = manager;
        this.taker = taker;
        models = manager.host().models();
        work = models.localWork();
        store = manager.store();
    }

    /**
     * Does the same as {@link LocalMemory#tryTakeBriefly}, for addresses that are here.
     */
    boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        if (!taker.areFree(addresses) || !work.tryBegin())
        {
            return false;
        }
        boolean isTaken = false;
        Scheds scheds = null;
        try
        {
            if (taker.areSubstantiated(addresses) && taker.areSubstantiated(others))
            {
                if (0 == promptTakes)
                {
                    scheds = take(addresses, into);
                }
                else
                {
                    promptTakes--;
                    taker.take(addresses, into);
                }
                taker.readSubstantiated(others, values, first);
                isTaken = true;
            }
        }
        finally
        {
            end(into, scheds, isTaken);
        }
        return isTaken;
    }

    private void end(final TakenVariables into, final Scheds scheds, final boolean isTaken)
    {
        if (null == scheds || !isTaken)
        {
            work.end(isTaken);
            return;
        }
        boolean isDeferred = false;
        try
        {
            work.defer(scheds);
            isDeferred = true;
        }
        finally
        {
            if (!isDeferred)
            {
                into.holder(TakenVariables.NOBODY);
            }
        }
    }

    private Scheds take(final int[] addresses, final TakenVariables into)
    {
        taker.use();
        final Scheds scheds = schedsOf(into);
        scheds.row = taker.row();
        into.beginDeferred(taker.portId(), manager, addresses, scheds);
        final TakenValues taken = into.values();
        for (int i = 0; i < addresses.length; i++)
        {
            taken.arrived(i, store.value(store.cell(addresses[i])));
        }
        taken.arrivedAtOnce();
        return scheds;
    }

    private Scheds schedsOf(final TakenVariables into)
    {
        return into.deferred() instanceof Scheds scheds && scheds.isOf(this) ? scheds : new Scheds(into);
    }

    /**
     * Executes the SCHEDs, as owner of the host.
     *
     * @param row of the thread that has taken the variables.
     */
    private void schedule(final TakenVariables taken, final int row)
    {
        promptTakes = PROMPT_TAKES;
        final int count = taken.count();
        final long version = taker.nextVersion(row, count);
        store.beginScheds();
        for (int i = 0; i < count; i++)
        {
            store.sched(store.cell(taken.address(i)), version + i);
        }
        store.complete();
        taken.scheduled(version);
    }

    /**
     * Makes sure that the SCHEDs of variables have been executed that were taken at this host.
     */
    void schedule(final TakenVariables taken)
    {
        while (taken.isDeferred() && !models.hasEnded())
        {
            if (!work.tryRun(taken.deferred()))
            {
                // The other owner does it, or has done it.
                Thread.yield();
            }
        }
    }

    /**
     * Does the same as {@link LocalMemory#tryGiveBack}.
     */
    boolean tryGiveBack(final TakenVariables taken)
    {
        if (!tryResume(taken))
        {
            return false;
        }
        taken.holder(TakenVariables.NOBODY);
        work.end(true);
        return true;
    }

    /**
     * Assigns variables whose SCHEDs are still deferred.
     *
     * @return false if that is not possible: their SCHEDs have been executed.
     */
    boolean tryAssign(final TakenVariables taken, final long[] values)
    {
        if (!tryResume(taken))
        {
            schedule(taken);
            return false;
        }
        boolean isAssigned = false;
        try
        {
            store.announce(taken.values().addresses(), taken.count());
            for (int i = 0; i < taken.count(); i++)
            {
                store.changeAnnounced(store.cell(taken.address(i)), values[i]);
            }
            store.complete();
            taken.holder(TakenVariables.NOBODY);
            isAssigned = true;
        }
        finally
        {
            work.end(isAssigned);
        }
        return true;
    }

    private boolean tryResume(final TakenVariables taken)
    {
        return taken.isDeferred() && work.tryResume(taken.deferred());
    }

    @Override
    public String toString()
    {
        return "BriefTaker{promptTakes=" + promptTakes + ", " + taker + '}';
    }
}
