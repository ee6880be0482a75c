/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.isotach.HostExpelledException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.simulation.Simulation;
import org.isotach.smm.SchedCancelledException;

/**
 * What the programs of a run share in which a host is expelled, and what must be true at its end.
 */
final class ExpelRun
{
    // Balance of an account at first: all bits count, and the sign.
    private static final long INITIAL = -1L << 40;
    private static final int MAX_SESSIONS = 3;
    private static final int MAX_PAUSES = 400;

    final Simulation simulation;
    final Cluster cluster;
    final Isotach isotach;
    final IsoStruct<Account>[] accounts;

    // Written together.
    final IsoLong[] pair;
    final IsoReference<String> text;

    // Of each program: what others wait for.
    final IsoLong[] progress;

    // Only grows: additions that have returned, those that have failed, and the largest value that somebody has read.
    final IsoLong counter;
    long counted;
    long maybeCounted;
    long seen;
    final Topic<SerialOrder.Step> topic;
    final SerialOrder order = new SerialOrder();
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final List<ExpelProgram> programs = new ArrayList<>();
    private final int victim;
    private final int sessions;

    // One at each host.
    private final List<Subscription<SerialOrder.Step>> subscriptions = new ArrayList<>();
    private boolean isExpelling;
    private boolean hasExpelled;

    /**
     * @param version number of changes.
     * @param writer  number of the step that has written it.
     */
    record Account(long balance, long version, long writer)
    {
    }

    ExpelRun(final Simulation simulation, final Cluster cluster, final int victim, final int programCount)
    {
        this.simulation = simulation;
        this.cluster = cluster;
        this.victim = victim;
        final int hosts = cluster.hostCount();
        sessions = hosts + simulation.random().nextInt(MAX_SESSIONS);
        isotach = Isotach.on(cluster, new IsotachContext()
            .sessions(sessions)
            .copies(2 + simulation.random().nextInt(hosts - 1))
            .memory(4096)
            .executor(tasks::add));
        accounts = isotach.structs("account", 1 + simulation.upTo(4), Account.class);
        isotach.write(batch ->
        {
            for (final IsoStruct<Account> account : accounts)
            {
                batch.set(account, new Account(INITIAL, 0, 0));
            }
        });
        pair = isotach.longs("pair", 2, 0);
        progress = isotach.longs("progress", programCount, 0);
        text = isotach.reference("text", "text 0");
        counter = isotach.longVariable("counter");
        topic = isotach.topic("steps");
        for (int i = 0; i < hosts; i++)
        {
            subscriptions.add(topic.subscribe());
        }
    }

    /**
     * A host that is not expelled.
     */
    Host survivor()
    {
        return cluster.host((victim + 1) % cluster.hostCount());
    }

    void pause(final int times)
    {
        for (int i = 0; i < times; i++)
        {
            simulation.pause();
        }
    }

    void expel()
    {
        pause(simulation.random().nextInt(MAX_PAUSES));
        if (simulation.random().nextBoolean())
        {
            simulation.note("host " + victim + " crashes");
            simulation.crash(cluster.host(victim));
            pause(simulation.random().nextInt(64));
        }
        isExpelling = true;
        cluster.expel(victim);
        hasExpelled = true;
    }

    /**
     * May a call fail like that at present?
     */
    boolean isNoSurprise(final Throwable failure)
    {
        return isExpelling && (failure instanceof HostExpelledException || failure instanceof SchedCancelledException);
    }

    /**
     * May a call fail like that at present that needs only variables which nobody sets while they are reserved? It does
     * not fail because it waits for those of another host.
     */
    boolean isLostWithTheHost(final Throwable failure)
    {
        return isExpelling && failure instanceof HostExpelledException &&
            failure.getMessage().startsWith("host " + victim + " was expelled");
    }

    /**
     * What the library has no thread for here: true when nothing is left.
     */
    boolean tend()
    {
        final boolean isIdle = tasks.isEmpty();
        while (!tasks.isEmpty())
        {
            tasks.poll().run();
        }
        return isotach.tend() && isIdle && hasExpelled && programs.stream().allMatch(ExpelProgram::isOver);
    }

    /**
     * By whichever session: nothing fails any more.
     */
    String goesOn()
    {
        for (int i = 0; i < 2 * sessions; i++)
        {
            isotach.update(pair).reading(text).execute(action ->
                action.set(pair[0], action.get(pair[0]) + 1).set(pair[1], action.get(pair[1]) + 1));
            isotach.snapshot(now -> now.get(pair[0]), pair[0], text);
        }
        return null;
    }

    /**
     * Also waits for ever if something is reserved.
     */
    String nothingReserved()
    {
        final List<IsoVariable> all = new ArrayList<>(List.of(accounts));
        all.addAll(List.of(pair));
        all.addAll(List.of(progress));
        all.add(text);
        all.add(counter);
        return isotach.update(all.toArray(IsoVariable[]::new)).run(action ->
        {
            long sum = 0;
            for (int i = 0; i < accounts.length; i++)
            {
                sum += action.get(accounts[i]).balance();
                order.saw(i, action.get(accounts[i]).writer());
            }
            order.endDoubts();
            if (sum != INITIAL * accounts.length)
            {
                return sum + " are left of " + INITIAL * accounts.length;
            }
            final long count = action.get(counter);
            return count >= Math.max(counted, seen) && count <= counted + maybeCounted ? null :
                "counted to " + count + " by " + counted + " to " + (counted + maybeCounted) + ", seen " + seen;
        });
    }

    String allOrNothing()
    {
        return isotach.snapshot(now ->
        {
            if (now.get(pair[0]) != now.get(pair[1]) || null == now.get(text))
            {
                return "pair " + now.get(pair[0]) + " and " + now.get(pair[1]) + ", text " + now.get(text);
            }
            for (int i = 0; i < accounts.length; i++)
            {
                if (now.get(accounts[i]).version() != order.versions(i))
                {
                    return now.get(accounts[i]) + ", but " + order.versions(i) + " changes of account " + i;
                }
            }
            return null;
        }, allButCounters());
    }

    private IsoVariable[] allButCounters()
    {
        final List<IsoVariable> all = new ArrayList<>(List.of(accounts));
        all.addAll(List.of(pair));
        all.add(text);
        return all.toArray(IsoVariable[]::new);
    }

    /**
     * Those who are left have received the messages of what has taken effect, in one order; who has gone has received
     * the first of them.
     */
    String sameMessages()
    {
        final List<List<SerialOrder.Step>> received = new ArrayList<>();
        for (final Subscription<SerialOrder.Step> subscription : subscriptions)
        {
            final List<SerialOrder.Step> own = new ArrayList<>();
            for (SerialOrder.Step step = subscription.poll(); null != step; step = subscription.poll())
            {
                own.add(step);
            }
            received.add(own);
        }
        final List<SerialOrder.Step> first = received.get((victim + 1) % received.size());
        for (int host = 0; host < received.size(); host++)
        {
            final List<SerialOrder.Step> own = received.get(host);
            final boolean isRight = victim == host ?
                own.size() <= first.size() && own.equals(first.subList(0, own.size())) : own.equals(first);
            if (!isRight)
            {
                return "host " + host + " has received " + own + ", and another one " + first;
            }
        }
        for (final SerialOrder.Step step : first)
        {
            if (!order.isEffective(step))
            {
                return "a message of " + step + ", which has changed nothing";
            }
            order.received(step);
        }
        return order.unsent();
    }

    String bodiesOnce()
    {
        return programs.stream().map(ExpelProgram::problem).filter(problem -> null != problem)
            .findFirst().orElse(null);
    }
}
