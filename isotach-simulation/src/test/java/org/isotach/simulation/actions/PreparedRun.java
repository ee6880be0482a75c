/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

import org.isotach.actions.IsoBoolean;
import org.isotach.actions.IsoDouble;
import org.isotach.actions.IsoInt;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Snapshot;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.simulation.Simulation;
import org.isotach.simulation.ThreadBody;

/**
 * The variables of a run of prepared changes and snapshots, and what is true of them at each point in the order. There
 * are two groups: that of registered functions, and that of built-in ones, whose changes one host makes at once.
 */
final class PreparedRun
{
    static final int MAX_WRITERS = 3;

    /**
     * Number of the registered function.
     */
    static final int FUNCTION = 5;

    /**
     * What each change adds to the total: exact as a {@code double}.
     */
    static final double GRAIN = 0.25;
    private static final int BALANCES = 3;

    // Sums wrap around.
    private static final int MONEY = Integer.MAX_VALUE - 40;
    private static final int FIRST_TICKET = Integer.MAX_VALUE - 2;
    private static final double NOTHING = 100;
    private static final int WORKERS = 2;

    final Simulation simulation;
    final Isotach isotach;
    final SerialOrder order = new SerialOrder();
    final int writers;

    // Registered functions: the history has a digit for each change, which is its writer.
    final IsoLong[] done;
    final IsoLong history;
    final IsoInt[] balances;
    final IsoDouble total;
    final IsoDouble lowest;
    final IsoBoolean[] hasBegun;
    final double[] lows;

    // Built-in functions.
    final IsoLong[] moves;
    final IsoLong left;
    final IsoLong right;

    // The label says what the text is.
    final IsoReference<String> text;
    final IsoLong label;
    final Topic<Long> topic;
    final Queue<Runnable> tasks = new ArrayDeque<>();

    // Of the variables of each group: actions and reservations that have them.
    final Set<Object> holders = new HashSet<>();
    final Set<Object> holdersOfMoves = new HashSet<>();

    // Number of messages.
    int sent;
    private final Cluster cluster;
    private final IsoBoolean lock;
    private final IsoInt tickets;
    private final List<Subscription<Long>> subscriptions = new ArrayList<>();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final Set<Long> histories = new HashSet<>();
    private final Set<Integer> takenTickets = new HashSet<>();
    private int countOfTickets;
    private double seenTotal;
    private boolean isLocked;
    private int running;
    private String problem;

    /**
     * What a handler throws.
     */
    private static final class Refused extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        private Refused()
        {
            super("refused", null, false, false);
        }
    }

    /**
     * The values of the first group.
     */
    record Seen(long[] done, long history, int[] balances, double total, double lowest, boolean[] hasBegun)
    {
    }

    /**
     * Has a handler, which throws for some messages.
     */
    private final class Subscriber
    {
        private final List<Long> received = new ArrayList<>();
        private boolean isInside;

        private void handle(final long message)
        {
            note(!isInside, "two threads are inside the handler of one subscription");
            isInside = true;
            received.add(message);
            simulation.pause();
            isInside = false;
            if (0 == message % 3)
            {
                throw new Refused();
            }
        }
    }

    PreparedRun(final Simulation simulation, final Cluster cluster, final int writers)
    {
        this.simulation = simulation;
        this.cluster = cluster;
        this.writers = writers;
        final Random random = simulation.random();
        final int hosts = cluster.hostCount();
        isotach = Isotach.on(cluster, new IsotachContext()
            .sessions(hosts + random.nextInt(3))
            .copies(1 + random.nextInt(hosts))
            .function(FUNCTION, PreparedRun::combine)
            .executor(tasks::add)
            .memory(1024));
        done = isotach.longs("done", writers, 0);
        history = isotach.longVariable("history");
        balances = isotach.ints("balance", BALANCES, MONEY);
        total = isotach.doubleVariable("total");
        lowest = isotach.doubleVariable("lowest", NOTHING);
        hasBegun = isotach.booleans("hasBegun", writers, false);
        moves = isotach.longs("moves", writers, 0);
        left = isotach.longVariable("left");
        right = isotach.longVariable("right");
        text = isotach.reference("text", textOf(0));
        label = isotach.longVariable("label");
        lock = isotach.booleanVariable("lock");
        tickets = isotach.intVariable("tickets", FIRST_TICKET);
        topic = isotach.topic("histories");
        lows = random.doubles(writers, -4, 0).map(low -> Math.rint(4 * low) / 4 - GRAIN).toArray();
        for (int i = random.nextInt(3); i >= 0; i--)
        {
            subscribe(random.nextInt(3));
        }
    }

    private void subscribe(final int how)
    {
        if (0 == how)
        {
            subscriptions.add(topic.subscribe());
            return;
        }
        final Subscriber subscriber = new Subscriber();
        subscribers.add(subscriber);
        if (1 == how)
        {
            // On the thread that executes.
            topic.subscribe(subscriber.received::add, Runnable::run);
        }
        else
        {
            topic.subscribe(subscriber::handle, tasks::add);
        }
    }

    /**
     * The registered function: who computes it twice, or not in order, has another history.
     */
    static long combine(final long before, final long digit)
    {
        return before << 3 | digit;
    }

    static String textOf(final long number)
    {
        return "text of " + number;
    }

    /**
     * All variables of the first group, in the order of their addresses.
     */
    IsoVariable[] all()
    {
        final List<IsoVariable> all = new ArrayList<>(List.of(done));
        all.add(history);
        all.addAll(List.of(balances));
        all.add(total);
        all.add(lowest);
        all.addAll(List.of(hasBegun));
        // Twice, and comes once.
        all.add(done[0]);
        return all.toArray(IsoVariable[]::new);
    }

    Seen seen(final Snapshot now)
    {
        final long[] seenDone = new long[writers];
        final boolean[] seenBegun = new boolean[writers];
        for (int i = 0; i < writers; i++)
        {
            seenDone[i] = now.get(done[i]);
            seenBegun[i] = now.get(hasBegun[i]);
        }
        final int[] seenBalances = new int[BALANCES];
        for (int i = 0; i < BALANCES; i++)
        {
            seenBalances[i] = now.get(balances[i]);
        }
        return new Seen(seenDone, now.get(history), seenBalances, now.get(total), now.get(lowest), seenBegun);
    }

    /**
     * Does the same with the words of {@link #all()}.
     */
    Seen seen(final long[] words)
    {
        int place = 0;
        final long[] seenDone = new long[writers];
        for (int i = 0; i < writers; i++)
        {
            seenDone[i] = words[place++];
        }
        final long seenHistory = words[place++];
        final int[] seenBalances = new int[BALANCES];
        for (int i = 0; i < BALANCES; i++)
        {
            seenBalances[i] = (int)words[place];
            note(seenBalances[i] == words[place], "a balance is the word " + words[place]);
            place++;
        }
        final double seenTotalNow = Double.longBitsToDouble(words[place++]);
        final double seenLowest = Double.longBitsToDouble(words[place++]);
        final boolean[] seenBegun = new boolean[writers];
        for (int i = 0; i < writers; i++)
        {
            seenBegun[i] = 1 == words[place];
            note(seenBegun[i] || 0 == words[place], "a boolean is the word " + words[place]);
            place++;
        }
        return new Seen(seenDone, seenHistory, seenBalances, seenTotalNow, seenLowest, seenBegun);
    }

    int words()
    {
        return 3 + BALANCES + 2 * writers;
    }

    /**
     * The step has read the first group.
     */
    void hasRead(final SerialOrder.Step step, final Seen seen)
    {
        long sum = 0;
        double low = NOTHING;
        for (int i = 0; i < writers; i++)
        {
            final long count = seen.done()[i];
            step.read(i, count);
            sum += count;
            low = count > 0 ? Math.min(low, lows[i]) : low;
            note(count == digits(seen.history(), i), step + ": writer " + i + " has made " + count +
                " changes, and the history is " + Long.toOctalString(seen.history()));
            note(count > 0 == seen.hasBegun()[i], step + ": begun is " + seen.hasBegun()[i] + " after " + count);
        }
        int money = 0;
        for (final int balance : seen.balances())
        {
            money += balance;
        }
        note(BALANCES * MONEY == money, step + ": " + money + " are left of " + BALANCES * MONEY);
        note(GRAIN * sum == seen.total(), step + ": the total is " + seen.total() + " after " + sum + " changes");
        note(low == seen.lowest(), step + ": the lowest is " + seen.lowest() + " and not " + low);
        histories.add(seen.history());
    }

    /**
     * The step has read three variables of the first group.
     */
    void hasReadApart(final SerialOrder.Step step, final long ofFirst, final long seenHistory, final double totalNow)
    {
        step.read(0, ofFirst);
        note(ofFirst == digits(seenHistory, 0) && GRAIN * length(seenHistory) == totalNow, step + ": " + ofFirst +
            " changes of the first writer, history " + Long.toOctalString(seenHistory) + ", total " + totalNow);
        histories.add(seenHistory);
    }

    /**
     * The step has read the second group.
     *
     * @param words of the moves, and the values of both sides.
     */
    void hasMoved(final SerialOrder.Step step, final long[] words)
    {
        long sum = 0;
        for (int i = 0; i < writers; i++)
        {
            step.read(writers + i, words[i]);
            sum += words[i];
        }
        note(-sum == words[writers] && sum == words[writers + 1],
            step + ": " + sum + " moves, and " + words[writers] + " beside " + words[writers + 1]);
    }

    long[] moved(final Snapshot now)
    {
        final long[] words = new long[writers + 2];
        for (int i = 0; i < writers; i++)
        {
            words[i] = now.get(moves[i]);
        }
        words[writers] = now.get(left);
        words[writers + 1] = now.get(right);
        return words;
    }

    void hasReadText(final String seen, final long number)
    {
        note(textOf(number).equals(seen), "\"" + seen + "\" beside " + number);
    }

    private static int length(final long history)
    {
        return (Long.SIZE + 2 - Long.numberOfLeadingZeros(history)) / 3;
    }

    private static int digits(final long history, final int writer)
    {
        int count = 0;
        for (long rest = history; 0 != rest; rest >>>= 3)
        {
            count += (rest & 7) == writer + 1 ? 1 : 0;
        }
        return count;
    }

    private static boolean isPrefix(final long one, final long other)
    {
        return length(one) <= length(other) && one == other >>> 3 * (length(other) - length(one));
    }

    /**
     * Single reads: no value that has been seen before.
     */
    void readTotal()
    {
        final double before = seenTotal;
        final double now = total.get();
        note(now >= before, "the total is " + now + " and was " + before);
        seenTotal = Math.max(seenTotal, now);
    }

    void lock(final boolean isComparing)
    {
        if (isComparing ? lock.compareAndSet(false, true) : !lock.getAndSet(true))
        {
            note(!isLocked && lock.get(), "two threads have the lock");
            isLocked = true;
            simulation.pause();
            isLocked = false;
            lock.set(false);
        }
    }

    void takeTicket(final int how)
    {
        final int ticket;
        switch (how)
        {
            case 0:
                ticket = tickets.getAndIncrement();
                break;
            case 1:
                ticket = tickets.updateAndGet(before ->
                {
                    simulation.pause();
                    return before + 1;
                }) - 1;
                break;
            default:
                ticket = tickets.get();
                if (!tickets.compareAndSet(ticket, ticket + 1))
                {
                    return;
                }
                break;
        }
        countOfTickets++;
        note(takenTickets.add(ticket), "ticket " + ticket + " was taken twice");
    }

    void thread(final String name, final Host host, final ThreadBody body)
    {
        running++;
        simulation.thread(name, host, () ->
        {
            body.run();
            running--;
        });
    }

    /**
     * Starts what the library has no threads for here.
     */
    void start()
    {
        for (int i = 0; i < WORKERS; i++)
        {
            simulation.thread("worker-" + i, cluster.host(0), () ->
            {
                while (running > 0 || !tasks.isEmpty())
                {
                    work();
                    simulation.pause();
                }
            });
        }
        simulation.thread("tend", cluster.host(0), () ->
        {
            while (!isotach.tend() || running > 0)
            {
                simulation.pause();
            }
        });
    }

    private void work()
    {
        final Runnable task = tasks.poll();
        if (null != task)
        {
            try
            {
                task.run();
            }
            catch (final Refused ex)
            {
                // Of a handler: the messages behind it come nevertheless.
            }
        }
    }

    void note(final boolean isTrue, final String what)
    {
        if (!isTrue && null == problem)
        {
            problem = what;
        }
    }

    /**
     * Also waits for ever if something is reserved.
     */
    String end()
    {
        while (!tasks.isEmpty())
        {
            work();
        }
        final SerialOrder.Step step = order.begin("the end");
        isotach.update(all()).execute(action -> hasRead(step, seen(action)));
        isotach.update(left, right, label, text).reading(moves).execute(action ->
        {
            hasMoved(step, moved(action));
            hasReadText(action.get(text), action.get(label));
        });
        order.end(step);
        note(FIRST_TICKET + countOfTickets == tickets.get(), countOfTickets + " tickets, and " + tickets.get());
        final long last = history.get();
        for (final long seen : histories)
        {
            note(isPrefix(seen, last),
                "the history was " + Long.toOctalString(seen) + " and is " + Long.toOctalString(last));
        }
        return problem;
    }

    /**
     * All subscribers have received the same, in the order of the actions.
     */
    String messages()
    {
        final List<List<Long>> all = new ArrayList<>();
        for (final Subscription<Long> subscription : subscriptions)
        {
            final List<Long> received = new ArrayList<>();
            for (Long message = subscription.poll(); null != message; message = subscription.poll())
            {
                received.add(message);
            }
            all.add(received);
        }
        subscribers.forEach(subscriber -> all.add(subscriber.received));
        for (final List<Long> received : all)
        {
            if (!received.equals(all.get(0)) || sent != received.size())
            {
                return "one subscriber has received " + received + ", and another one " + all.get(0) + ", of " + sent;
            }
            for (int i = 1; i < received.size(); i++)
            {
                if (!isPrefix(received.get(i - 1), received.get(i)))
                {
                    return "received out of order: " + received;
                }
            }
        }
        return null;
    }
}
