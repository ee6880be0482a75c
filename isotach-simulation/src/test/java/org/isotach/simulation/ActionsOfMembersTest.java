/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.isotach.HostExpelledException;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachException;
import org.isotach.actions.BasicObjectCodec;
import org.isotach.actions.DeadlockException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.IsoStruct;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.ObjectCodec;
import org.isotach.actions.Pipeline;
import org.isotach.actions.Placement;
import org.isotach.actions.Reservation;
import org.isotach.actions.Snapshot;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Atomic actions of members on threads of their own, with trunks in memory.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionsOfMembersTest
{
    private static final int ACCOUNTS = 6;
    private static final int INITIAL = 100;
    private static final int ROUNDS = 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();

    private static final BiConsumer<Isotach, IsoLong> RESERVE = (isotach, x) -> isotach.reserve(x).close();

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final ExecutorService threads = Executors.newFixedThreadPool(MEMBERS.count());

    /**
     * A variable of two words.
     */
    record Point(int x, int y)
    {
    }

    @AfterEach
    void endThreads()
    {
        threads.shutdownNow();
    }

    private IsotachContext context(final int own, final ThreadingMode mode)
    {
        return new IsotachContext().hosts(MEMBERS.count() + 1).threadingMode(mode).memory(1024)
            .awaitTimeout(LIMIT)
            .function(0, (value, argument) -> 2 * value + argument)
            .membership(new Membership(MEMBERS, MEMBERS.name(own), trunks));
    }

    /**
     * What each member does, on a thread of its own.
     */
    @FunctionalInterface
    private interface Program<T>
    {
        T run(int own) throws Exception;
    }

    private <T> List<T> all(final Program<T> program) throws Exception
    {
        final List<Callable<T>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> program.run(own));
        }
        final List<T> results = new ArrayList<>();
        for (final Future<T> result : threads.invokeAll(programs))
        {
            results.add(result.get());
        }
        return results;
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
            // Of this member, receives for it.
            final Host first = hosts.get(0);
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
            if (first.isExpelled())
            {
                assertThrows(HostExpelledException.class, text::get);
            }
            else
            {
                assertEquals("later", text.get());
            }
            return counter.get();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReferToTheSameObjectsEverywhere(final ThreadingMode mode) throws Exception
    {
        assertEquals(1, Set.copyOf(all(own -> refer(own, mode))).size());
    }

    /**
     * @return the last text.
     */
    private String refer(final int own, final ThreadingMode mode)
    {
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoLong counter = isotach.longVariable("counter");
            final IsoReference<String> text = isotach.reference("text", "0");
            final IsoReference<Object> other = isotach.reference("other");
            isotach.join();
            for (int round = 0; round < 10 * ROUNDS; round++)
            {
                isotach.update(counter, text).execute(action ->
                {
                    assertEquals(Long.toString(action.get(counter)), action.get(text));
                    action.set(counter, action.get(counter) + 1);
                    action.set(text, Long.toString(action.get(counter)));
                });
                isotach.snapshot(now ->
                {
                    assertEquals(Long.toString(now.get(counter)), now.get(text));
                    return null;
                }, text, counter);
                final int value = round;
                isotach.write(batch -> batch.set(other, 0 == value % 2 ? null : (Object)value));
                assertNotNull(text.get());
            }
            final long all = MEMBERS.count() * 10L * ROUNDS;
            await(isotach, counter, all);
            assertTrue(isotach.objects() < all / 4, () -> isotach.objects() + " objects of two variables");
            return text.get();
        }
    }

    @Test
    void shouldKeepAnObjectWhileItIsReserved() throws Exception
    {
        final CyclicBarrier barrier = new CyclicBarrier(MEMBERS.count());
        assertEquals(List.of("a, b, c", "a, b, c", "a, b, c"), all(own -> append(own, barrier)));
    }

    private String append(final int own, final CyclicBarrier barrier) throws Exception
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.SHARED)))
        {
            final IsoReference<String> text = isotach.reference("text", "a");
            isotach.join();
            if (0 == own)
            {
                try (Reservation held = isotach.reserve(text))
                {
                    barrier.await();
                    assertEquals("a", held.values().get(text));
                    held.assign(action -> action.set(text, action.get(text) + ", b"));
                }
            }
            else
            {
                barrier.await();
                // Comes behind the reservation.
                assertEquals("a, b", text.get().substring(0, 4));
            }
            barrier.await();
            if (1 == own)
            {
                isotach.update(text)
                    .runAsync(action -> action.set(text, action.get(text) + ", c"), ForkJoinPool.commonPool())
                    .join();
            }
            isotach.update(text).when(now -> now.get(text).endsWith("c"), LIMIT)
                .execute(action -> assertEquals("a, b, c", action.get(text)));
            barrier.await();
            return text.get();
        }
    }

    @Test
    void shouldBringWhatIsAsLongAsTheCodecSays() throws Exception
    {
        assertEquals(List.of(true, true, true), all(this::bringLongObjects));
        assertThrows(IllegalArgumentException.class, () -> new BasicObjectCodec(0));
        assertThrows(IllegalArgumentException.class, () -> new BasicObjectCodec(ObjectCodec.LARGEST_LENGTH + 1));
    }

    private boolean bringLongObjects(final int own)
    {
        final int length = 100_000;
        final IsotachContext context = context(own, ThreadingMode.HOST);
        context.membership(context.membership(), new BasicObjectCodec(length));
        try (Isotach isotach = Isotach.launch(context))
        {
            final IsoReference<String> text = isotach.reference("text", "");
            isotach.join();
            final Topic<String> topic = isotach.topic("texts");
            final Subscription<String> subscription = topic.subscribe();
            final String longest = "x".repeat(length - 1);
            if (0 == own)
            {
                assertThrows(IllegalArgumentException.class, () -> text.set(longest + 'x'));
                isotach.update(text).execute(action -> action.set(text, longest));
            }
            isotach.update(text).when(now -> longest.equals(now.get(text)), LIMIT)
                .execute(action -> action.send(topic, action.get(text)));
            return longest.equals(subscription.take());
        }
    }

    /**
     * What this member cannot decode, its actions fail with, and nothing stays reserved.
     */
    @Test
    void shouldFailWhereAnObjectCannotBeDecoded() throws Exception
    {
        assertEquals(List.of("decoded", "decoded", "failed 4 times"), all(this::decode));
    }

    private String decode(final int own)
    {
        final BasicObjectCodec basic = new BasicObjectCodec();
        final ObjectCodec codec = new ObjectCodec()
        {
            @Override
            public byte[] encode(final Object object)
            {
                return basic.encode(object);
            }

            @Override
            public Object decode(final byte[] bytes)
            {
                final Object object = basic.decode(bytes);
                if (MEMBERS.count() - 1 == own && "odd".equals(object))
                {
                    throw new NoClassDefFoundError("nobody knows " + object);
                }
                return MEMBERS.count() - 1 == own && "none".equals(object) ? null : object;
            }
        };
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final IsotachContext context = context(own, ThreadingMode.HOST).errorHandler(errors::add);
        try (Isotach isotach = Isotach.launch(context.membership(context.membership(), codec)))
        {
            final IsoReference<String> text = isotach.reference("text", "even");
            final IsoLong ended = isotach.longVariable("ended");
            isotach.join();
            if (0 == own)
            {
                text.set("odd");
            }
            isotach.apply(ended.add(1));
            await(isotach, ended, MEMBERS.count());
            String result = "decoded";
            if (MEMBERS.count() - 1 == own)
            {
                final List<Executable> calls = List.of(
                    text::get,
                    () -> isotach.snapshot(now -> now.get(text), text),
                    () -> isotach.update(text).run(action -> action.get(text)),
                    () -> isotach.reserve(text).close());
                for (final Executable call : calls)
                {
                    final IsotachException ex = assertThrows(IsotachException.class, call);
                    assertTrue(ex.getMessage().contains("same codec"), ex.getMessage());
                    assertEquals("nobody knows odd", ex.getCause().getMessage());
                }
                assertEquals(1, errors.size(), errors::toString);
                result = "failed " + calls.size() + " times";
            }
            else
            {
                assertEquals("odd", text.get());
            }
            isotach.apply(ended.add(1));
            await(isotach, ended, 2L * MEMBERS.count());
            // It is reserved by nobody, and anybody can replace it.
            if (MEMBERS.count() - 1 == own)
            {
                text.set("none");
                assertThrows(IsotachException.class, text::get);
                isotach.write(batch -> batch.set(text, "even again").set(ended, 100));
            }
            await(isotach, ended, 100);
            assertEquals("even again", text.get());
            return result;
        }
    }

    private static void await(final Isotach isotach, final IsoLong counter, final long value)
    {
        isotach.update(counter).when(now -> now.get(counter) >= value, LIMIT).execute(action -> action.get(counter));
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
    void shouldSayThatAnObjectDiffers() throws Exception
    {
        // These have one hash code.
        for (final String message : all(own -> refused(own, isotach ->
            isotach.reference("text", 1 == own ? "Aa" : "BB"))))
        {
            assertTrue(message.contains("an object of 3 bytes, SHA-256 "), message);
        }
    }

    private String refused(final int own, final Consumer<Isotach> declarations)
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.HOST)))
        {
            declarations.accept(isotach);
            return assertThrows(IsotachException.class, isotach::join).getMessage();
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
            @SuppressWarnings({ "unchecked", "rawtypes" })
            final IsoReference<byte[]>[] many = new IsoReference[40];
            Arrays.setAll(many, i -> isotach.reference("bytes " + i));
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
            final String begin = "at member " + member + " thread '";
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
