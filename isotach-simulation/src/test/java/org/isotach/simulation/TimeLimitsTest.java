/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Reservation;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Time limits in a simulation count the time of the run.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimeLimitsTest
{
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int STEPS_BETWEEN_PAUSES = 100;
    private static final int MESSAGES = 8;
    private static final int MAX_PAUSES = 400;
    private static final String LATE = "late";

    @Test
    void shouldEndInTheSameWayHoweverSlowTheMachineIs()
    {
        final List<String> all = new ArrayList<>();
        for (long seed = 1; seed <= 5; seed++)
        {
            final List<String> fast = receive(seed, false);
            assertEquals(fast, receive(seed, true));
            all.addAll(fast);
        }
        // Otherwise nothing would be shown.
        assertTrue(all.contains(LATE), all::toString);
        assertTrue(all.contains("message 0"), all::toString);
        assertTrue(all.contains("condition 1"), all::toString);
    }

    /**
     * @return what a subscriber has received, and for which conditions another thread has waited, within limits that
     *         some of it exceeds.
     */
    private static List<String> receive(final long seed, final boolean isSlow)
    {
        final List<String> seen = new ArrayList<>();
        final SimulationResult result = Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2));
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final IsoLong sent = isotach.longVariable("sent");
            final Topic<String> topic = isotach.topic("numbers");
            final Subscription<String> subscription = topic.subscribe();
            final Random random = new Random(simulation.random().nextLong());
            simulation.thread("sender", cluster.host(0), () ->
            {
                for (int i = 0; i < MESSAGES; i++)
                {
                    pause(simulation, random.nextInt(MAX_PAUSES));
                    final String message = "message " + i;
                    isotach.update(sent).execute(action ->
                        action.set(sent, action.get(sent) + 1).send(topic, message));
                }
            });
            simulation.thread("receiver", cluster.host(1), () -> attempt(seen, () -> subscription.take(SHORT)));
            simulation.thread("patient", cluster.host(1), () -> attempt(seen, () ->
                "condition " + isotach.update().reading(sent)
                    .when(now -> now.get(sent) > 0, SHORT).run(action -> action.get(sent))));
            if (isSlow)
            {
                simulation.always("Slow", () -> 0 == simulation.step() % STEPS_BETWEEN_PAUSES ? stand() : null);
            }
        }).repeat(seed);
        seen.add(result.steps() + " steps");
        return seen;
    }

    private static void attempt(final List<String> seen, final ThrowingSupplier call)
    {
        for (int i = 0; i < MESSAGES; i++)
        {
            try
            {
                seen.add(call.get());
            }
            catch (final IsotachTimeoutException ex)
            {
                seen.add(LATE);
            }
        }
    }

    private interface ThrowingSupplier
    {
        String get();
    }

    private static void pause(final Simulation simulation, final int times)
    {
        for (int i = 0; i < times; i++)
        {
            simulation.pause();
        }
    }

    /**
     * The machine does something else for longer than the limit.
     */
    private static String stand()
    {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs <= SHORT.toNanos())
        {
            Thread.onSpinWait();
        }
        return null;
    }

    /**
     * Whoever waits, in whatever way, is told that nothing comes.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldLeapToALimitWhenNothingElseIsLeftToDo(final boolean isThread)
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2));
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final IsoLong x = isotach.longVariable("x");
            final Subscription<String> subscription = isotach.<String>topic("nothing").subscribe();
            final ThreadBody program = () ->
            {
                assertLate(simulation, cluster, () -> subscription.take(HOUR));
                assertLate(simulation, cluster, () ->
                    isotach.update(x).when(now -> now.get(x) > 0, HOUR).execute(action -> action.set(x, 0)));
            };
            if (isThread)
            {
                simulation.thread("patient", cluster.host(0), program);
            }
            else
            {
                simulation.program("patient", cluster.host(0), () ->
                {
                    program.run();
                    return true;
                });
            }
        }).runs(20).check();
    }

    private static void assertLate(final Simulation simulation, final Cluster cluster, final Executable call)
    {
        final long startNs = cluster.context().scheduler().nanoTime();
        final String message = assertThrows(IsotachTimeoutException.class, call).getMessage();
        assertTrue(message.contains("has waited " + HOUR.toMillis() + " ms for ") ||
            message.contains("has not become true within " + HOUR.toMillis() + " ms"), message);
        assertTrue(cluster.context().scheduler().nanoTime() - startNs > HOUR.toNanos());
        simulation.note(message);
    }

    @Test
    void shouldEndWithTheShorterLimitFirst()
    {
        final List<String> ended = new ArrayList<>();
        Simulations.of(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            for (final int minutes : new int[]{ 5, 1, 3 })
            {
                simulation.thread("of " + minutes, host, () ->
                {
                    assertThrows(IsotachTimeoutException.class, () -> host.waiter().await(
                        () -> false, "nothing", Duration.ofMinutes(minutes).toNanos()));
                    ended.add(minutes + " minutes");
                });
            }
        }).repeat(1);
        assertEquals(List.of("1 minutes", "3 minutes", "5 minutes"), ended);
    }

    @Test
    void shouldCountTheLimitOfTheCluster()
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2).awaitTimeout(HOUR));
            final MemoryPort port = SharedMemory.on(cluster, PageMap.replicated(1)).port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            simulation.thread("reader", cluster.host(0), () ->
            {
                final IsoValue value = new IsoValue();
                isochron.begin();
                port.sched(isochron, 7);
                port.read(isochron, 7, value);
                isochron.issue();
                assertLate(simulation, cluster, value::await);
                port.cancel(isochron.begin(), 7);
                isochron.issue();
            });
        }).runs(20).check();
    }

    /**
     * No thread of the JDK ends it.
     */
    @Test
    void shouldAwaitAnAnswerForTheTimeOfTheRun()
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2).awaitTimeout(HOUR));
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final IsoLong x = isotach.longVariable("x", 5);
            final CompletableFuture<Void> late = new CompletableFuture<>();
            simulation.thread("tend", cluster.host(0), () ->
                cluster.host(0).waiter().await(() -> isotach.tend() && late.isDone(), "all chores", Long.MAX_VALUE));
            simulation.thread("asking", cluster.host(1), () ->
            {
                final Reservation held = isotach.reserve(x);
                final CompletableFuture<Void> assigned =
                    held.assignWhen(new CompletableFuture<Long>(), (answer, action) -> action.set(x, answer));
                cluster.host(1).waiter().await(assigned::isDone, "the end of the answer", Long.MAX_VALUE);
                assertInstanceOf(IsotachTimeoutException.class,
                    assertThrows(ExecutionException.class, assigned::get).getCause());
                assertEquals(5, x.get());
                late.complete(null);
            });
        }).runs(20).check();
    }

    /**
     * Time does not leap, because the trunks try again and again.
     */
    @Test
    void shouldAwaitMembersForTheTimeOfTheRun()
    {
        final Duration limit = Duration.ofMillis(30);
        Simulations.of(simulation ->
        {
            final MemoryTrunks trunks = new MemoryTrunks(TwoMembers.MEMBERS.count(), 1, new Random(1));
            final Cluster left = simulation.launch(
                new ClusterContext().topology(TwoMembers.topology(0, 1)),
                new Membership(TwoMembers.MEMBERS, "left", trunks, limit));
            simulation.thread("left", left.host(0), () ->
            {
                final long startNs = left.context().scheduler().nanoTime();
                final String message = assertThrows(IsotachTimeoutException.class, left::join).getMessage();
                assertTrue(message.contains("have not joined"), message);
                assertTrue(left.context().scheduler().nanoTime() - startNs > limit.toNanos());
                simulation.crash(left);
            });
        }).repeat(1);
    }

    @Test
    void shouldAwaitOtherMembersAtTheEndForTheTimeOfTheRun()
    {
        final List<Throwable> errors = new ArrayList<>();
        Simulations.of(simulation ->
        {
            final MemoryTrunks trunks = new MemoryTrunks(TwoMembers.MEMBERS.count(), 1, new Random(1));
            final List<Cluster> members = new ArrayList<>();
            for (final String name : List.of("left", "right"))
            {
                members.add(simulation.launch(
                    new ClusterContext().topology(TwoMembers.topology(0, 1)).closeTimeout(HOUR)
                        .errorHandler(errors::add),
                    new Membership(TwoMembers.MEMBERS, name, trunks)));
            }
            simulation.thread("left", members.get(0).host(0), () ->
            {
                members.get(0).join();
                simulation.crash(members.get(1));
            });
            simulation.thread("right", members.get(1).host(1), members.get(1)::join);
        }).repeat(1);
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains("not executed after " + HOUR.toMillis() + " ms"),
            errors::toString);
    }

    @Test
    void shouldAwaitAHandlerForTheTimeOfTheRun()
    {
        Simulations.of(simulation ->
        {
            final Cluster cluster = simulation.launch(new ClusterContext().hosts(2).handlerTimeout(HOUR));
            final Messaging messaging = Messaging.on(cluster);
            simulation.letHandlersPause(cluster.host(1));
            final boolean[] isStuck = new boolean[1];
            messaging.handler(cluster.host(1), 1, (sender, message) ->
            {
                isStuck[0] = true;
                simulation.hang();
            });
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            simulation.thread("expelling", cluster.host(0), () ->
            {
                final HostSet other = new HostSet(2);
                other.add(1);
                isochron.begin();
                port.claimForHandler(other, 1, Long.BYTES).putLong(0, 1);
                isochron.issue();
                cluster.host(0).waiter().await(() -> isStuck[0], "the handler");
                final long startNs = cluster.context().scheduler().nanoTime();
                cluster.expel(1);
                assertTrue(cluster.context().scheduler().nanoTime() - startNs >= HOUR.toNanos());
            });
        }).runs(20).check();
    }

    /**
     * A limit may be so long that its end is no time.
     */
    @ParameterizedTest
    @ValueSource(longs = { Long.MAX_VALUE - 1, Long.MAX_VALUE / 2, Long.MAX_VALUE / 4 })
    void shouldFindAWaitWhoseLimitNeverComes(final long limitNs)
    {
        final SimulationFailure failure = assertThrows(SimulationFailure.class, () -> Simulations.of(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.thread("patient", host, () ->
                host.waiter().await(() -> false, "nothing", limitNs));
        }).repeat(1));
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertNull(failure.getCause());
    }
}
