/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who waits for whom: the actions whose values have not arrived, and the reservations that are held. Only a thread that
 * holds a reservation while it waits can close a circle, so nobody looks while there is no reservation.
 * <p>
 * All methods are threadsafe; {@link #look} has one caller at a time.
 */
final class WaitGraph
{
    private final Registry<Run> waiting = new Registry<>();
    private final ConcurrentMap<Run, Thread> held = new ConcurrentHashMap<>();
    private final AtomicLong waits = new AtomicLong();

    /**
     * The calling thread begins to wait.
     *
     * @return for {@link #ends}.
     */
    int begins(final Run run)
    {
        run.waits(waits.incrementAndGet());
        return waiting.add(run);
    }

    void ends(final Run run, final int place)
    {
        waiting.remove(run, place);
    }

    /**
     * A thread holds a reservation.
     */
    void holds(final Run run, final Thread owner)
    {
        held.put(run, owner);
    }

    /**
     * A reservation is given back, or is going to be by somebody else than the thread that has made it.
     */
    void releases(final Run run)
    {
        held.remove(run);
    }

    boolean isAnybodyWaiting()
    {
        final boolean[] isOne = new boolean[1];
        waiting.forEach(run -> isOne[0] = true);
        return isOne[0];
    }

    boolean hasReservations()
    {
        return !held.isEmpty();
    }

    /**
     * Finds a circle, and ends the last wait in it that ends a circle.
     */
    void look()
    {
        final List<Run> nodes = new ArrayList<>();
        waiting.forEach(nodes::add);
        nodes.sort((one, other) -> Long.compare(other.waitNumber(), one.waitNumber()));
        for (final Run run : nodes)
        {
            final Thread owner = run.owner();
            if (null != owner && held.containsValue(owner) && !run.isSettled())
            {
                final List<Run> path = new ArrayList<>(List.of(run));
                if (leadsBack(run, nodes, path))
                {
                    run.callOff(new DeadlockException(describe(path)));
                    return;
                }
            }
        }
    }

    /**
     * Is there a way from the last run of the path to the first?
     */
    private boolean leadsBack(final Run first, final List<Run> nodes, final List<Run> path)
    {
        for (final Run next : nextOf(path.get(path.size() - 1), nodes))
        {
            if (next == first)
            {
                return true;
            }
            if (!path.contains(next))
            {
                path.add(next);
                if (leadsBack(first, nodes, path))
                {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
    }

    /**
     * Whose waits must end before the wait of a run can.
     */
    private List<Run> nextOf(final Run run, final List<Run> nodes)
    {
        final List<Run> next = new ArrayList<>();
        for (int i = 0; i < run.takenCount(); i++)
        {
            final long version = run.taken().awaitedVersion(i);
            if (0 != version)
            {
                addHolders(version, nodes, next);
            }
        }
        return next;
    }

    private void addHolders(final long version, final List<Run> nodes, final List<Run> next)
    {
        for (final Run node : nodes)
        {
            if (node.holds(version))
            {
                next.add(node);
            }
        }
        for (final Map.Entry<Run, Thread> reservation : held.entrySet())
        {
            if (reservation.getKey().holds(version))
            {
                nodes.stream().filter(node -> node.owner() == reservation.getValue()).forEach(next::add);
            }
        }
    }

    private String describe(final List<Run> path)
    {
        final StringBuilder text = new StringBuilder("deadlock:");
        String separator = " ";
        for (final Run run : path)
        {
            final Thread owner = run.owner();
            text.append(separator)
                .append(null == owner ? "an action that was given up" : "thread '" + owner.getName() + '\'')
                .append(" waits for ").append(run.what());
            String holding = " and holds ";
            for (final Map.Entry<Run, Thread> reservation : held.entrySet())
            {
                if (reservation.getValue() == owner)
                {
                    text.append(holding).append(reservation.getKey().what());
                    holding = ", ";
                }
            }
            separator = "; ";
        }
        return text.append(". This one waits last, so its wait ends: close its reservation, and reserve all that is")
            .append(" needed with one reserve()").toString();
    }
}
