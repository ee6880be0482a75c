/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The graph of waits: the actions whose values have not arrived, those of pipelines, and the reservations that are
 * held. Only a thread that holds a reservation while it waits can close a circle, so there is no search while there is
 * no reservation.
 * <p>
 * All methods are threadsafe; {@link #look} has one caller at a time.
 */
final class WaitGraph
{
    private final Registry<Run> waiting = new Registry<>();
    private final ConcurrentMap<Run, Thread> held = new ConcurrentHashMap<>();
    private final Set<Sequence> sequences = ConcurrentHashMap.newKeySet();
    private final AtomicLong waits = new AtomicLong();
    private final BooleanSupplier expulsionLook = () ->
    {
        waiting.forEach(Run::lookForExpulsion);
        return false;
    };

    // From the search before, if it has found a circle. Runs are used again, so only a circle that is found twice is
    // real.
    private Run suspect;
    private long suspectWait;

    /**
     * Actions that are under way and end one after another.
     */
    @FunctionalInterface
    interface Sequence
    {
        /**
         * @param action called with each run and the run that must end before it, null for none.
         */
        void forEach(BiConsumer<Run, Run> action);
    }

    void add(final Sequence sequence)
    {
        sequences.add(sequence);
    }

    void remove(final Sequence sequence)
    {
        sequences.remove(sequence);
    }

    /**
     * Notes that a run is under way for which no thread waits.
     *
     * @return a ticket for {@link #ends}.
     */
    int isUnderWay(final Run run)
    {
        return waiting.add(run);
    }

    /**
     * Notes that the calling thread begins to wait.
     *
     * @return a ticket for {@link #ends}.
     */
    int begins(final Run run)
    {
        run.waits(waits.incrementAndGet());
        return waiting.add(run);
    }

    /**
     * Returns a chore that tells runs that no thread waits for when their hosts have been expelled.
     */
    BooleanSupplier expulsionLook()
    {
        return expulsionLook;
    }

    void ends(final Run run, final int place)
    {
        waiting.remove(run, place);
    }

    /**
     * Notes that a thread holds a reservation.
     */
    void holds(final Run run, final Thread owner)
    {
        held.put(run, owner);
    }

    /**
     * Notes that a reservation is given back, or will be given back by a thread other than its owner.
     */
    void releases(final Run run)
    {
        held.remove(run);
    }

    /**
     * Refuses a call that needs the value of a variable that is reserved, if the calling thread has reserved it. Call
     * this before anything is issued: the call then has no effect.
     *
     * @param call description of the call, for the message.
     * @param some addresses of which the call needs the values.
     */
    void checkNotHeld(final Object call, final int[] some)
    {
        if (held.isEmpty())
        {
            return;
        }
        final Thread thread = Thread.currentThread();
        held.forEach((run, owner) ->
        {
            if (owner == thread && run.what() instanceof Footprint footprint)
            {
                for (final int address : some)
                {
                    final IsoVariable variable = footprint.reservedAt(address);
                    if (null != variable)
                    {
                        throw new DeadlockException("deadlock: thread '" + thread.getName() +
                            "' would wait for itself: it needs the value of " + variable +
                            (call == variable ? "" : " for " + call) + ", and holds " + footprint +
                            ". Read the variables of a reservation with its values(), and set them in its assign()");
                    }
                }
            }
        });
    }

    /**
     * Does the same as {@link #checkNotHeld(Object, int[])} for one address.
     */
    void checkNotHeld(final Object call, final int address)
    {
        if (!held.isEmpty())
        {
            checkNotHeld(call, new int[]{ address });
        }
    }

    boolean isAnybodyWaiting()
    {
        final boolean[] isOne = new boolean[1];
        waiting.forEach(run -> isOne[0] = true);
        return isOne[0];
    }

    /**
     * Looks for a circle, and ends the latest wait whose end breaks it.
     */
    void lookIfAnythingIsHeld()
    {
        if (!held.isEmpty())
        {
            look();
        }
    }

    private void look()
    {
        final List<Run> nodes = new ArrayList<>();
        waiting.forEach(nodes::add);
        final Map<Run, Run> before = new IdentityHashMap<>();
        sequences.forEach(sequence -> sequence.forEach((run, previous) ->
        {
            before.put(run, previous);
            nodes.add(run);
        }));
        nodes.sort((one, other) -> Long.compare(other.waitNumber(), one.waitNumber()));
        for (final Run run : nodes)
        {
            final Thread owner = run.owner();
            if (null != owner && held.containsValue(owner) && !run.isSettled())
            {
                final List<Run> path = new ArrayList<>(List.of(run));
                if (leadsBack(run, nodes, before, path))
                {
                    if (run == suspect && run.waitNumber() == suspectWait)
                    {
                        run.callOff(new DeadlockException(describe(path)));
                    }
                    suspect = run;
                    suspectWait = run.waitNumber();
                    return;
                }
            }
        }
        suspect = null;
    }

    /**
     * Returns whether a way leads from the last run of the path to the first.
     */
    private boolean leadsBack(
        final Run first, final List<Run> nodes, final Map<Run, Run> before, final List<Run> path)
    {
        for (final Run next : nextOf(path.get(path.size() - 1), nodes, before))
        {
            if (next == first)
            {
                return true;
            }
            if (!path.contains(next))
            {
                path.add(next);
                if (leadsBack(first, nodes, before, path))
                {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
    }

    /**
     * Returns the runs whose waits must end before the wait of a run can end.
     */
    private List<Run> nextOf(final Run run, final List<Run> nodes, final Map<Run, Run> before)
    {
        final List<Run> next = new ArrayList<>();
        if (null != before.get(run))
        {
            next.add(before.get(run));
        }
        run.forEachAwaited(version -> addHolders(version, nodes, next));
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
                .append(null == owner ? "an action that no thread waits for" : "thread '" + owner.getName() + '\'')
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
        return text.append(". This thread began to wait last, so its wait ends: close its reservation, and reserve all")
            .append(" variables that are needed with one reserve()").toString();
    }
}
