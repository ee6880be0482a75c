/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.isotach.IsotachException;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.PageLostException;
import org.isotach.smm.TakenVariables;

/**
 * The two isochrons of an action: the first reserves and reads, the second assigns. All methods are threadsafe; a run
 * belongs to the caller.
 */
final class Taker
{
    private final boolean isSimulated;
    private final Sessions sessions;
    private final LocalMemory local;
    private final References references;
    private final Post post;
    private final Predicate<Run> takeLocally = run -> tryTakeLocally(run, false);
    private final Predicate<Run> takeBriefly = run -> tryTakeLocally(run, true);

    /**
     * @param sessions   the sessions of all hosts.
     * @param local      memory of the only host; null if there are several.
     * @param references the references of all variables.
     * @param post       the messages of all actions.
     */
    Taker(final Sessions sessions, final LocalMemory local, final References references, final Post post)
    {
        isSimulated = sessions.isSimulated();
        this.sessions = sessions;
        this.local = local;
        this.references = references;
        this.post = post;
    }

    /**
     * Reserves and reads without an isochron, if all variables have a local copy and are free within a moment.
     *
     * @param isBrief whether the run ends soon: threads that only read are not to find its variables reserved.
     * @return false if that is not possible: call {@link #take}.
     */
    boolean tryTakeSoon(final Run run, final boolean isBrief)
    {
        if (!isLocal(run))
        {
            return false;
        }
        // A simulation has no moment to wait for.
        return tryTakeLocally(run, isBrief) ||
            !isSimulated && Moment.await(isBrief ? takeBriefly : takeLocally, run);
    }

    /**
     * Reserves and reads without an isochron and without waiting, if all variables have a local copy and are free.
     *
     * @return false if that is not possible at present: call {@link #take}.
     */
    boolean tryTakeAtOnce(final Run run)
    {
        return isLocal(run) && tryTakeLocally(run, false);
    }

    private boolean isLocal(final Run run)
    {
        return null != local && run.isReserving();
    }

    private boolean tryTakeLocally(final Run run, final boolean isBrief)
    {
        final boolean isTaken = isBrief ?
            local.tryTakeBriefly(run.addresses(), run.taken(), run.toRead(), run.values(), run.takenCount()) :
            local.tryTake(run.addresses(), run.taken(), run.toRead(), run.values(), run.takenCount());
        if (isTaken)
        {
            run.takenAtOnce();
        }
        return isTaken;
    }

    /**
     * Issues the first isochron of a run, if there is room, and no read of an earlier attempt is just failing.
     *
     * @return false if that is not possible at present.
     */
    boolean tryIssue(final Run run)
    {
        return sessions.tryCarry(run.taking(), run.isReserving());
    }

    /**
     * Issues the first isochron of a run, for which there was no room, when there is. A thread waits for room without a
     * session, because the threads that make room may need one.
     *
     * @param orElse ends the wait, if it returns true.
     * @throws IsotachException if there is no room in time, or the thread is interrupted; nothing is reserved unless
     *                          {@link Run#isIssued}.
     */
    void awaitRoom(final Run run, final BooleanSupplier orElse)
    {
        // By itself: nobody announces what is given back without an isochron, and the room may be that of another host.
        run.waiter(sessions.host()).await(() -> orElse.getAsBoolean() || tryIssue(run), run);
    }

    /**
     * Issues the first isochron of a run, when there is room. If all variables are free first, there is no isochron.
     *
     * @throws IsotachException as {@link #awaitRoom} does.
     */
    void take(final Run run)
    {
        if (!tryIssue(run))
        {
            awaitRoom(run, () -> null != local && tryWithoutRoom(run));
        }
    }

    /**
     * Takes and reads without an isochron and without waiting, if all variables have a local copy and are free, also
     * those that are only read: the room may be that of others who wait for other variables.
     */
    boolean tryWithoutRoom(final Run run)
    {
        if (null == local || run.isOutstanding())
        {
            return false;
        }
        if (run.isReserving())
        {
            return tryTakeAtOnce(run);
        }
        final int[] read = run.takenCount() > 0 ? run.addresses() : run.toRead();
        final boolean isRead = read.length > 0 && local.tryRead(read, run.values());
        if (isRead)
        {
            run.takenAtOnce();
        }
        return isRead;
    }

    /**
     * Issues the second isochron of a run, with its values and messages. If it was issued before, waits until it has
     * been executed.
     *
     * @throws IsotachException if there is no room in time, or the Isotach is closed; nothing is assigned or sent
     *                          unless {@link Run#isAssigned}, or the host has been expelled meanwhile.
     */
    void assign(final Run run)
    {
        final int messages = run.action().messages();
        if (!run.isReserving() && 0 == messages)
        {
            return;
        }
        if (run.isAssigned())
        {
            sessions.get(run.session()).settle();
        }
        else if (run.isIssued())
        {
            sessions.carry(run.session(), run.assigning());
        }
        else if (0 != messages || !tryAssignLocally(run))
        {
            if (null != local)
            {
                // Before it waits for room, perhaps in vain: then the caller goes on.
                local.schedule(run.taken());
            }
            sessions.carry(run.assigning(), true);
        }
    }

    private boolean tryAssignLocally(final Run run)
    {
        return !run.action().isChanged() && local.tryGiveBack(run.taken()) ||
            local.tryAssign(run.taken(), run.values());
    }

    /**
     * Cancels the reservations of a run that cannot assign, because its values have not arrived.
     */
    void cancel(final Run run)
    {
        if (run.isIssued())
        {
            sessions.carry(run.session(), run.cancelling());
        }
        else
        {
            sessions.carry(run.cancelling(), true);
        }
    }

    /**
     * Gives back the variables of a run, with the old values if they are known. What has not arrived yet arrives
     * nevertheless, so the run is not used again.
     */
    void giveBack(final Run run)
    {
        final TakenVariables taken = run.taken();
        if (0 == run.takenCount() || !taken.isHeld())
        {
            return;
        }
        run.action().undo();
        if (!taken.isReady())
        {
            cancel(run);
            return;
        }
        run.restoreValues();
        try
        {
            assign(run);
        }
        catch (final PageLostException ex)
        {
            // Nothing is assigned then. A CANCEL gives back those that are not lost.
            cancel(run);
        }
    }

    /**
     * Returns the memory of the only host; null if there are several hosts.
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
