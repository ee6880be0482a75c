/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every run ends, with the first violation if there is one, and all programs get turns until then.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScheduleTest
{
    @Test
    void shouldEndAlthoughAUnitAlwaysHasWork()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            host.models().listen(new NoticeListener()
            {
                @Override
                public void onNotice(final long pulse, final long notice)
                {
                    throw new AssertionError("nobody signals");
                }

                @Override
                public int doWork()
                {
                    return 1;
                }
            });
            simulation.program("short", host, () -> true);
        });
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertTrue(failure.getMessage().contains("no end after "), failure.getMessage());
    }

    /**
     * Its trunk is full, and what it refuses comes again and again.
     */
    @Test
    void shouldEndWhenAMemberHasCrashedThatIsNotExpelled()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final MemoryTrunks trunks = new MemoryTrunks(TwoMembers.MEMBERS.count(), 1, new Random(1));
            final Cluster left = member(simulation, "left", trunks);
            final Cluster right = member(simulation, "right", trunks);
            final SharedMemory memory = SharedMemory.on(left, PageMap.replicated(1));
            SharedMemory.on(right, PageMap.replicated(1));
            simulation.thread("left", left.host(0), () ->
            {
                left.join();
                simulation.crash(right);
                final Isochron isochron = left.host(0).isochron();
                for (int i = 0; i < 2; i++)
                {
                    memory.port(left.host(0)).write(isochron.begin(), 0, i);
                    isochron.issue();
                }
            });
            simulation.thread("right", right.host(1), right::join);
        });
        assertEquals(Simulation.PROGRESS, failure.invariant());
    }

    private static Cluster member(final Simulation simulation, final String name, final MemoryTrunks trunks)
    {
        return simulation.launch(
            new ClusterContext().topology(TwoMembers.topology(0, 1)),
            new Membership(TwoMembers.MEMBERS, name, trunks));
    }

    @Test
    void shouldGiveTurnsToAProgramThatComesDuringTheRun()
    {
        Simulations.of(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            final AtomicBoolean isAdded = new AtomicBoolean();
            final AtomicBoolean hasCome = new AtomicBoolean();
            simulation.program("first", host, () ->
            {
                if (!isAdded.getAndSet(true))
                {
                    simulation.thread("second", host, () -> hasCome.set(true));
                }
                return hasCome.get();
            });
        }).runs(20).check();
    }

    /**
     * Before the run looks whether it is stuck, for which all units get turns.
     */
    @Test
    void shouldGiveTurnsToAClusterThatComesDuringTheRun()
    {
        Simulations.of(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.thread("launcher", host, () ->
            {
                final Cluster cluster =
                    simulation.launch(new ClusterContext().threadingMode(ThreadingMode.DEDICATED));
                final MemoryPort port = SharedMemory.on(cluster, PageMap.replicated(1)).port(cluster.host(0));
                final Isochron isochron = cluster.host(0).isochron();
                port.write(isochron.begin(), 0, 1);
                isochron.issue();
                while (!isochron.isExecuted())
                {
                    simulation.pause();
                }
            });
            simulation.always("Soon", () -> simulation.step() < 2000 ? null : "not executed");
        }).repeat(1);
    }

    /**
     * Also in one of the last steps of a run that looks whether it is stuck.
     */
    @Test
    void shouldRunAProgramThatComesWhenever()
    {
        final int most = looksUntilStuck();
        for (int looks = 1; looks <= most; looks++)
        {
            final int last = looks;
            Simulations.of(simulation ->
            {
                final AtomicBoolean hasCome = new AtomicBoolean();
                look(simulation, new AtomicInteger(), last, host ->
                {
                    simulation.thread("second", host, () -> hasCome.set(true));
                    host.waiter().await(hasCome::get, "the second program");
                });
                simulation.atEnd("Come", () -> hasCome.get() ? null : "the second program has not run");
            }).repeat(1);
        }
    }

    @Test
    void shouldEndWithoutAProgramThatHangs()
    {
        final int most = looksUntilStuck();
        for (int looks = 1; looks <= most; looks++)
        {
            final int last = looks;
            Simulations.of(simulation -> look(simulation, new AtomicInteger(), last, host -> simulation.hang()))
                .repeat(1);
        }
    }

    /**
     * Returns how often a program looks at its condition until the run ends without it.
     */
    private static int looksUntilStuck()
    {
        final AtomicInteger looks = new AtomicInteger();
        final Simulation endless = new Simulation(1, Integer.MAX_VALUE, false);
        final Violation violation = assertThrows(Violation.class, () -> endless.run(
            simulation -> look(simulation, looks, Integer.MAX_VALUE, host ->
            {
                throw new AssertionError("looks for ever");
            })));
        assertEquals(Simulation.PROGRESS, violation.invariant);
        return looks.get();
    }

    private static void look(
        final Simulation simulation, final AtomicInteger looks, final int last, final Consumer<Host> then)
    {
        final Host host = simulation.launch(new ClusterContext()).host(0);
        simulation.thread("looking", host, () ->
        {
            host.waiter().await(() -> looks.incrementAndGet() >= last, "the last look");
            then.accept(host);
        });
    }

    @Test
    void shouldEndWithAViolationThatAStepCatches()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            final AtomicInteger looks = new AtomicInteger();
            simulation.program("patient", host, () ->
            {
                catchWhatAWaitThrows(host, looks);
                final long step = simulation.step();
                catchWhatAWaitThrows(host, looks);
                assertEquals(step, simulation.step());
                return true;
            });
            simulation.always("Unseen", () -> 0 == looks.getAndSet(0) ? null : "looks");
        });
        assertEquals("Unseen", failure.invariant());
    }

    @Test
    void shouldEndWithAViolationThatAnInvariantCatches()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.program("short", host, () -> true);
            simulation.atEnd("Patient", () ->
            {
                catchWhatAWaitThrows(host, new AtomicInteger());
                return null;
            });
        });
        assertEquals(Simulation.PROGRESS, failure.invariant());
    }

    /**
     * Until the run has ended; so whoever waits is told in another way.
     */
    @Test
    void shouldEndAStepThatWaitsAgainAfterEachException()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.program("patient", host, () ->
            {
                waitAgainAfterEachException(host);
                return true;
            });
        });
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertTrue(failure.getMessage().contains("; patient"), failure.getMessage());
    }

    @Test
    void shouldEndAThreadThatWaitsAgainAfterEachException()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.thread("patient", host, () -> waitAgainAfterEachException(host));
            simulation.program("thrower", host, () ->
            {
                throw new IllegalStateException("ends the run");
            });
        });
        assertEquals(Simulation.NO_ERRORS, failure.invariant());
    }

    private static void waitAgainAfterEachException(final Host host)
    {
        while (true)
        {
            try
            {
                host.waiter().await(() -> false, "nothing");
            }
            catch (final RuntimeException ex)
            {
                // It hopes for better luck.
            }
        }
    }

    @Test
    void shouldEndWithoutAThreadThatCatchesErrorsForEver()
    {
        final SimulationFailure failure = failure(simulation ->
        {
            final Host host = simulation.launch(new ClusterContext()).host(0);
            simulation.thread("stubborn", host, () -> waitAgainAfterEachError(host, new AtomicBoolean()));
        });
        assertEquals(Simulation.PROGRESS, failure.invariant());
        assertTrue(failure.getMessage().contains("stubborn waits for nothing"), failure.getMessage());
    }

    /**
     * The run ends only when the step does.
     */
    @Test
    void shouldSayWhichStepCatchesErrorsForEver() throws Exception
    {
        final AtomicBoolean isToldOff = new AtomicBoolean();
        final AtomicReference<Throwable> told = new AtomicReference<>();
        final Thread thread = new Thread(() -> assertThrows(Violation.class, () ->
            new Simulation(1, Integer.MAX_VALUE, false).run(simulation ->
            {
                final Host host = simulation.launch(new ClusterContext()).host(0);
                simulation.program("stubborn", host, () ->
                {
                    waitAgainAfterEachError(host, isToldOff);
                    return true;
                });
            })));
        thread.setUncaughtExceptionHandler((failed, ex) ->
        {
            told.set(ex);
            isToldOff.set(true);
        });
        thread.start();
        thread.join();
        assertEquals("a simulated run cannot end, because stubborn catches the errors of its waits and waits again: " +
            "let errors pass", told.get().getMessage());
        assertTrue(told.get().getCause().getMessage().contains("waits for nothing"), told.get()::toString);
    }

    private static void waitAgainAfterEachError(final Host host, final AtomicBoolean isToldOff)
    {
        while (!isToldOff.get())
        {
            try
            {
                host.waiter().await(() -> false, "nothing");
            }
            catch (final Throwable ex)
            {
                // It hopes for better luck.
            }
        }
    }

    private static void catchWhatAWaitThrows(final Host host, final AtomicInteger looks)
    {
        assertThrows(Throwable.class, () -> host.waiter().await(() -> looks.incrementAndGet() < 0, "nothing"));
    }

    private static SimulationFailure failure(final Scenario scenario)
    {
        return assertThrows(SimulationFailure.class, () -> Simulations.of(scenario).repeat(1));
    }
}
