/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.smm.TakenVariables;

/**
 * The two isochrons of an action: one reserves and reads, the other one assigns. All methods are threadsafe; a run
 * belongs to the caller.
 */
final class Taker
{
    private static final long[] NO_LETTERS = {};

    private final Sessions sessions;
    private final References references;
    private final Post post;

    Taker(final Sessions sessions, final References references, final Post post)
    {
        this.sessions = sessions;
        this.references = references;
        this.post = post;
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
     * @throws IsotachException when there is no room in time, or the Isotach is closed: nothing was assigned or sent.
     */
    void assign(final Run run)
    {
        final Action action = run.action();
        if (0 == run.takenCount() && 0 == action.messages())
        {
            return;
        }
        final Session session = run.session();
        final long[] letters = 0 == action.messages() ? NO_LETTERS : new long[action.messages()];
        session.enter();
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
