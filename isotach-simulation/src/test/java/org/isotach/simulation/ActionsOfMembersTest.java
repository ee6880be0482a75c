/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import org.isotach.ClusterClosedException;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachInterruptedException;
import org.isotach.actions.DeadlockException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Pipeline;
import org.isotach.actions.Placement;
import org.isotach.actions.Reservation;
import org.isotach.actions.Snapshot;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Atomic actions of members on threads of their own, with trunks in memory.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionsOfMembersTest extends MembersOfActions
{
    private static final int ACCOUNTS = 6;
    private static final int INITIAL = 100;

    private static final BiConsumer<Isotach, IsoLong> RESERVE = (isotach, x) -> isotach.reserve(x).close();

    /**
     * A variable of two words.
     */
    record Point(int x, int y)
    {
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGiveVariablesBackBeforeAMemberCloses(final ThreadingMode mode) throws Exception
    {
        final CountDownLatch closing = new CountDownLatch(1);
        assertEquals(List.of(1L, 0L, 0L), all(own -> closeEarly(own, mode, closing)));
    }

    /**
     * The last member closes while variables are still reserved for a call that was interrupted.
     */
    private long closeEarly(final int own, final ThreadingMode mode, final CountDownLatch closing) throws Exception
    {
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoLong x = isotach.longVariable("x");
            final IsoLong step = isotach.longVariable("step");
            isotach.join();
            if (0 == own)
            {
                try (Reservation held = isotach.reserve(x))
                {
                    isotach.apply(step.add(1));
                    await(isotach, step, 2);
                    closing.await();
                    assertFalse(held.isEnded());
                }
                return x.addAndGet(1);
            }
            await(isotach, step, 1);
            if (MEMBERS.count() - 1 == own)
            {
                Thread.currentThread().interrupt();
                assertThrows(
                    IsotachInterruptedException.class, () -> isotach.update(x).execute(action -> action.set(x, 7)));
                assertTrue(Thread.interrupted());
                isotach.apply(step.add(1));
                new Thread(() -> countDownWhenClosed(isotach, closing)).start();
            }
            return 0;
        }
    }

    private static void countDownWhenClosed(final Isotach isotach, final CountDownLatch closing)
    {
        try
        {
            while (true)
            {
                isotach.write(batch ->
                {
                });
                Thread.onSpinWait();
            }
        }
        catch (final ClusterClosedException ex)
        {
            closing.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldActInOneOrder(final ThreadingMode mode) throws Exception
    {
        final List<List<String>> seen = all(own -> act(own, mode));
        for (final List<String> other : seen)
        {
            assertEquals(seen.get(0), other);
        }
        assertEquals(MEMBERS.count() * ROUNDS + 1, seen.get(0).size());
    }

    /**
     * @return the messages in the order in which this member has received them, then all variables.
     */
    private List<String> act(final int own, final ThreadingMode mode)
    {
        final List<String> seen = new ArrayList<>();
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoLong[] accounts = isotach.longs("account", ACCOUNTS, INITIAL);
            final IsoLong counter = isotach.longVariable("counter");
            final IsoLong mixed = isotach.longVariable("mixed", 1);
            final IsoStruct<Point> point = isotach.struct("point", Point.class);
            isotach.join();
            final Topic<String> topic = isotach.topic("transfers");
            final Subscription<String> subscription = topic.subscribe();
            // A message comes to those who have subscribed.
            isotach.apply(counter.add(1));
            await(isotach, counter, MEMBERS.count());
            for (int round = 0; round < ROUNDS; round++)
            {
                transfer(isotach, accounts, topic, own, round);
                isotach.apply(mixed.update(isotach.function(0), own));
                final long total = isotach.snapshot(now -> sum(now, accounts), accounts);
                assertEquals(ACCOUNTS * INITIAL, total);
            }
            reserveAndPipeline(isotach, counter, point);
            for (int i = 0; i < MEMBERS.count() * ROUNDS; i++)
            {
                seen.add(subscription.take());
            }
            final long expected = MEMBERS.count() * (2L + ROUNDS);
            await(isotach, counter, expected);
            assertEquals(expected, counter.get());
            assertEquals(new Point(MEMBERS.count(), -MEMBERS.count()), point.get());
            final List<Long> values = new ArrayList<>();
            for (final IsoLong account : accounts)
            {
                values.add(account.get());
            }
            seen.add(values + ", " + mixed.get());
        }
        return seen;
    }

    /**
     * One of the members has two hosts.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenAMemberLetsAHostGo(final ThreadingMode mode) throws Exception
    {
        for (final long counted : all(own -> count(own, mode)))
        {
            assertEquals(MEMBERS.count() * (ROUNDS + 1), counted);
        }
    }

    private long count(final int own, final ThreadingMode mode)
    {
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoLong counter = isotach.longVariable("counter");
            final IsoReference<String> text = isotach.reference("text", "before");
            isotach.join();
            final List<Host> hosts = isotach.cluster().localHosts();
            for (int round = 0; round < ROUNDS; round++)
            {
                isotach.apply(counter.add(1));
                if (hosts.size() > 1 && ROUNDS / 2 == round)
                {
                    isotach.cluster().expel(hosts.get(mode.ordinal() % 2).id());
                }
            }
            final long all = MEMBERS.count() * (long)ROUNDS;
            await(isotach, counter, all);
            final Cluster cluster = isotach.cluster();
            assertEquals(
                1, IntStream.range(0, cluster.hostCount()).filter(id -> cluster.host(id).isExpelled()).count());
            if (MEMBERS.count() - 1 == own)
            {
                await(isotach, counter, all + MEMBERS.count() - 1);
                text.set("later");
            }
            else
            {
                assertEquals("before", text.get());
            }
            isotach.apply(counter.add(1));
            await(isotach, counter, all + MEMBERS.count());
            assertEquals("later", text.get());
            return counter.get();
        }
    }

    /**
     * One of the members has two hosts, and lets one go while all of them send, and while threads wait for messages.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReceiveEverythingOnceWhenAMemberLetsAHostGo(final ThreadingMode mode) throws Exception
    {
        for (int index = 0; index < 2; index++)
        {
            final int expelled = index;
            final Set<List<String>> received = new HashSet<>();
            all(own -> receive(own, mode, expelled)).forEach(received::addAll);
            assertEquals(1, received.size(), received::toString);
            assertEquals(MEMBERS.count() * ROUNDS + 1, received.iterator().next().size());
            trunks = newTrunks();
        }
    }

    /**
     * @param expelled which one of its hosts a member with several lets go.
     * @return what each of two subscribers has received.
     */
    private List<List<String>> receive(final int own, final ThreadingMode mode, final int expelled) throws Exception
    {
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoLong counter = isotach.longVariable("counter");
            final IsoReference<String> text = isotach.reference("text", "");
            isotach.join();
            final Topic<String> topic = isotach.topic("rounds");
            final Subscription<String> subscription = topic.subscribe();
            final Subscription<String> other = topic.subscribe();
            final FutureTask<List<String>> waiting = new FutureTask<>(() -> takeAll(other));
            final Thread thread = new Thread(waiting);
            thread.start();
            isotach.apply(counter.add(1));
            await(isotach, counter, MEMBERS.count());
            final List<Host> hosts = isotach.cluster().localHosts();
            for (int round = 0; round < ROUNDS; round++)
            {
                final String message = own + " in round " + round;
                isotach.update(counter, text).execute(action ->
                {
                    action.set(counter, action.get(counter) + 1);
                    action.send(topic, message + " after " + action.get(text));
                    action.set(text, message);
                });
                if (hosts.size() > 1 && ROUNDS / 2 == round)
                {
                    isotach.cluster().expel(hosts.get(expelled).id());
                }
            }
            final List<List<String>> received = List.of(takeAll(subscription), waiting.get());
            received.forEach(messages -> messages.add(text.get()));
            return received;
        }
    }

    private static List<String> takeAll(final Subscription<String> subscription)
    {
        final List<String> messages = new ArrayList<>();
        for (int i = 0; i < MEMBERS.count() * ROUNDS; i++)
        {
            messages.add(subscription.take());
        }
        return messages;
    }

    private static long sum(final Snapshot now, final IsoLong[] accounts)
    {
        long sum = 0;
        for (final IsoLong account : accounts)
        {
            sum += now.get(account);
        }
        return sum;
    }

    private static void transfer(
        final Isotach isotach,
        final IsoLong[] accounts,
        final Topic<String> topic,
        final int own,
        final int round)
    {
        final IsoLong from = accounts[(own + round) % ACCOUNTS];
        final IsoLong to = accounts[(own + round * 3 + 1) % ACCOUNTS];
        if (from == to)
        {
            isotach.update(from).execute(action -> action.send(topic, own + " keeps"));
            return;
        }
        isotach.update(from, to).execute(action ->
        {
            final long amount = Math.min(action.get(from), 1 + round % 7);
            action.set(from, action.get(from) - amount);
            action.set(to, action.get(to) + amount);
            action.send(topic, own + " moves " + amount + " in round " + round);
        });
    }

    private static void reserveAndPipeline(final Isotach isotach, final IsoLong counter, final IsoStruct<Point> point)
    {
        try (Reservation reservation = isotach.reserve(counter, point))
        {
            reservation.assign(action ->
            {
                final Point before = action.get(point);
                action.set(point, new Point(before.x() + 1, before.y() - 1));
                return action.set(counter, action.get(counter) + 1);
            });
        }
        try (Pipeline pipeline = isotach.pipeline(4))
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                pipeline.submit(isotach.update(counter), action -> action.set(counter, action.get(counter) + 1));
            }
        }
    }

    @Test
    void shouldSayWhatDiffers() throws Exception
    {
        final List<String> messages = all(own -> refused(own, isotach ->
        {
            isotach.longs("account", 1 == own ? 7 : 8, 0);
            isotach.longVariable("counter");
        }));
        for (final String message : messages)
        {
            assertTrue(message.contains("7 times 1 words") && message.contains("8 times 1 words"), message);
        }
    }

    @Test
    void shouldRefuseWhatCannotGo() throws Exception
    {
        assertFalse(all(this::misuse).contains(false));
    }

    private boolean misuse(final int own)
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.INVOKER)))
        {
            final IsoLong counter = isotach.longVariable("counter", 5);
            assertTrue(assertThrows(IllegalStateException.class, counter::get).getMessage().contains("join()"));
            assertThrows(IllegalArgumentException.class, () -> isotach.reference("unknown", new Object()));
            final IsoReference<Object> object = isotach.reference("object", "kept");
            final IsoReference<byte[]>[] many = isotach.references("bytes", 40);
            isotach.join();
            isotach.join();
            assertEquals(5, counter.get());
            assertTrue(assertThrows(IllegalStateException.class, () -> isotach.longVariable("late")).getMessage()
                .contains("late after Isotach.join()"));
            final Topic<Object> topic = isotach.topic("objects");
            assertThrows(IllegalArgumentException.class, () -> isotach.update(counter).execute(action ->
            {
                action.set(counter, 6);
                action.send(topic, new Object());
            }));
            assertThrows(IllegalArgumentException.class, () -> isotach.update(counter).execute(action ->
                action.send(topic, new byte[10_000])));
            assertThrows(IllegalArgumentException.class, () -> isotach.update(counter, object).execute(action ->
            {
                action.set(counter, 6);
                action.set(object, new Object());
            }));
            assertThrows(IllegalArgumentException.class, () -> object.set(new Object()));
            final String message = assertThrows(
                IllegalArgumentException.class, () -> object.set(new byte[10_000])).getMessage();
            assertTrue(message.contains("object: 10001 bytes (expected: at most 1024;"), message);
            assertEquals("kept", object.get());
            assertThrows(IsochronTooLargeException.class, () -> isotach.update(many).execute(action ->
            {
                for (final IsoReference<byte[]> one : many)
                {
                    action.set(one, new byte[1000]);
                }
            }));
            assertNull(many[0].get());
            assertThrows(IllegalArgumentException.class, () -> isotach.update(many[0], object).execute(action ->
            {
                action.set(many[0], new byte[1000]);
                action.set(object, new Object());
            }));
            assertNull(many[0].get());
            assertThrows(IllegalArgumentException.class, () -> isotach.topic("t".repeat(253)));
            isotach.topic("t".repeat(252));
            // The same object, changed.
            final byte[] changed = { 0, 1 };
            many[1 + own].set(changed);
            isotach.update(many[1 + own]).execute(action ->
            {
                action.get(many[1 + own])[0] = 2;
                action.set(many[1 + own], action.get(many[1 + own]));
            });
            assertArrayEquals(new byte[]{ 2, 1 }, many[1 + own].get());
            assertEquals(5, counter.get());
        }
        return true;
    }

    @Test
    void shouldSayThatABodyHoldsUpAHostOfItsOwnMember() throws Exception
    {
        final CyclicBarrier barrier = new CyclicBarrier(MEMBERS.count());
        for (final String stalls : all(own -> stallsOfBodies(own, barrier)))
        {
            assertEquals("", stalls);
        }
    }

    /**
     * @return the stalls with which something is wrong.
     */
    private String stallsOfBodies(final int own, final CyclicBarrier barrier) throws Exception
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.SHARED)))
        {
            final IsoLong[] x = isotach.longs("x", MEMBERS.count(), 0);
            final IsoLong[] y = isotach.longs("y", MEMBERS.count(), 0);
            isotach.join();
            final Future<Long> later;
            final List<Stall> bodies;
            try (Reservation held = isotach.reserve(y[own]))
            {
                later = isotach.update(y[own]).runAsync(action -> action.get(y[own]), task -> new Thread(task).start());
                bodies = isotach.update(x[own]).run(action -> isotach.cluster().stalls()).stream()
                    .filter(stall -> "isotach-actions".equals(stall.unit())).toList();
                assertFalse(held.isEnded());
            }
            later.get();
            // All of them stay until the last one is done.
            barrier.await();
            final List<Integer> hosts = isotach.cluster().localHosts().stream().map(Host::id).toList();
            return bodies.size() == 1 && hosts.contains(bodies.get(0).host()) ? "" : hosts + " " + bodies;
        }
    }

    /**
     * Where the three variables of a circle are, by variable, null for everywhere; and how a member that holds one
     * waits for the next one.
     */
    static List<Arguments> circles()
    {
        return List.of(
            Arguments.of(null, RESERVE),
            Arguments.of(new int[]{ 0, 0, 0 }, RESERVE),
            Arguments.of(new int[]{ 2, 0, 1 }, RESERVE),
            Arguments.of(new int[]{ 2, 0, 1 }, (BiConsumer<Isotach, IsoLong>)(isotach, x) -> x.addAndGet(1)),
            Arguments.of(new int[]{ 2, 0, 1 }, (BiConsumer<Isotach, IsoLong>)(isotach, x) -> x.get()));
    }

    @ParameterizedTest
    @MethodSource("circles")
    void shouldFindACircleOfThreeMembers(final int[] hosts, final BiConsumer<Isotach, IsoLong> wait) throws Exception
    {
        final CyclicBarrier barrier = new CyclicBarrier(MEMBERS.count());
        final List<String> messages = all(own -> waitInACircle(own, hosts, wait, barrier));
        messages.removeIf(String::isEmpty);
        assertEquals(1, messages.size(), messages::toString);
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final String begin = "at member " + MEMBERS.name(member) + " thread '";
            final String end = "x" + (member + 1) % MEMBERS.count() + (RESERVE == wait ? ")" : "") +
                " and holds update(x" + member + ")";
            assertTrue(messages.get(0).contains(begin) && messages.get(0).contains(end), messages.get(0));
        }
    }

    /**
     * @return message of the deadlock, empty if there was none.
     */
    private String waitInACircle(
        final int own, final int[] hosts, final BiConsumer<Isotach, IsoLong> wait, final CyclicBarrier barrier)
        throws Exception
    {
        final IsotachContext context = context(own, ThreadingMode.SHARED);
        final IsoLong[] x = new IsoLong[MEMBERS.count()];
        for (int i = 0; null != hosts && i < x.length; i++)
        {
            context.place("x" + i, Placement.atHosts(hosts[i]));
        }
        try (Isotach isotach = Isotach.launch(context))
        {
            Arrays.setAll(x, i -> isotach.longVariable("x" + i));
            isotach.join();
            String message = "";
            try (Reservation held = isotach.reserve(x[own]))
            {
                barrier.await();
                wait.accept(isotach, x[(own + 1) % x.length]);
                held.assign(action -> action.set(x[own], 1));
            }
            catch (final DeadlockException ex)
            {
                message = ex.getMessage();
            }
            barrier.await();
            final boolean isAssigned = isotach.snapshot(now -> sum(now, x) > 0, x);
            assertTrue(isAssigned);
            return message;
        }
    }
}
