/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The variables of a random program of threads, and what must always be true of them. Threadsafe.
 */
final class RandomVariables
{
    static final int ACCOUNTS = 6;
    static final long PORTION = 7;
    private static final long TOTAL = 100 * ACCOUNTS;
    private static final long STOCK = 1_000_000;

    final Isotach isotach;
    final IsoLong[] accounts;
    final IsoStruct<Pair> pair;
    final IsoReference<List<Long>> twice;
    final IsoLong tickets;
    final IsoLong bodies;
    final IsoLong stock;
    final Topic<Note> topic;
    final PreparedAction<Void> prepared;
    final PreparedSnapshot<Long> total;
    final PreparedChanges changes;
    private final Set<Long> taken = ConcurrentHashMap.newKeySet();
    private final Count runs = new Count();
    private final Count portions = new Count();
    private final Set<Note> sent = ConcurrentHashMap.newKeySet();
    private final Set<Note> perhapsSent = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * Always equal.
     */
    record Pair(long first, long second)
    {
    }

    /**
     * A message.
     */
    record Note(int thread, int number)
    {
    }

    /**
     * How often something has happened: a call that ends with an exception may have had its effect.
     */
    private static final class Count
    {
        private final AtomicLong certain = new AtomicLong();
        private final AtomicLong uncertain = new AtomicLong();

        void assertMayBe(final long count)
        {
            assertTrue(
                count >= certain.get() && count <= certain.get() + uncertain.get(),
                () -> count + " (expected: " + certain + ", and up to " + uncertain + " more)");
        }
    }

    RandomVariables(final Isotach isotach)
    {
        this.isotach = isotach;
        accounts = isotach.longs("account", ACCOUNTS, TOTAL / ACCOUNTS);
        pair = isotach.struct("pair", new Pair(0, 0));
        twice = isotach.reference("twice", List.of(0L, 0L));
        tickets = isotach.longVariable("tickets");
        bodies = isotach.longVariable("bodies");
        stock = isotach.longVariable("stock", STOCK);
        topic = isotach.topic("notes");
        prepared = isotach.update(accounts[0], accounts[1]).prepare(action ->
        {
            move(action, 0, 1, 1);
            return null;
        });
        total = isotach.prepare(this::sum, accounts);
        changes = isotach.prepare(accounts[2].add(-3), accounts[3].add(3));
    }

    /**
     * The function of the stock: takes a portion if there is one.
     */
    static long take(final long stock, final long portion)
    {
        return stock >= portion ? stock - portion : stock;
    }

    void move(final Action action, final int from, final int to, final long amount)
    {
        action.set(accounts[from], action.get(accounts[from]) - amount);
        action.set(accounts[to], action.get(accounts[to]) + amount);
    }

    long sum(final Snapshot snapshot)
    {
        return TestIsotach.sum(snapshot, accounts);
    }

    static void checkTotal(final long sum)
    {
        assertEquals(TOTAL, sum, "money was lost or made");
    }

    static void checkPair(final Pair seen)
    {
        assertEquals(seen.first(), seen.second(), "half of a struct");
    }

    static void checkTwice(final List<Long> seen)
    {
        assertEquals(seen.get(0), seen.get(1));
    }

    void hasTaken(final long ticket, final long before)
    {
        assertTrue(taken.add(ticket), () -> "ticket " + ticket + " was given twice");
        assertTrue(ticket > before, () -> "ticket " + ticket + " behind " + before);
    }

    /**
     * Notes that a body has run.
     *
     * @param isCertain has its action taken effect? Otherwise that is not known.
     */
    void hasRun(final boolean isCertain)
    {
        (isCertain ? runs.certain : runs.uncertain).incrementAndGet();
    }

    void hasTakenPortion(final boolean isCertain)
    {
        (isCertain ? portions.certain : portions.uncertain).incrementAndGet();
    }

    void hasSent(final Note note, final boolean isCertain)
    {
        (isCertain ? sent : perhapsSent).add(note);
    }

    void fails(final Throwable failure)
    {
        failures.add(failure);
    }

    Queue<Throwable> failures()
    {
        return failures;
    }

    /**
     * Nobody uses the variables any more: none is reserved, and each has a value that it may have.
     */
    void checkAtTheEnd()
    {
        isotach.update(pair, twice).execute(action -> checkPair(action.get(pair)));
        checkTotal(isotach.update(accounts).run(this::sum));
        isotach.update(tickets, bodies, stock).execute(action ->
        {
            assertTrue(action.get(tickets) >= taken.size());
            runs.assertMayBe(action.get(bodies));
            final long gone = STOCK - action.get(stock);
            assertEquals(0, gone % PORTION);
            portions.assertMayBe(gone / PORTION);
        });
    }

    /**
     * @param received all messages that a subscriber has received.
     */
    void checkReceived(final List<Note> received)
    {
        final Set<Note> each = Set.copyOf(received);
        assertEquals(each.size(), received.size(), "a message came twice");
        assertTrue(each.containsAll(sent), "a message was lost");
        assertTrue(each.stream().allMatch(note -> sent.contains(note) || perhapsSent.contains(note)));
    }
}
