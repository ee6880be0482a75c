/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.simulation.Simulation;

/**
 * What the programs of a run share, and what must be true at its end.
 */
final class ActionsRun
{
    static final int INITIAL = 100;
    private static final int MAX_SESSIONS = 3;

    final Simulation simulation;
    final Cluster cluster;
    final Isotach isotach;
    final IsoStruct<Account>[] accounts;
    final IsoLong[] bits;
    final IsoLong[] blind;
    final IsoReference<String> text;

    // Only grows: additions that have returned, and the largest value that somebody has read.
    final IsoLong counter;
    long counted;
    long seen;

    // Of each program: what others wait for.
    final IsoLong[] progress;
    final Topic<SerialOrder.Step> topic;
    final SerialOrder order = new SerialOrder();
    final Queue<Runnable> tasks = new ArrayDeque<>();

    // Those that may wait, one at a time: nothing must wait behind them.
    final Queue<Runnable> slowTasks = new ArrayDeque<>();
    boolean isWorkerBusy;
    final List<ActionsProgram> programs = new ArrayList<>();
    int nextBit;
    private final List<Subscription<SerialOrder.Step>> subscriptions = new ArrayList<>();

    /**
     * @param version number of changes.
     */
    record Account(long balance, long version)
    {
    }

    @SuppressWarnings({ "unchecked", "rawtypes" })
    ActionsRun(final Simulation simulation, final Cluster cluster, final int programCount)
    {
        this.simulation = simulation;
        this.cluster = cluster;
        final int hosts = cluster.hostCount();
        isotach = Isotach.on(cluster, new IsotachContext()
            .sessions(hosts + simulation.random().nextInt(MAX_SESSIONS))
            .copies(1 + simulation.random().nextInt(hosts))
            .memory(4096)
            .executor(tasks::add));
        accounts = new IsoStruct[1 + simulation.upTo(4)];
        Arrays.setAll(accounts, i -> isotach.struct("account " + i, Account.class));
        isotach.write(batch ->
        {
            for (final IsoStruct<Account> account : accounts)
            {
                batch.set(account, new Account(INITIAL, 0));
            }
        });
        bits = isotach.longs("bits", 2, 0);
        blind = isotach.longs("blind", 2, 0);
        progress = isotach.longs("progress", programCount, 0);
        text = isotach.reference("text", "text 0");
        counter = isotach.longVariable("counter");
        topic = isotach.topic("steps");
        for (int i = simulation.random().nextInt(3); i > 0; i--)
        {
            subscriptions.add(topic.subscribe());
        }
    }

    boolean isOver()
    {
        return programs.stream().allMatch(ActionsProgram::isOver);
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
        return isotach.tend() && isIdle && isOver();
    }

    /**
     * One of the tasks that may wait: true when there is none, and none will come.
     */
    boolean work()
    {
        final Runnable task = slowTasks.poll();
        if (null != task)
        {
            task.run();
        }
        return null == task && isOver();
    }

    String moneyKept()
    {
        final long total = isotach.snapshot(now ->
        {
            long sum = 0;
            for (final IsoStruct<Account> account : accounts)
            {
                sum += now.get(account).balance();
            }
            return sum;
        }, accounts);
        return total == (long)INITIAL * accounts.length ? null : total + " are left of " + INITIAL * accounts.length;
    }

    /**
     * Also waits for ever if something is reserved.
     */
    String nothingReserved()
    {
        final List<IsoVariable> all = new ArrayList<>(List.of(accounts));
        all.addAll(List.of(bits));
        all.addAll(List.of(blind));
        all.addAll(List.of(progress));
        all.add(text);
        all.add(counter);
        return isotach.update(all.toArray(IsoVariable[]::new)).run(action ->
        {
            if (action.get(bits[0]) != action.get(bits[1]) || action.get(bits[0]) != (1L << nextBit) - 1)
            {
                return "bits " + action.get(bits[0]) + " and " + action.get(bits[1]) + " of " + nextBit;
            }
            if (action.get(blind[0]) != action.get(blind[1]))
            {
                return "blind writes " + action.get(blind[0]) + " and " + action.get(blind[1]);
            }
            for (int i = 0; i < accounts.length; i++)
            {
                if (action.get(accounts[i]).version() != order.versions(i))
                {
                    return action.get(accounts[i]) + ", but " + order.versions(i) + " changes of account " + i;
                }
            }
            return null == action.get(text) ? "an object that is referred to was removed" : null;
        });
    }

    String serialOrder()
    {
        List<SerialOrder.Step> first = null;
        for (final Subscription<SerialOrder.Step> subscription : subscriptions)
        {
            final List<SerialOrder.Step> received = new ArrayList<>();
            SerialOrder.Step step = subscription.poll();
            while (null != step)
            {
                received.add(step);
                step = subscription.poll();
            }
            if (null != first && !first.equals(received))
            {
                return "one subscriber has received " + first + ", and another one " + received;
            }
            first = received;
        }
        if (null != first)
        {
            first.forEach(order::received);
        }
        return order.violation();
    }

    String bodiesOnce()
    {
        return programs.stream().map(ActionsProgram::problem).filter(problem -> null != problem)
            .findFirst().orElse(null);
    }
}
