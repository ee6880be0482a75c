/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.Arrays;
import java.util.Locale;

import org.isotach.actions.Change;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;

/**
 * The operations of {@link HostsOfActions}.
 */
enum HostsOperation
{
    /**
     * Reads one variable.
     */
    READ
    {
        @Override
        Runnable task(final Isotach isotach, final IsoLong[] group)
        {
            return () ->
            {
                if (group[0].get() < 0)
                {
                    throw new IllegalStateException(group[0] + " is negative");
                }
            };
        }
    },

    /**
     * Adds 1 to each of four variables, in one isochron.
     */
    APPLY
    {
        @Override
        Runnable task(final Isotach isotach, final IsoLong[] group)
        {
            final Change[] changes = Arrays.stream(group).map(variable -> variable.add(1)).toArray(Change[]::new);
            return () -> isotach.apply(changes);
        }
    },

    /**
     * Reserves four variables, and assigns values that are greater by 1.
     */
    UPDATE
    {
        @Override
        Runnable task(final Isotach isotach, final IsoLong[] group)
        {
            return () -> isotach.update(group).execute(action ->
            {
                for (final IsoLong variable : group)
                {
                    action.set(variable, action.get(variable) + 1);
                }
            });
        }
    };

    private static final int VARIABLES = 4;

    /**
     * @return the work of a thread with one group of variables.
     */
    abstract Runnable task(Isotach isotach, IsoLong[] group);

    Actors open(final IsotachContext context)
    {
        return new Actors(this, Isotach.launch(context));
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The variables, and the threads that act on them: random groups, of which one pair in about eight has a variable
     * in common.
     */
    static final class Actors implements AutoCloseable
    {
        private final HostsOperation operation;
        private final Isotach isotach;
        private final IsoLong[] variables;

        Actors(final HostsOperation operation, final Isotach isotach)
        {
            this.operation = operation;
            this.isotach = isotach;
            variables = isotach.longs("x", Contention.SOME.total(1, VARIABLES), 0);
        }

        Worker worker(final int thread, final int threads)
        {
            final int[][] groups = Contention.SOME.groups(thread, threads, VARIABLES);
            final Runnable[] tasks = new Runnable[groups.length];
            Arrays.setAll(tasks, i -> operation.task(
                isotach, Arrays.stream(groups[i]).mapToObj(variable -> variables[variable]).toArray(IsoLong[]::new)));
            return new Walk(groups.length)
            {
                @Override
                void act(final int group)
                {
                    tasks[group].run();
                }
            };
        }

        /**
         * @throws IllegalStateException when a change was lost.
         */
        void check(final long actions)
        {
            final long expected = READ == operation ? 0 : actions * VARIABLES;
            final long sum = isotach.snapshot(
                now -> Arrays.stream(variables).mapToLong(now::get).sum(), variables);
            if (sum != expected)
            {
                throw new IllegalStateException(operation + ": sum of the variables: " + sum + " (expected: " +
                    expected + ')');
            }
        }

        @Override
        public void close()
        {
            isotach.close();
        }
    }
}
