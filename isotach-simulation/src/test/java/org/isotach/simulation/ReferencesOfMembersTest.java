/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.actions.BasicObjectCodec;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.ObjectCodec;
import org.isotach.actions.Pipeline;
import org.isotach.actions.PreparedAction;
import org.isotach.actions.Reservation;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Membership;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * References whose objects go to all members together with the change of the variable.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReferencesOfMembersTest extends MembersOfActions
{
    @Test
    void shouldLeaveAClusterAsItIsWhenACodecIsRefused()
    {
        final ObjectCodec tooShort = new ObjectCodec()
        {
            @Override
            public byte[] encode(final Object object)
            {
                return new byte[0];
            }

            @Override
            public Object decode(final byte[] bytes)
            {
                return null;
            }

            @Override
            public int maxLength()
            {
                return 0;
            }
        };
        try (Cluster cluster = Cluster.launch(
            new ClusterContext()
                .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                .threadingMode(ThreadingMode.SHARED)
                .closeTimeout(Duration.ofMillis(50)),
            new Membership(MEMBERS, MEMBERS.name(0), trunks)))
        {
            final IsotachContext context = new IsotachContext().memory(64);
            assertThrows(
                IllegalArgumentException.class, () -> Isotach.on(cluster, context.membership(null, tooShort)));
            try (Isotach isotach = Isotach.on(cluster, context.membership(null, new BasicObjectCodec())))
            {
                assertEquals("x", isotach.longVariable("x").name());
            }
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
    void shouldReferInAllWaysToAct() throws Exception
    {
        assertEquals(
            List.of("0, 1, 2, 3, 4, 5", "0, 1, 2, 3, 4, 5", "0, 1, 2, 3, 4, 5"), all(this::referInAllWays));
    }

    private String referInAllWays(final int own) throws Exception
    {
        try (Isotach isotach = Isotach.launch(context(own, ThreadingMode.HOST)))
        {
            final IsoReference<String> text = isotach.reference("text", "0");
            isotach.join();
            if (0 == own)
            {
                final CompletableFuture<String> answer = new CompletableFuture<>();
                final CompletableFuture<Void> assigned;
                try (Reservation held = isotach.reserve(text))
                {
                    assigned = held.assignWhen(
                        answer, (next, action) -> action.set(text, action.get(text) + next));
                }
                final List<CompletableFuture<String>> futures = new ArrayList<>();
                try (Pipeline pipeline = isotach.pipeline(4))
                {
                    for (int i = 2; i < 5; i++)
                    {
                        final String next = ", " + i;
                        futures.add(pipeline.submit(isotach.update(text), action ->
                        {
                            action.set(text, action.get(text) + next);
                            return action.get(text);
                        }));
                    }
                    answer.complete(", 1");
                    assigned.join();
                }
                assertEquals("0, 1, 2, 3, 4", futures.get(2).join());
                final PreparedAction<String> last = isotach.update(text).prepare(action ->
                    action.set(text, action.get(text) + ", 5").get(text));
                assertEquals("0, 1, 2, 3, 4, 5", last.run());
                // One that has changed its mind.
                assertThrows(IllegalStateException.class, () -> isotach.update(text).execute(action ->
                {
                    action.set(text, "6");
                    throw new IllegalStateException();
                }));
            }
            isotach.update().reading(text).when(now -> now.get(text).endsWith("5"), LIMIT)
                .execute(action -> assertEquals("0, 1, 2, 3, 4, 5", action.get(text)));
            return text.get();
        }
    }

    @Test
    void shouldSayThatCodecsDiffer() throws Exception
    {
        final List<String> messages = all(own ->
        {
            final IsotachContext context = context(own, ThreadingMode.HOST);
            final List<Throwable> errors = new CopyOnWriteArrayList<>();
            context.membership(context.membership(), new BasicObjectCodec(1 == own ? 2000 : 1000))
                .errorHandler(errors::add);
            final String message;
            try (Isotach isotach = Isotach.launch(context))
            {
                message = assertThrows(IsotachException.class, isotach::join).getMessage();
            }
            assertTrue(errors.stream().allMatch(ex -> ex.getMessage().contains("is lost")), errors::toString);
            return message;
        });
        for (final String message : messages)
        {
            assertTrue(message.contains("maxMessageLength 1256") && message.contains("maxMessageLength 2256"), message);
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

    /**
     * Each member replaces objects in all ways that return the old one, or compare it before.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCompareAndExchangeWhatAMemberHasRead(final ThreadingMode mode) throws Exception
    {
        assertEquals(1, Set.copyOf(all(own -> compare(own, mode))).size());
    }

    /**
     * @return the last number.
     */
    private String compare(final int own, final ThreadingMode mode)
    {
        try (Isotach isotach = Isotach.launch(context(own, mode)))
        {
            final IsoReference<String>[] numbers = isotach.references("number", 3, "0");
            final IsoLong ended = isotach.longVariable("ended");
            final IsoLong taken = isotach.longVariable("taken");
            isotach.join();
            for (int round = 0; round < ROUNDS; round++)
            {
                String before = numbers[0].get();
                assertTrue(Integer.parseInt(numbers[0].compareAndExchange("never", "-1")) >= 0);
                while (!numbers[0].compareAndSet(before, addOne(before)))
                {
                    before = numbers[0].get();
                }
                numbers[0].updateAndGet(ReferencesOfMembersTest::addOne);
                numbers[0].getAndUpdate(ReferencesOfMembersTest::addOne);
                // What a member has put there is taken once, except the last.
                final int put = own + MEMBERS.count() * round;
                isotach.apply(taken.add(Integer.parseInt(numbers[1].getAndSet(Integer.toString(put))) - put));
            }
            if (0 == own)
            {
                compareWithWhatIsSet(numbers[2], "a text");
            }
            isotach.apply(ended.add(1));
            await(isotach, ended, MEMBERS.count());
            assertEquals(-Long.parseLong(numbers[1].get()), taken.get());
            final String number = numbers[0].get();
            assertEquals(MEMBERS.count() * 3L * ROUNDS, Long.parseLong(number));
            assertTrue(isotach.objects() < ROUNDS, () -> isotach.objects() + " objects of three variables");
            return number;
        }
    }

    private static void compareWithWhatIsSet(final IsoReference<String> reference, final String text)
    {
        reference.set(text);
        assertEquals(text, reference.get());
        assertFalse(reference.compareAndSet(text, "unexpected"), "the object that was set");
        final String message = assertThrows(
            IllegalArgumentException.class, () -> reference.getAndSet("x".repeat(10_000))).getMessage();
        assertTrue(message.contains("number[2]: 10001 bytes (expected: at most 1024;"), message);
        final String read = reference.get();
        assertSame(read, reference.compareAndExchange(read, null));
        assertNull(reference.get());
    }

    private static String addOne(final String number)
    {
        return Integer.toString(Integer.parseInt(number) + 1);
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

    @Test
    void shouldSayThatTheObjectOfAnArrayDiffers() throws Exception
    {
        for (final String message : all(own -> refused(own, isotach ->
            isotach.references("texts", 2, 1 == own ? "Aa" : "BB"))))
        {
            assertTrue(message.contains("an object of 3 bytes, SHA-256 "), message);
        }
    }
}
