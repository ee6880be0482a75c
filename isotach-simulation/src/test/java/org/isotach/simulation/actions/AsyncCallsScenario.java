/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads whose changes, writes and snapshots are futures, beside actions that reserve the same variables. Money is
 * moved, and never made; a pair is written as a whole; a snapshot sees what its thread has changed before, and changes
 * that were cancelled take place; a future of changes ends when their values are known; tickets are taken in all ways,
 * each of them once; every future ends.
 */
public final class AsyncCallsScenario implements Scenario
{
    private static final int MAX_THREADS = 4;
    private static final int ROUNDS = 10;
    private static final int WAYS = 6;
    private static final long MONEY = 100;
    private static final long FIRST_OF_PAIR = 1000;

    /**
     * Tickets, too.
     */
    private record Pair(long number, long negative)
    {
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = simulation.upTo(3);
        final Cluster cluster = simulation.launch(
            new ClusterContext().hosts(hosts).awaitTimeout(Duration.ZERO).sendRingSize(8));
        final Run run = new Run(simulation, cluster);
        run.start();
        simulation.atEnd("Futures", run::end);
    }

    /**
     * What the threads share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Cluster cluster;
        private final Isotach isotach;
        private final IsoLong[] money;
        private final IsoLong moves;
        private final IsoLong tickets;
        private final IsoStruct<Pair> pair;
        private final IsoLong number;
        private final IsoReference<String> text;
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final List<Long> taken = new ArrayList<>();

        // The bodies that have reserved the money. Until they end, changes that come after them have no values.
        private final Set<Object> swapping = new HashSet<>();
        private int running;
        private long moved;
        private String problem;

        Run(final Simulation simulation, final Cluster cluster)
        {
            this.simulation = simulation;
            this.cluster = cluster;
            final int hosts = cluster.hostCount();
            isotach = Isotach.on(cluster, new IsotachContext()
                .sessions(hosts + simulation.random().nextInt(3))
                .copies(1 + simulation.random().nextInt(hosts))
                .executor(tasks::add)
                .memory(1024));
            money = isotach.longs("money", 2, MONEY);
            moves = isotach.longVariable("moves");
            tickets = isotach.longVariable("tickets");
            pair = isotach.struct("pair", new Pair(FIRST_OF_PAIR, -FIRST_OF_PAIR));
            number = isotach.longVariable("number");
            text = isotach.reference("text", "0");
        }

        void start()
        {
            final int count = 1 + simulation.upTo(MAX_THREADS - 1);
            for (int i = 0; i < count; i++)
            {
                final Random random = new Random(simulation.random().nextLong());
                final Host host = cluster.host(i % cluster.hostCount());
                running++;
                simulation.thread("caller-" + i, host, () ->
                {
                    final List<CompletableFuture<?>> futures = new ArrayList<>();
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        call(random, futures);
                        simulation.pause();
                    }
                    futures.forEach(future -> host.waiter().await(future::isDone, "a future", Long.MAX_VALUE));
                    running--;
                });
            }
            simulation.thread("worker", cluster.host(0), () ->
            {
                while (running > 0 || !tasks.isEmpty())
                {
                    final Runnable task = tasks.poll();
                    if (null != task)
                    {
                        task.run();
                    }
                    simulation.pause();
                }
            });
            simulation.thread("tend", cluster.host(0), () ->
            {
                while (!isotach.tend() || running > 0)
                {
                    simulation.pause();
                }
            });
        }

        private void call(final Random random, final List<CompletableFuture<?>> futures)
        {
            switch (random.nextInt(WAYS))
            {
                case 0:
                    moved++;
                    final Set<Object> before = new HashSet<>(swapping);
                    final CompletableFuture<Void> changed =
                        isotach.applyAsync(money[0].add(-1), money[1].add(1), moves.add(1));
                    changed.whenComplete((nothing, failure) -> note(
                        null != failure || Collections.disjoint(before, swapping), "new values not known"));
                    if (random.nextInt(4) == 0)
                    {
                        changed.cancel(false);
                    }
                    futures.add(changed);
                    futures.add(look());
                    break;
                case 1:
                    final long value = random.nextInt(100);
                    final CompletableFuture<Void> written =
                        isotach.writeAsync(batch -> batch.set(number, value).set(text, text(value)));
                    if (random.nextInt(4) == 0)
                    {
                        written.cancel(false);
                    }
                    futures.add(written);
                    break;
                case 2:
                    futures.add(isotach.snapshotAsync(now ->
                    {
                        note(text(now.get(number)).equals(now.get(text)), "a torn write");
                        return null;
                    }, tasks::add, number, text));
                    break;
                case 3:
                    final Object swap = new Object();
                    isotach.update(money).execute(action ->
                    {
                        swapping.add(swap);
                        final long first = action.get(money[0]);
                        simulation.pause();
                        action.set(money[0], action.get(money[1])).set(money[1], first);
                        swapping.remove(swap);
                    });
                    break;
                case 4:
                    isotach.update(number, text).execute(action ->
                    {
                        simulation.pause();
                        action.set(number, action.get(number) + 1);
                        action.set(text, text(action.get(number)));
                    });
                    break;
                default:
                    takeTicket(random.nextInt(5));
                    break;
            }
        }

        private static String text(final long value)
        {
            return Long.toString(value);
        }

        private CompletableFuture<Void> look()
        {
            // At least what has been issued before, by any thread: all of it is before this snapshot.
            final long before = moved;
            return isotach.snapshotAsync(now ->
            {
                note(2 * MONEY == now.get(money[0]) + now.get(money[1]), "money was made");
                note(now.get(moves) >= before - running, now.get(moves) + " moves, and not " + before);
                return null;
            }, tasks::add, money[0], money[1], moves);
        }

        private void takeTicket(final int way)
        {
            switch (way)
            {
                case 0:
                    taken.add(tickets.getAndIncrement());
                    break;
                case 1:
                    taken.add(tickets.updateAndGet(ticket ->
                    {
                        simulation.pause();
                        return ticket + 1;
                    }) - 1);
                    break;
                case 2:
                    taken.add(isTorn(pair.getAndUpdate(before ->
                    {
                        simulation.pause();
                        return new Pair(before.number() + 1, -before.number() - 1);
                    })));
                    break;
                case 3:
                    Pair old = pair.get();
                    Pair seen = pair.compareAndExchange(old, new Pair(old.number() + 1, -old.number() - 1));
                    while (!seen.equals(old))
                    {
                        isTorn(seen);
                        old = seen;
                        seen = pair.compareAndExchange(old, new Pair(old.number() + 1, -old.number() - 1));
                    }
                    taken.add(isTorn(old));
                    break;
                default:
                    long expected = tickets.get();
                    long witness = tickets.compareAndExchange(expected, expected + 1);
                    while (witness != expected)
                    {
                        expected = witness;
                        witness = tickets.compareAndExchange(expected, expected + 1);
                    }
                    taken.add(expected);
                    break;
            }
        }

        private long isTorn(final Pair some)
        {
            note(some.number() == -some.negative(), "a torn record: " + some);
            return some.number();
        }

        private void note(final boolean isTrue, final String what)
        {
            if (!isTrue && null == problem)
            {
                problem = what;
            }
        }

        String end()
        {
            note(moved == moves.get(), moves.get() + " moves, and not " + moved);
            note(2 * MONEY == money[0].get() + money[1].get(), "money was made");
            note(text(number.get()).equals(text.get()), "a torn write");
            final long all = tickets.get() + pair.get().number() - FIRST_OF_PAIR;
            note(taken.size() == all, all + " tickets, and not " + taken.size());
            note(taken.stream().distinct().count() == taken.size(), "a ticket was taken twice");
            return problem;
        }
    }
}
