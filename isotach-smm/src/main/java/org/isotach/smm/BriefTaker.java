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
    private static final int MAX_PAUSES = 256;

    private final LocalTaker taker;
    private final SharedMemoryManager manager;
    private final ModelHost models;
    private final LocalWork work;
    private final VariableStore store;
    private final VariableCells cells;

    // How many of the next takes are not deferred. Belongs to the owner of the host.
    private int promptTakes;

    /**
     * The SCHEDs of one take. Belongs to the owner of the host, except when the variables are not taken.
     */
    private final class Scheds implements Runnable
    {
        private final TakenVariables taken;

        // Takes the variables, or has taken others before: kept until the next take.
        private Thread thread;
        private long version;
        private int done;

        // An assignment was cut short: somebody has to execute these before anybody sees what it has left.
        private boolean isNeeded;

        Scheds(final TakenVariables taken)
        {
            this.taken = taken;
        }

        boolean isOf(final BriefTaker its)
        {
            return BriefTaker.this == its;
        }

        void begin()
        {
            final Thread current = Thread.currentThread();
            if (current != thread)
            {
                thread = current;
            }
            version = Version.SUBSTANTIATED;
            done = 0;
            isNeeded = false;
        }

        /**
         * Returns whether they have to be executed, because an owner has begun to, or because of {@link #needed}.
         */
        boolean areNeeded()
        {
            return isNeeded || hasBegun();
        }

        /**
         * An assignment was cut short.
         */
        void needed()
        {
            isNeeded = true;
        }

        private void schedule(final int cell, final long versionOfCell)
        {
            // It may have been cut short behind that.
            if (store.version(cell) != versionOfCell)
            {
                store.sched(cell, versionOfCell);
            }
        }

        private boolean hasBegun()
        {
            return Version.SUBSTANTIATED != version;
        }

        /**
         * If it throws, it goes on where it was when it is called again.
         */
        @Override
        public void run()
        {
            // If the host has ended, the object may be in use elsewhere.
            if (models.hasEnded() || !taken.isDeferred())
            {
                return;
            }
            if (!hasBegun())
            {
                promptTakes = Thread.currentThread() == thread ? promptTakes : PROMPT_TAKES;
                version = taker.nextVersion(thread, taken.count());
            }
            store.beginScheds();
            for (; done < taken.count(); done++)
            {
                schedule(store.cell(taken.address(done)), version + done);
            }
            store.complete();
            taken.scheduled(version);
        }
    }

    BriefTaker(final SharedMemoryManager manager, final LocalTaker taker)
    {
        this.manager = manager;
        this.taker = taker;
        models = manager.host().models();
        work = models.localWork();
        store = manager.store();
        cells = store.cells();
    }

    /**
     * Does the same as {@link LocalMemory#tryTakeBriefly}, for addresses that are here, or do not exist.
     */
    boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        return taker.areFree(addresses) && work.tryBegin() &&
            (promptTakes > 0 ? takePromptly(addresses, into, others, values, first) :
            takeBriefly(addresses, into, others, values, first)) || taker.refuse(addresses);
    }

    private boolean takePromptly(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        promptTakes--;
        return taker.takeAsOwner(addresses, into, others, values, first);
    }

    private boolean takeBriefly(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        Scheds scheds = null;
        boolean isTaken = false;
        try
        {
            if (taker.tryRead(addresses, into, others))
            {
                taker.use();
                scheds = schedsOf(into);
                scheds.begin();
                into.beginDeferred(taker.portId(), manager, addresses, scheds);
                into.values().arrivedAtOnce();
                cells.getValues(others, values, first);
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
        boolean isDeferred = false;
        try
        {
            if (isTaken)
            {
                work.defer(scheds);
                isDeferred = true;
            }
            else
            {
                work.end(false);
            }
        }
        finally
        {
            if (!isDeferred)
            {
                into.holder(TakenVariables.NOBODY);
            }
        }
    }

    private Scheds schedsOf(final TakenVariables into)
    {
        return into.deferred() instanceof Scheds scheds && scheds.isOf(this) ? scheds : new Scheds(into);
    }

    /**
     * Makes sure that the SCHEDs of variables have been executed that were taken at this host.
     */
    void schedule(final TakenVariables taken)
    {
        int pauses = 0;
        while (taken.isDeferred() && !models.hasEnded())
        {
            if (!work.tryRun(taken.deferred()))
            {
                pause(pauses++);
            }
        }
    }

    /**
     * The other owner is about to execute them, or has done so.
     */
    private static void pause(final int pauses)
    {
        if (pauses < MAX_PAUSES)
        {
            Thread.onSpinWait();
        }
        else
        {
            // It waits for a processor. Not sooner: all other threads would find the variables reserved meanwhile.
            Thread.yield();
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
        try
        {
            taken.holder(TakenVariables.NOBODY);
        }
        finally
        {
            work.end(true);
        }
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
            cells.putValues(taken.values().addresses(), taken.count(), values);
            store.complete();
            taken.holder(TakenVariables.NOBODY);
            isAssigned = true;
        }
        finally
        {
            if (isAssigned)
            {
                work.end(true);
            }
            else
            {
                // Nobody may see what was assigned: the next owner schedules the variables.
                ((Scheds)taken.deferred()).needed();
                work.deferAgain(taken.deferred());
            }
        }
        return true;
    }

    private boolean tryResume(final TakenVariables taken)
    {
        if (!taken.isDeferred() || !work.tryResume(taken.deferred()))
        {
            return false;
        }
        final boolean areNeeded = ((Scheds)taken.deferred()).areNeeded();
        if (areNeeded)
        {
            work.deferAgain(taken.deferred());
        }
        return !areNeeded;
    }

    @Override
    public String toString()
    {
        return "BriefTaker{promptTakes=" + promptTakes + ", " + taker + '}';
    }
}
