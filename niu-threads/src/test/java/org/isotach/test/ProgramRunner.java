/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;

/**
 * Runs the programs of a cluster, on one thread or on many. Failures tell the name of the run, and with it the seed.
 */
public final class ProgramRunner
{
    private final String name;
    private final LaunchedCluster cluster;
    private final List<? extends SteppedProgram> programs;
    private final AtomicInteger programsAtWork = new AtomicInteger();

    /**
     * To run once.
     *
     * @param name     of the run.
     * @param cluster  of the programs.
     * @param programs all of them; may be added to before they run.
     */
    public ProgramRunner(
        final String name, final LaunchedCluster cluster, final List<? extends SteppedProgram> programs)
    {
        this.name = name;
        this.cluster = cluster;
        this.programs = programs;
    }

    /**
     * In {@link ThreadingMode#INVOKER}: runs on the calling thread, and the seed decides which unit or which program
     * does its next step.
     *
     * @param random decides.
     * @param share  of turns that a program has for one turn of a unit.
     */
    public void simulate(final Random random, final int share)
    {
        final List<Unit> units = cluster.cluster().units();
        final List<SteppedProgram> running = new ArrayList<>(programs);
        RandomTurns.changing(random, units.size() + share * programs.size()).run(
            running::isEmpty,
            next ->
            {
                if (next < units.size())
                {
                    units.get(next).doWork();
                }
                else
                {
                    step(programs.get((next - units.size()) / share), running);
                }
            },
            () -> name + ": " + running);
    }

    private void step(final SteppedProgram program, final List<SteppedProgram> running)
    {
        try
        {
            if (running.contains(program) && program.step())
            {
                running.remove(program);
            }
        }
        catch (final Throwable ex)
        {
            throw new AssertionError(name + ": " + program, ex);
        }
    }

    /**
     * Runs each program on a thread of its own.
     *
     * @throws InterruptedException when the timeout of the test interrupts it.
     */
    public void runThreads() throws InterruptedException
    {
        programsAtWork.set(programs.size());
        final TestThreads threads = new TestThreads();
        for (final SteppedProgram program : programs)
        {
            threads.start("program-of-host-" + program.host(), () -> run(program));
        }
        try
        {
            threads.join();
        }
        catch (final AssertionError ex)
        {
            throw new AssertionError(name + ": " + programs, ex);
        }
    }

    private void run(final SteppedProgram program)
    {
        final Host host = cluster.host(program.host());
        while (!program.step())
        {
            work(host);
        }
        programsAtWork.decrementAndGet();
        // The others still need the host: without threads of the cluster nobody else works for it.
        while (programsAtWork.get() > 0)
        {
            work(host);
        }
    }

    private static void work(final Host host)
    {
        TestThreads.checkNotInterrupted();
        if (0 == host.poll())
        {
            Thread.yield();
        }
    }
}
