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
 * The two isochrons of an action: one reserves and reads, the other one assigns. All methods are threadsafe; a run
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
     * @param sessions   of all hosts.
     * @param local      memory of the only host; null where there are several.
     * @param references of all variables.
     * @param post       of all messages.
     */
    Taker(final Sessions sessions, final LocalMemory local, final References references, final Post post)
    {
        this.sessions = sessions;
        this.local = local;
        this.references = references;
        this.post = post;
    }

    /**
     * Reserves and reads without an isochron, and without waiting, if all is here and free.
     *
     * @return false if that is not possible at present: {@link #take}.
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
     * Issues the first isochron of a run. Whoever waits for room does it without a session: what makes room may need
     * one.
     *
     * @throws IsotachException when there is no room in time, or the thread is interrupted: nothing is reserved.
     */
    void take(final Run run)
    {
        if (!tryTake(run))
        {
            run.waiter(sessions.host()).awaitChange(() -> tryTake(run), run);
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
     * @throws IsotachException when there is no room in time, or the Isotach is closed: nothing was assigned or sent.
     *                          When the host is expelled all of it may have been, or nothing.
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
            if (session.abandon())
            {
                for (final long letter : letters)
                {
                    post.remove(letter);
                }
            }
            throw ex;
        }
        finally
        {
            session.exit();
        }
    }

    /**
     * Takes back what a run has reserved and cannot assign, since its values never come.
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

    @Override
    public String toString()
    {
        return "Taker{" + sessions + ", " + post + '}';
    }
}
