/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import org.isotach.PageMap;
import org.isotach.actions.Action;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.PreparedAction;
import org.isotach.niu.ThreadingMode;

/**
 * Actions: built anew, or prepared; in the default mode, or in {@code INVOKER}; at one host, the default, or at two
 * hosts, each with half of the variables and no copies, as in {@link MessagesSubject}.
 */
final class IsotachSubject implements ReservationSubject
{
    private static final int HOSTS = 2;

    private final Isotach isotach;
    private final IsoLong[] variables;
    private final boolean isPrepared;

    private IsotachSubject(final IsotachContext context, final boolean isPrepared, final int total)
    {
        this.isPrepared = isPrepared;
        isotach = Isotach.launch(context);
        variables = isotach.longs("x", total, 0);
    }

    static IsotachSubject open(final String name, final int total)
    {
        final IsotachContext context = new IsotachContext().memory(total);
        final boolean hasHosts = name.contains("2-hosts");
        if (hasHosts)
        {
            final PageMap.Builder pages = PageMap.builder().pageSize(1);
            for (int i = 0; i < total; i++)
            {
                pages.page(i, i % HOSTS);
            }
            context.hosts(HOSTS).pageMap(pages.build());
        }
        if (name.contains("invoker"))
        {
            context.threadingMode(ThreadingMode.INVOKER);
        }
        return new IsotachSubject(context, hasHosts || name.endsWith("prepared"), total);
    }

    @Override
    public Worker worker(final int[][] groups, final Body body)
    {
        final IsoLong[][] variablesOfGroups = new IsoLong[groups.length][groups[0].length];
        for (int i = 0; i < groups.length; i++)
        {
            for (int j = 0; j < groups[i].length; j++)
            {
                variablesOfGroups[i][j] = variables[groups[i][j]];
            }
        }
        return isPrepared ? prepared(variablesOfGroups, body) : onTheSpot(variablesOfGroups, body);
    }

    private Worker prepared(final IsoLong[][] groups, final Body body)
    {
        final PreparedAction<?>[] actions = new PreparedAction<?>[groups.length];
        for (int i = 0; i < groups.length; i++)
        {
            final IsoLong[] group = groups[i];
            actions[i] = isotach.update(group).prepare(action -> increment(action, group, body));
        }
        return new Walk(groups.length)
        {
            @Override
            void act(final int group)
            {
                actions[group].run();
            }
        };
    }

    private Worker onTheSpot(final IsoLong[][] groups, final Body body)
    {
        return new Walk(groups.length)
        {
            @Override
            void act(final int group)
            {
                isotach.update(groups[group]).run(action -> increment(action, groups[group], body));
            }
        };
    }

    private static Void increment(final Action action, final IsoLong[] group, final Body body)
    {
        body.run();
        for (final IsoLong variable : group)
        {
            action.set(variable, action.get(variable) + 1);
        }
        return null;
    }

    @Override
    public long[] values()
    {
        final long[] values = new long[variables.length];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = variables[i].get();
        }
        return values;
    }

    @Override
    public void close()
    {
        isotach.close();
    }
}
