/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;

import org.isotach.ClusterClosedException;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachInterruptedException;
import org.isotach.PageMap;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is refused, in which words; and that nothing stays reserved after that.
 */
class BadInputTest
{
    private static final String MODES = "org.isotach.actions.TestIsotach#modes";

    private TestIsotach test;
    private Isotach isotach;
    private IsoLong a;
    private IsoLong[] b;

    private record Person(int age, String name)
    {
    }

    private record Empty()
    {
    }

    private enum Side
    {
        BUY
    }

    private record Order(long price, Side side)
    {
    }

    private void launch(final ThreadingMode mode, final int hosts)
    {
        test = TestIsotach.launch(mode, hosts);
        isotach = test.get();
        a = isotach.longVariable("a", 1);
        b = isotach.longs("b", 3, 2);
    }

    @AfterEach
    void close()
    {
        assertEquals(1, a.get());
        assertEquals(2, b[1].get());
        test.close();
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNameWhatIsNotDeclared(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        assertRefused(
            "variable b[1] is not declared by update(a).reading(b[0]): add it to update(), or to reading() if it is" +
            " only read",
            () -> isotach.update(a).reading(b[0]).run(action -> action.get(b[1])));
        assertRefused(
            "variable b[0] is declared by update(a).reading(b[0]) for reading only: declare it with update() to set it",
            () -> isotach.update(a).reading(b[0]).execute(action -> action.set(a, 7).set(b[0], 1)));
        assertRefused(
            "variable b[0] is declared by update().reading(b[0]) for reading only: declare it with update() to set it",
            () -> isotach.update().reading(b[0]).execute(action -> action.set(b[0], 1)));
        assertRefused(
            "variable b[2] is not declared by snapshot(a, b[1]): add it to the variables of snapshot()",
            () -> isotach.snapshot(now -> now.get(b[2]), a, b[1]));
        try (Reservation nothing = isotach.reserve())
        {
            assertEquals("reservation of update()", nothing.toString());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseAnActionInsideAnAction(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final String end = " inside the body of update(a): an action inside an action could wait for itself; declare" +
            " all variables with one update(), and use the Action of the body";
        assertInsideRefused("update(b[1])" + end, () -> isotach.update(b[1]).execute(action -> action.set(b[1], 5)));
        assertInsideRefused(
            "update(b[1])" + end, () -> isotach.update(b[1]).runAsync(action -> null, ForkJoinPool.commonPool()));
        assertInsideRefused("update(b[1])" + end,
            () -> isotach.update(b[1]).when(now -> true, Duration.ofSeconds(1)).execute(action -> action.set(b[1], 5)));
        assertInsideRefused("snapshot(b[1])" + end, () -> isotach.snapshot(now -> now.get(b[1]), b[1]));
        assertInsideRefused("a" + end, () -> a.get());
        assertInsideRefused("b[1]" + end, () -> b[1].set(3));
        assertInsideRefused("b[1]" + end, () -> b[1].addAndGet(3));
        assertInsideRefused("apply()" + end, () -> isotach.apply(b[1].add(1)));
        assertInsideRefused("write()" + end, () -> isotach.write(batch -> batch.set(b[1], 1)));
        assertInsideRefused("reserve() of update(b[1])" + end, () -> isotach.reserve(b[1]));
        assertInsideRefused("variable c" + end, () -> isotach.longVariable("c", 1));
        try (Pipeline pipeline = isotach.pipeline(2))
        {
            assertInsideRefused("update(b[1])" + end, () -> pipeline.submit(isotach.update(b[1]), action -> null));
        }
    }

    private void assertInsideRefused(final String message, final Runnable call)
    {
        assertRefused(IllegalStateException.class, message, () -> isotach.update(a).execute(action -> call.run()));
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseAnActionThatIsOver(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final Action[] leaked = new Action[1];
        isotach.update(a).execute(action -> leaked[0] = action);
        assertRefused(
            IllegalStateException.class,
            "update(a) is over: use its action, or snapshot, inside the body, on the thread that runs the body",
            () -> leaked[0].set(a, 5));
        final Batch[] batch = new Batch[1];
        isotach.write(open -> batch[0] = open);
        assertRefused(
            IllegalStateException.class,
            "variable a in a batch that is written already: use the batch only inside the function that receives it",
            () -> batch[0].set(a, 5));
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseRecordsThatAreNotWords(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        assertRefused(
            "component name of record " + Person.class.getName() + " is a java.lang.String (expected: a primitive" +
            " type or an enum, which fits a word); put objects into an IsoReference",
            () -> isotach.struct("person", Person.class));
        assertRefused(
            "record " + Empty.class.getName() + " has 0 components (expected: a record of 1..100 components)",
            () -> isotach.struct("empty", Empty.class));
        assertRefused(
            NullPointerException.class,
            "component side of record " + Order.class.getName(),
            () -> isotach.struct("order", new Order(1, null)));
        assertRefused(NullPointerException.class, "record", () -> isotach.struct("order", (Order)null));
        assertEquals(List.of("a", "b"), isotach.names());
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseANameTwice(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        assertRefused(
            "name: a twice: it belongs to 1 variable already; choose another one", () -> isotach.longVariable("a"));
        assertRefused(
            "name: b twice: it belongs to 3 variables already; choose another one",
            () -> isotach.doubles("b", 2, 1.0));
        assertRefused("a variable without a name: give it one", () -> isotach.longVariable(""));
        assertRefused("array c of 0 variables (expected: at least 1)", () -> isotach.longs("c", 0, 1));
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldSayWhatIsFull(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        try (TestIsotach small = TestIsotach.launch(new IsotachContext().hosts(hosts).threadingMode(mode).pageMap(
            PageMap.builder().pageSize(4).everywhere(0).everywhere(2).build())))
        {
            final Isotach full = small.get();
            full.longs("x", 3, 1);
            // Not on the page that is not there.
            assertEquals(3, full.longVariable("y").address());
            assertEquals(8, full.longVariable("z").address());
            assertRefused(
                IllegalStateException.class,
                "memory full: w needs 4 words, and 5 of 8 are in use: raise IsotachContext.memory()",
                () -> full.longs("w", 4, 1));
            assertEquals(9, full.longs("v", 3, 1)[0].address());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseVariablesOfAnother(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        try (TestIsotach other = TestIsotach.launch(mode, hosts))
        {
            final IsoLong theirs = other.get().longVariable("theirs");
            final String message = "variable theirs belongs to another Isotach";
            assertRefused(message + ": use it in actions of that one",
                () -> isotach.update(a, theirs).execute(action -> action.set(a, 5)));
            assertRefused(message + ": apply its changes with that one",
                () -> isotach.apply(a.add(1), theirs.add(1)));
            assertRefused(message + ": write it with that one",
                () -> isotach.write(batch -> batch.set(a, 5).set(theirs, 1)));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseActionsAndTopicsOfAnother(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        try (TestIsotach other = TestIsotach.launch(mode, hosts); Pipeline pipeline = isotach.pipeline(2))
        {
            final IsoLong theirs = other.get().longVariable("theirs");
            assertEquals(a.address(), theirs.address());
            final Update update = other.get().update(theirs);
            final ActionBody<Long, RuntimeException> body = action -> action.set(theirs, 5).get(theirs);
            final String message = "update(theirs) belongs to another Isotach: submit it to a pipeline of that one";
            assertRefused(message, () -> pipeline.submit(update, body));
            assertRefused(message, () -> pipeline.submit(update.prepare(body)));
            final Topic<String> topic = other.get().topic("news");
            assertRefused("topic news belongs to another Isotach: send to it in actions of that one",
                () -> isotach.update(a).execute(action -> action.set(a, 5).send(topic, "message")));
            assertEquals(0, theirs.get());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseSettingsThatDoNotGoTogether(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        assertRefused("hosts: 0 (expected: 1..256)", () -> new IsotachContext().hosts(0));
        assertRefused("sessions: 1025 (expected: 1..1024)", () -> new IsotachContext().sessions(1025));
        assertRefused("memory: 0 (expected: 1..67108864)", () -> new IsotachContext().memory(0));
        assertRefused(
            "sessions: 2 (expected: at least 3, one for each host; raise sessions or lower hosts)",
            () -> Isotach.launch(new IsotachContext().hosts(3).sessions(2)));
        assertRefused(
            "copies: 3 (expected: 1..2, at most one on each host; raise hosts or lower copies)",
            () -> Isotach.launch(new IsotachContext().hosts(2).copies(3)));
        assertRefused(
            "function: 1 twice (expected: a different number for each function)",
            () -> new IsotachContext().function(1, Long::sum).function(1, Long::sum));
        assertRefused("function: 252 (expected: 0..251)", () -> new IsotachContext().function(252, Long::sum));
        assertRefused(
            "function: 3 (expected: one of []; add it with IsotachContext.function() before the launch)",
            () -> isotach.function(3));
        assertRefused("capacity: 0 (expected: at least 1)", () -> isotach.pipeline(0));
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseWhatIsTooMuchAtOnce(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoLong[] many = isotach.longs("many", 5000, 0);
        final String message = assertThrows(
            IllegalArgumentException.class, () -> isotach.update(many).execute(action -> action.set(many[0], 1)))
            .getMessage();
        assertEquals("variables) has 5000 words (expected: at most 2048): do it in several actions",
            message.substring(message.indexOf("variables)")));
        final String snapshot =
            assertThrows(IllegalArgumentException.class, () -> isotach.snapshot(now -> null, many)).getMessage();
        assertEquals("variables) has 5000 words (expected: at most 2048): take several snapshots, each of them at a" +
            " point in the order of its own", snapshot.substring(snapshot.indexOf("variables)")));
        assertThrows(IsochronTooLargeException.class, () -> isotach.write(batch ->
        {
            for (final IsoLong variable : many)
            {
                batch.set(variable, 1);
            }
        }));
        assertEquals(0, many[0].get());
    }

    /**
     * The second component has no value.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldSetAllComponentsOrNone(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoStruct<Half> half = isotach.struct("half", Half.class, MethodHandles.lookup());
        isotach.update(half).execute(action ->
        {
            assertThrows(UnsupportedOperationException.class, () -> action.set(half, new Half(1, -1)));
            assertEquals(new Half(0, 0), action.get(half));
        });
        assertEquals(new Half(0, 0), half.get());
    }

    private record Half(int first, int second)
    {
        @Override
        public int second()
        {
            if (second < 0)
            {
                throw new UnsupportedOperationException();
            }
            return second;
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseToCloseAPipelineInsideABody(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final Pipeline pipeline = isotach.pipeline(1);
        final CompletableFuture<Void> future = pipeline.submit(isotach.update(a), action ->
        {
            pipeline.close();
            return null;
        });
        final String message = assertThrows(ExecutionException.class, future::get).getCause().getMessage();
        assertTrue(message.startsWith("closing a pipeline inside the body of update(a)"), message);
        pipeline.close();
    }

    /**
     * So many messages that the isochron has no room for them.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNotHalfSend(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final Topic<String> topic = isotach.topic("topic");
        try (Subscription<String> subscription = topic.subscribe())
        {
            assertThrows(IsochronTooLargeException.class, () -> isotach.update(a).execute(action ->
            {
                action.set(a, 5);
                for (int i = 0; i < 5000; i++)
                {
                    action.send(topic, "message");
                }
            }));
            assertEquals(1, a.get());
            assertEquals(null, subscription.poll());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseWhatIsClosed(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final TestIsotach closed = TestIsotach.launch(mode, hosts);
        final IsoLong x = closed.get().longVariable("x");
        closed.close();
        closed.close();
        assertRefused(
            ClusterClosedException.class,
            "update(x) on an Isotach that is closed: launch another one",
            () -> closed.get().update(x).execute(action -> action.set(x, 1)));
        assertRefused(
            ClusterClosedException.class, "x on an Isotach that is closed: launch another one", () -> x.get());
    }

    /**
     * With the name of the parameter alone: the message of the JVM differs with the compiler's settings.
     */
    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNameNullArguments(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        assertNamed("cluster", () -> Isotach.on(null, new IsotachContext()));
        assertNamed("context", () -> Isotach.on(isotach.cluster(), null));
        assertNamed("variables", () -> isotach.changed((IsoVariable[])null));
        assertNamed("changes", () -> isotach.apply((Change[])null));
        assertNamed("changes", () -> isotach.prepare((Change[])null));
        assertNamed("variables", () -> isotach.update((IsoVariable[])null));
        assertNamed("variables", () -> isotach.update(a).reading((IsoVariable[])null));
        assertNamed("variables", () -> isotach.reserve((IsoVariable[])null));
        assertNamed("variables", () -> isotach.snapshot(now -> 1, (IsoVariable[])null));
        assertNamed("variables", () -> isotach.prepare(now -> 1, (IsoVariable[])null));
        assertNamed("words", () -> isotach.prepare(now -> 1, a).takeWords(null));
        assertNamed("variable", () -> isotach.snapshot(now -> now.get((IsoLong)null), a));
        assertNamed("variable", () -> isotach.snapshot(now -> now.get((IsoStruct<Order>)null), a));
        assertNamed("variable", () -> isotach.update(a).execute(action -> action.set((IsoLong)null, 2)));
        assertNamed("variable", () -> isotach.write(batch -> batch.set((IsoLong)null, 2)));
        assertNamed("some", () -> IsoVariable.all((IsoVariable[])null));
        assertNamed("some", () -> IsoVariable.all((List<IsoVariable>)null));
        assertNamed("more", () -> IsoVariable.all(List.of(a), (IsoVariable[])null));
        assertNamed("hosts", () -> Placement.atHosts((int[])null));
        assertNamed("object", () -> new BasicObjectCodec(1).encode(null));
        assertNamed("bytes", () -> new BasicObjectCodec(1).decode(null));
    }

    private static void assertNamed(final String parameter, final Executable call)
    {
        assertEquals(parameter, assertThrows(NullPointerException.class, call).getMessage());
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldNameWhatIsNullOrNegative(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoLong x = isotach.longVariable("x");
        assertEquals("variable 2 of those to update is null", assertThrows(
            NullPointerException.class, () -> isotach.update(x, x, null).execute(action -> {})).getMessage());
        assertEquals("timeout: PT-1S (expected: not negative)", assertThrows(IllegalArgumentException.class, () ->
            isotach.update(x).when(now -> true, Duration.ofSeconds(-1))).getMessage());
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldSayThatAReservationHasEndedWhoseValuesAreRead(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoLong x = isotach.longVariable("x");
        final Reservation reservation = isotach.reserve(x);
        reservation.close();
        assertEquals("reservation of update(x) has ended: read its values before", assertThrows(
            IllegalStateException.class, () -> reservation.values().get(x)).getMessage());
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldTellAnInterruptFromOtherFailures(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoLong x = isotach.longVariable("x");
        Thread.currentThread().interrupt();
        final String message = assertThrows(IsotachInterruptedException.class, () ->
            isotach.update(x).when(now -> false, Duration.ofSeconds(20)).execute(action -> {})).getMessage();
        assertTrue(Thread.interrupted());
        // The host of this thread.
        assertTrue(message.matches("interrupted while host [01] waited for the condition of update\\(x\\)"), message);
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void shouldRefuseNamesThatLookLikeOthersInMessages(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        isotach.longs("x", 2, 0);
        assertRefused("name: x[0] (expected: without brackets, which arrays have in messages, and without control" +
            " characters)", () -> isotach.longVariable("x[0]"));
        assertRefused("name: a?b (expected: without brackets, which arrays have in messages, and without control" +
            " characters)", () -> isotach.longVariable("a\nb"));
    }
}
