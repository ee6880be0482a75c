/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

import org.isotach.Isochron;

/**
 * The isochrons of a {@link Run}, one of each kind: what takes and reads, what assigns and sends, what cancels. Belongs
 * to the thread that the run belongs to.
 */
final class RunCargo
{
    private final Run run;
    private final Post post;
    private final Cargo taking = new Taking();
    private final Cargo assigning = new Assigning();
    private final Cargo cancelling;

    RunCargo(final Run run, final Post post)
    {
        this.run = run;
        this.post = post;
        cancelling = (session, isochron) -> session.port().cancel(isochron, run.taken());
    }

    Cargo taking()
    {
        return taking;
    }

    Cargo assigning()
    {
        return assigning;
    }

    Cargo cancelling()
    {
        return cancelling;
    }

    private final class Taking implements Cargo
    {
        @Override
        public void load(final Session session, final Isochron isochron)
        {
            if (run.takenCount() > 0)
            {
                session.port().take(isochron, run.addresses(), run.taken());
            }
            for (int i = 0; i < run.readCount(); i++)
            {
                session.port().read(isochron, run.toRead()[i], run.read(i));
            }
        }

        @Override
        public void issued(final Session session)
        {
            run.issued(session);
        }
    }

    private final class Assigning implements Cargo
    {
        private long[] letters = {};
        private int count;

        @Override
        public void load(final Session session, final Isochron isochron)
        {
            final Action action = run.action();
            count = 0;
            if (letters.length < action.messages())
            {
                letters = Arrays.copyOf(letters, action.messages());
            }
            if (run.takenCount() > 0)
            {
                session.port().assign(isochron, run.taken(), run.values());
            }
            while (count < action.messages())
            {
                letters[count] = post.append(session.messages(), action.topic(count), action.message(count));
                count++;
            }
        }

        @Override
        public void issued(final Session session)
        {
            run.assigned();
        }

        @Override
        public void abandoned()
        {
            for (int i = 0; i < count; i++)
            {
                post.remove(letters[i]);
            }
        }
    }
}
