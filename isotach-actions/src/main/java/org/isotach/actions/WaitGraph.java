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
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The graph of waits: the actions whose values have not arrived, those of pipelines, and the reservations that are
 * held. Only a thread that holds a reservation while it waits can close a circle, so there is no search while there is
 * no reservation.
 * <p>
 * All methods are threadsafe; {@link #look} and {@link #callOff} have one caller at a time.
 */
final class WaitGraph
{
    /**
     * Number of no wait.
     */
    static final long NO_WAIT = -1;

    private static final int ONLY_MEMBER = 0;

    private final Registry<Wait> waiting = new Registry<>();
    private final ConcurrentMap<Run, Thread> held = new ConcurrentHashMap<>();
    private final Set<Sequence> sequences = ConcurrentHashMap.newKeySet();
    private final AtomicLong waits = new AtomicLong();
    private final BooleanSupplier expulsionLook =
        new Look(() -> waiting.forEach(Wait::lookForExpulsion), () -> false);

    // The circle that the search before has found, if any. Runs are used again: only one that is found twice is real.
    private List<Long> suspect = List.of();
    private final LongSupplier clock;

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

    /**
     * @param clock a wait that begins later than another one, by this clock, has a higher number.
     */
    WaitGraph(final LongSupplier clock)
    {
        this.clock = clock;
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
    int begins(final Wait wait)
    {
        wait.state().begin(waits.accumulateAndGet(clock.getAsLong(), (last, now) -> Math.max(last + 1, now)));
        return waiting.add(wait);
    }

    /**
     * Returns a chore that tells runs that no thread waits for when their hosts have been expelled.
     */
    BooleanSupplier expulsionLook()
    {
        return expulsionLook;
    }

    /**
     * @param place the ticket of the wait.
     */
    void ends(final int place)
    {
        waiting.remove(place);
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
     * Returns the thread whose reservation, or wait, holds a version; null if there is none.
     */
    Thread holderOf(final long version)
    {
        for (final Map.Entry<Run, Thread> reservation : held.entrySet())
        {
            if (reservation.getKey().holds(version))
            {
                return reservation.getValue();
            }
        }
        final Thread[] found = new Thread[1];
        waiting.forEach(wait -> found[0] = wait.holds(version) ? wait.owner() : found[0]);
        return found[0];
    }

    /**
     * Returns whether the calling thread holds a reservation. If not, its waits close no circle.
     */
    boolean isHolding()
    {
        return !held.isEmpty() && held.containsValue(Thread.currentThread());
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

    /**
     * Refuses to wait for room for reads that comes only when the calling thread goes on, because those that have it
     * wait for what the thread holds.
     *
     * @param call  description of the call, for the message.
     * @param reads number of reads that the call needs.
     * @param queue in which it waits.
     */
    void checkRoom(final Object call, final int reads, final Admission queue)
    {
        if (!isHolding())
        {
            return;
        }
        final Thread thread = Thread.currentThread();
        final Map<Wait, Wait> before = new IdentityHashMap<>();
        final List<Wait> all = waits(before);
        final BlockedWaits blocked = new BlockedWaits(queue, this::heldBy, before);
        blocked.addHeldBy(thread);
        blocked.find(all);
        if (!queue.hasRoom(reads, blocked.reads()))
        {
            throw new DeadlockException("deadlock: thread '" + thread.getName() + "' would wait for itself with " +
                call + ": " + queue.needs(reads) + ", and " + blocked.reads() + " are those of actions that wait for" +
                " what the thread holds, which is " + namesOf(heldBy(thread)) +
                ". Close its reservation first, or " + queue.moreReads());
        }
    }

    private List<Run> heldBy(final Thread thread)
    {
        return held.entrySet().stream().filter(entry -> entry.getValue() == thread).map(Map.Entry::getKey).toList();
    }

    private static String namesOf(final List<Run> runs)
    {
        return runs.stream().map(run -> String.valueOf(run.what())).collect(Collectors.joining(", "));
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
        // Only the wait of a thread that holds something can be ended.
        if (NO_WAIT != longestWaitOfHolder())
        {
            look();
        }
    }

    private void look()
    {
        final List<SeenWait> circle = new SeenWaits(List.of(SeenMember.withoutOthers(seen(ONLY_MEMBER)))).circle();
        final List<Long> found = SeenWaits.identity(circle);
        if (!circle.isEmpty() && found.equals(suspect))
        {
            callOff(circle.get(0).number(), circle.stream().map(SeenWait::text).collect(Collectors.joining("; ")));
        }
        suspect = found;
    }

    /**
     * Returns whether a thread waits that holds a reservation.
     */
    private boolean isHolder(final Wait wait)
    {
        final Thread owner = wait.owner();
        return null != owner && held.containsValue(owner) && !wait.isSettled();
    }

    /**
     * Returns the number of the longest wait of a thread that holds a reservation, {@link #NO_WAIT} if there is none.
     */
    long longestWaitOfHolder()
    {
        final long[] first = { NO_WAIT };
        if (!held.isEmpty())
        {
            waiting.forEach(wait ->
            {
                final long number = wait.waitNumber();
                if (isHolder(wait) && (NO_WAIT == first[0] || number < first[0]))
                {
                    first[0] = number;
                }
            });
        }
        return first[0];
    }

    /**
     * Returns all waits as they are now; those of pipelines that a thread waits for twice.
     *
     * @param before receives what must end before those of pipelines.
     */
    private List<Wait> waits(final Map<Wait, Wait> before)
    {
        final List<Wait> all = new ArrayList<>();
        waiting.forEach(all::add);
        sequences.forEach(sequence -> sequence.forEach((wait, previous) ->
        {
            before.put(wait, previous);
            all.add(wait);
        }));
        return all;
    }

    /**
     * Returns all waits as they are now, in a form that other members understand.
     *
     * @param member number of this member.
     */
    List<SeenWait> seen(final int member)
    {
        final Map<Wait, Integer> places = new IdentityHashMap<>();
        final Map<Wait, Wait> before = new IdentityHashMap<>();
        final List<Wait> nodes = waits(before);
        for (int i = 0; i < nodes.size(); i++)
        {
            places.putIfAbsent(nodes.get(i), i);
        }
        final List<SeenWait> seen = new ArrayList<>();
        for (final Wait wait : nodes)
        {
            final LongStream.Builder awaited = LongStream.builder();
            wait.forEachAwaited(awaited);
            final LongStream.Builder tickets = LongStream.builder();
            wait.forEachTicket(tickets);
            final LongStream.Builder pairs = LongStream.builder().add(wait.firstHeld()).add(wait.heldCount());
            final Thread owner = wait.owner();
            held.forEach((run, holder) ->
            {
                if (holder == owner)
                {
                    pairs.add(run.firstHeld()).add(run.heldCount());
                }
            });
            seen.add(new SeenWait(
                member,
                wait.waitNumber(),
                isHolder(wait),
                describe(wait),
                awaited.build().toArray(),
                tickets.build().filter(ticket -> ticket >= 0).toArray(),
                pairs.build().toArray(),
                places.getOrDefault(before.get(wait), SeenWait.NONE)));
        }
        return seen;
    }

    /**
     * Ends a wait, if it still waits.
     *
     * @param number number of the wait.
     * @param circle the waits of the circle, for the message.
     */
    void callOff(final long number, final String circle)
    {
        waiting.forEach(wait ->
        {
            // The wait may end, and the next one of the same object begin, at any time.
            if (wait.waitNumber() == number && isHolder(wait))
            {
                wait.callOff(number, DeadlockException.of(circle));
            }
        });
    }

    private String describe(final Wait wait)
    {
        final Thread owner = wait.owner();
        final StringBuilder text = new StringBuilder()
            .append(null == owner ? "an action that no thread waits for" : "thread '" + owner.getName() + '\'')
            .append(" waits for ").append(wait.what());
        String holding = " and holds ";
        for (final Map.Entry<Run, Thread> reservation : held.entrySet())
        {
            if (reservation.getValue() == owner)
            {
                text.append(holding).append(reservation.getKey().what());
                holding = ", ";
            }
        }
        return text.toString();
    }
}
