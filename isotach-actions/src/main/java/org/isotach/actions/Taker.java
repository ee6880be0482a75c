/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.TakenVariables;

/**
 * The two isochrons of an action: one reserves and reads, the other one assigns. All methods are threadsafe; a run
 * belongs to the caller.
 */
final class Taker
{
    // An action that takes variables for a short computation gives them back in less time than it takes to wait in a
    // queue. So a thread waits for a moment, each time twice as long, since each look takes cache lines away; then it
    // yields. Only then the variables count as reserved, and the isochron that waits for them keeps its place in the
    // order.
    private static final int FIRST_YIELD = 256;
    private static final int MAX_PAUSES = FIRST_YIELD << 2;

    private final int maxPauses;
    private final Sessions sessions;
    private final LocalMemory local;
    private final References references;
    private final Post post;

    /**
     * @param sessions   of all hosts.
     * @param local      memory of the only host; null where there are several.
     * @param references of all variables.
     * @param post       of all messages.
     */
    Taker(final Sessions sessions, final LocalMemory local, final References references, final Post post)
    {
        // A simulation has no moment to wait for.
        maxPauses = sessions.isSimulated() ? 0 : MAX_PAUSES;
        this.sessions = sessions;
        this.local = local;
        this.references = references;
        this.post = post;
    }

    /**
     * Reserves and reads without an isochron if all is here, and free within a moment.
     *
     * @return false if it is not: {@link #take}.
     */
    boolean tryTakeSoon(final Run run)
    {
        boolean isTaken = tryTakeAtOnce(run);
        for (int pauses = 1; !isTaken && pauses <= maxPauses && isLocal(run); pauses *= 2)
        {
            if (pauses < FIRST_YIELD)
            {
                for (int i = 0; i < pauses; i++)
                {
                    Thread.onSpinWait();
                }
            }
            else
            {
                // The one that has reserved them may wait for the processor of this thread.
                Thread.yield();
            }
            isTaken = tryTakeAtOnce(run);
        }
        return isTaken;
    }

    /**
     * Reserves and reads without an isochron if all is here, and free now.
     *
     * @return false if it is not: {@link #take}.
     */
    boolean tryTakeAtOnce(final Run run)
    {
        if (!isLocal(run) ||
            !local.tryTake(run.addresses(), run.taken(), run.toRead(), run.values(), run.takenCount()))
        {
            return false;
        }
        run.takenAtOnce();
        return true;
    }

    private boolean isLocal(final Run run)
    {
        return null != local && run.takenCount() > 0;
    }

    /**
     * Issues the first isochron of a run. Whoever waits for room does it without a session: what makes room may need
     * one.
     *
     * @throws IsotachException when there is no room in time, or the thread is interrupted; nothing is reserved unless
     *                          {@link Run#isIssued}.
     */
    void take(final Run run)
    {
        if (!sessions.tryCarry(run.cargo().taking(), false))
        {
            run.waiter().awaitChange(() -> sessions.tryCarry(run.cargo().taking(), false), run);
        }
    }

    /**
     * Issues the second isochron of a run, with its values and messages; or waits until it is executed, when it was
     * issued before.
     *
     * @throws IsotachException when there is no room in time, or the Isotach is closed; nothing was assigned or sent
     *                          unless {@link Run#isAssigned}.
     */
    void assign(final Run run)
    {
        final int messages = run.action().messages();
        if (0 == run.takenCount() && 0 == messages)
        {
            return;
        }
        if (run.isAssigned())
        {
            run.session().settle();
        }
        else if (run.isIssued())
        {
            run.session().enter();
            run.session().carry(run.cargo().assigning(), true);
        }
        else if (0 != messages || !local.tryAssign(run.taken(), run.values()))
        {
            sessions.carry(run.cargo().assigning(), true);
        }
    }

    /**
     * Takes back what a run has reserved and cannot assign, since its values never come.
     */
    void cancel(final Run run)
    {
        run.session().enter();
        run.session().carry(run.cargo().cancelling(), true);
    }

    /**
     * Gives back what a run has reserved, whose values have arrived or failed: with the old values if it knows them.
     */
    void giveBack(final Run run)
    {
        final TakenVariables taken = run.taken();
        if (0 == run.takenCount() || !taken.isHeld())
        {
            return;
        }
        run.action().undo();
        if (taken.isReady())
        {
            run.restoreValues();
            assign(run);
        }
        else
        {
            cancel(run);
        }
    }

    /**
     * Memory of the only host; null where there are several.
     */
    LocalMemory local()
    {
        return local;
    }

    References references()
    {
        return references;
    }

    Sessions sessions()
    {
        return sessions;
    }

    Post post()
    {
        return post;
    }

    @Override
    public String toString()
    {
        return "Taker{" + sessions + ", " + post + '}';
    }
}
