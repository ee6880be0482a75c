/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Snapshot;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.simulation.Simulation;

/**
 * What the programs of one member share, or all if there are no members, and what must be true at the end.
 */
final class ActionsRun
{
    /**
     * Initial value of the counter, with members.
     */
    static final int FIRST_COUNT = 1000;

    // Balance of an account at first: all bits count, and the sign.
    private static final long INITIAL = -1L << 40;
    private static final int MAX_SESSIONS = 3;
    private static final int DRAWN = 0;

    final ActionsShared shared;
    final Simulation simulation;
    final SerialOrder order;
    final Cluster cluster;
    final Isotach isotach;
    final IsoStruct<Account>[] accounts;
    final IsoLong[] bits;
    final IsoLong[] blind;

    final IsoReference<String> text;

    // Says what the text is; null without members.
    final IsoLong label;

    // Only grows.
    final IsoLong counter;

    // Of each program: what others wait for.
    final IsoLong[] progress;
    final Topic<SerialOrder.Step> topic;
    final Queue<Runnable> tasks = new ArrayDeque<>();

    // Those that may wait, one at a time: nothing must wait behind them.
    final Queue<Runnable> slowTasks = new ArrayDeque<>();
    boolean isWorkerBusy;
    private final long money;
    private final List<Subscription<SerialOrder.Step>> subscriptions = new ArrayList<>();

    /**
     * @param version number of changes.
     */
    record Account(long balance, long version)
    {
    }

    /**
     * Without other members.
     */
    ActionsRun(final ActionsShared shared, final Cluster cluster, final int programCount)
    {
        this(shared, cluster, new IsotachContext(), programCount, DRAWN);
    }

    /**
     * @param context the settings, of which some are set here.
     * @param count   number of accounts, which have no money at first; or {@link #DRAWN}.
     */
    ActionsRun(
        final ActionsShared shared,
        final Cluster cluster,
        final IsotachContext context,
        final int programCount,
        final int count)
    {
        this.shared = shared;
        this.cluster = cluster;
        simulation = shared.simulation;
        order = shared.order;
        final boolean isAlone = DRAWN == count;
        context
            .sessions(cluster.localHosts().size() + simulation.random().nextInt(MAX_SESSIONS))
            .memory(4096)
            .executor(tasks::add);
        isotach = Isotach.on(
            cluster,
            isAlone ? context.copies(1 + simulation.random().nextInt(cluster.hostCount())) : context);
        accounts = isotach.structs("account", isAlone ? 1 + simulation.upTo(4) : count, Account.class);
        money = isAlone ? INITIAL * accounts.length : 0;
        if (isAlone)
        {
            isotach.write(batch ->
            {
                for (final IsoStruct<Account> account : accounts)
                {
                    batch.set(account, new Account(INITIAL, 0));
                }
            });
        }
        bits = isotach.longs("bits", 2, 0);
        blind = isotach.longs("blind", 2, 0);
        progress = isotach.longs("progress", programCount, 0);
        text = isotach.reference("text", isAlone ? "text 0" : textOf(FIRST_COUNT + 1));
        label = isAlone ? null : isotach.longVariable("label", FIRST_COUNT + 1);
        counter = isotach.longVariable("counter", isAlone ? 0 : FIRST_COUNT);
        topic = isotach.topic("steps");
        for (int i = simulation.random().nextInt(3); i > 0; i--)
        {
            subscriptions.add(topic.subscribe());
        }
    }

    /**
     * Returns the text that belongs to a label: sometimes none.
     */
    static String textOf(final long number)
    {
        return 0 == number % 4 ? null : "text of " + number;
    }

    /**
     * Returns whether the text is as it must be.
     *
     * @param now with the text, and the label, if there is one.
     */
    boolean isTextRight(final Snapshot now)
    {
        return null == label ? null != now.get(text) : Objects.equals(textOf(now.get(label)), now.get(text));
    }

    /**
     * Returns a host of this member.
     */
    Host host()
    {
        return cluster.localHosts().get(0);
    }

    /**
     * Joins the other members, if there are any.
     */
    void join()
    {
        isotach.join();
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
        return isotach.tend() && isIdle && shared.isOver();
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
        return null == task && shared.isOver();
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
        return total == money ? null : total + " are left of " + money;
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
        if (null != label)
        {
            all.add(label);
        }
        all.add(counter);
        return isotach.update(all.toArray(IsoVariable[]::new)).run(action ->
        {
            if (action.get(bits[0]) != action.get(bits[1]) || action.get(bits[0]) != (1L << shared.nextBit) - 1)
            {
                return "bits " + action.get(bits[0]) + " and " + action.get(bits[1]) + " of " + shared.nextBit;
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
            return isTextRight(action) ? null : "not the object that is referred to: " + action.get(text);
        });
    }

    /**
     * Returns what each subscriber has received.
     */
    List<List<SerialOrder.Step>> received()
    {
        final List<List<SerialOrder.Step>> all = new ArrayList<>();
        for (final Subscription<SerialOrder.Step> subscription : subscriptions)
        {
            final List<SerialOrder.Step> received = new ArrayList<>();
            SerialOrder.Step step = subscription.poll();
            while (null != step)
            {
                received.add(step);
                step = subscription.poll();
            }
            all.add(received);
        }
        return all;
    }
}
