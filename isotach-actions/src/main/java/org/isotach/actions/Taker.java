/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.TakenVariables;

/**
 * The two isochrons of an action: the first reserves and reads, the second assigns. All methods are threadsafe; a run
 * belongs to the caller.
 */
final class Taker
{
    private static final long[] NO_LETTERS = {};

    private final Sessions sessions;
    private final LocalMemory local;
    private final References references;
    private final Post post;

    /**
     * @param sessions   the sessions of all hosts.
     * @param local      memory of the only host; null if there are several.
     * @param references the references of all variables.
     * @param post       the messages of all actions.
     */
    Taker(final Sessions sessions, final LocalMemory local, final References references, final Post post)
    {
        this.sessions = sessions;
        this.local = local;
        this.references = references;
        this.post = post;
    }

    /**
     * Reserves and reads without an isochron and without waiting, if all variables have a local copy and are free.
     *
     * @return false if that is not possible at present: call {@link #take}.
     */
    boolean tryTakeAtOnce(final Run run)
    {
        if (null == local || 0 == run.takenCount() ||
            !local.tryTake(run.addresses(), run.taken(), run.toRead(), run.values(), run.takenCount()))
        {
            return false;
        }
        run.isTakenAtOnce();
        return true;
    }

    /**
     * Issues the first isochron of a run. A thread waits for room without a session, because the threads that make room
     * may need one.
     *
     * @throws IsotachException if there is no room in time, or the thread is interrupted; nothing is reserved.
     */
    void take(final Run run)
    {
        if (!tryTake(run))
        {
            run.waiter().awaitChange(() -> tryTake(run), run);
        }
    }

    private boolean tryTake(final Run run)
    {
        final Session session = sessions.enter();
        try
        {
            final Isochron isochron = session.begin();
            if (run.takenCount() > 0)
            {
                session.port().take(isochron, run.addresses(), run.taken());
            }
            for (int i = 0; i < run.readCount(); i++)
            {
                session.port().read(isochron, run.toRead()[i], run.read(i));
            }
            if (session.tryIssue(false))
            {
                run.session(session);
                return true;
            }
            return false;
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    /**
     * Issues the second isochron of a run, with its values and messages.
     *
     * @throws IsotachException if there is no room in time, or the Isotach is closed; nothing is assigned or sent.
     */
    void assign(final Run run)
    {
        final Action action = run.action();
        if (0 == run.takenCount() && 0 == action.messages())
        {
            return;
        }
        if (run.wasTakenAtOnce() && 0 == action.messages() && local.tryAssign(run.taken(), run.values()))
        {
            return;
        }
        final long[] letters = 0 == action.messages() ? NO_LETTERS : new long[action.messages()];
        final Session session = run.wasTakenAtOnce() ? sessions.enter() : run.session();
        if (!run.wasTakenAtOnce())
        {
            session.enter();
        }
        try
        {
            final Isochron isochron = session.begin();
            if (run.takenCount() > 0)
            {
                session.port().assign(isochron, run.taken(), run.values());
            }
            for (int i = 0; i < letters.length; i++)
            {
                letters[i] = post.append(session.messages(), action.topic(i), action.message(i));
            }
            session.issue(true);
        }
        catch (final Throwable ex)
        {
            session.abandon();
            for (final long letter : letters)
            {
                post.remove(letter);
            }
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    /**
     * Cancels the reservations of a run that cannot assign, because its values never arrive.
     */
    void cancel(final Run run)
    {
        final Session session = run.session();
        session.enter();
        try
        {
            session.port().cancel(session.begin(), run.taken());
            session.issue(true);
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    /**
     * Gives back the variables of a run whose values have arrived or failed, with the old values if they are known.
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

    @Override
    public String toString()
    {
        return "Taker{" + sessions + ", " + post + '}';
    }
}
