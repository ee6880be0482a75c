/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;
import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.trace.Trace;

/**
 * One run of programs on clusters, step by step in an order that the seed decides about. There is one step at a time,
 * of a unit of a cluster or of a program; everybody's turn comes, but who is starved, and for how long, is as bad as
 * possible. Invariants are checked after every step, or at the end.
 * <p>
 * What the simulation cannot show is what processors and compilers do within a step, between loads and stores: that is
 * the business of jcstress.
 * <p>
 * <b>Note:</b> this class is not threadsafe; {@link #pause} is for the threads of {@link #thread}, everything else for
 * the {@link Scenario}, its programs and its invariants.
 */
public final class Simulation
{
    /**
     * Name of the invariant that programs end: everything that was issued is executed at last, and nobody waits for
     * ever (INV-20).
     */
    public static final String PROGRESS = Violation.PROGRESS;

    /**
     * Name of the invariant that neither programs nor units throw, and that clusters report no errors.
     */
    public static final String NO_ERRORS = Violation.NO_ERRORS;

    // HOST and SHARED differ in who has a thread, which nobody has here, so they are drawn half as often as the others.
    private static final ThreadingMode[] MODES =
    {
        ThreadingMode.INVOKER, ThreadingMode.INVOKER, ThreadingMode.SHARED, ThreadingMode.HOST,
        ThreadingMode.DEDICATED, ThreadingMode.DEDICATED
    };

    private final long seed;
    private final int limit;
    private final Random random;
    private final boolean isRecording;
    private final Actors actors = new Actors();
    private final Invariants invariants = new Invariants();

    // Null unless the last steps are kept.
    private final StepLog log;
    private final Schedule schedule;
    private int largest;

    /**
     * @param limit     of {@link #upTo}.
     * @param isTracing are the last steps to be kept?
     */
    Simulation(final long seed, final int limit, final boolean isTracing)
    {
        this(seed, limit, isTracing, false);
    }

    /**
     * @param isRecording do clusters record what they do?
     */
    Simulation(final long seed, final int limit, final boolean isTracing, final boolean isRecording)
    {
        this.isRecording = isRecording;
        this.seed = seed;
        this.limit = limit;
        random = new Random(mix(seed));
        log = isTracing ? new StepLog() : null;
        schedule = new Schedule(new Random(mix(~seed)), actors, invariants, log);
    }

    /**
     * Seed of the run.
     *
     * @return the seed.
     */
    public long seed()
    {
        return seed;
    }

    /**
     * Number of the current step.
     *
     * @return 0 while the run is prepared.
     */
    public long step()
    {
        return schedule.step();
    }

    /**
     * What everything is to be drawn from that differs from run to run.
     *
     * @return always the same object.
     */
    public Random random()
    {
        return random;
    }

    /**
     * Draws a size: of a cluster, or a program. When a run has failed, smaller sizes are tried to find a short
     * explanation.
     *
     * @param max at least 1.
     * @return 1..max.
     */
    public int upTo(final int max)
    {
        largest = Math.max(largest, max);
        return 1 + random.nextInt(Math.min(max, limit));
    }

    /**
     * Launches a cluster whose units are scheduled by this simulation. Unless the context says otherwise, the
     * {@link ThreadingMode} is drawn, too, and errors that are reported end the run.
     *
     * @param context of the cluster.
     * @return the cluster, which is closed when the run ends.
     */
    public Cluster launch(final ClusterContext context)
    {
        if (null == context.threadingMode())
        {
            context.threadingMode(MODES[random.nextInt(MODES.length)]);
        }
        if (null == context.errorHandler())
        {
            context.errorHandler(invariants::report);
        }
        if (isRecording)
        {
            context.trace(Math.max(context.trace(), ClusterContext.TRACE_DEFAULT));
        }
        else if (null != context.traceFile())
        {
            // Thousands of runs would overwrite the one that somebody wants to see.
            context.traceFile(null).trace(0);
        }
        final Cluster cluster = Cluster.launch(context.scheduler(schedule::idle));
        if (!context.linkFaults().isNone())
        {
            schedule.expectFaults();
        }
        actors.add(cluster);
        return cluster;
    }

    /**
     * Launches a cluster without threads whose units nobody works for, as long as the programs run, but the programs
     * themselves, by what they call.
     */
    Cluster launchWithoutUnits(final ClusterContext context)
    {
        final Cluster cluster = launch(context.threadingMode(ThreadingMode.INVOKER));
        actors.restLast();
        return cluster;
    }

    /**
     * Adds a program of steps. A step that calls something that waits, such as {@code issue()}, is served by the units
     * alone: no other program goes on meanwhile. So steps rather use {@code tryIssue()} and {@code isReady()}.
     *
     * @param name    for messages.
     * @param host    of the program.
     * @param program the steps.
     */
    public void program(final String name, final Host host, final Program program)
    {
        actors.add(name, host, program);
    }

    /**
     * Adds a program that is written like any other: it may wait, and it goes on when what it waits for is there.
     * Others go on whenever it waits, and whenever it calls {@link #pause()}.
     *
     * @param name for messages.
     * @param host of the program.
     * @param body all that the program does.
     */
    public void thread(final String name, final Host host, final ThreadBody body)
    {
        program(name, host, new ProgramThread(name, body));
    }

    /**
     * For a program that was added with {@link #thread}: another thread may come in here. Anywhere else a no-op.
     */
    public void pause()
    {
        if (schedule.isOnProgramThread())
        {
            schedule.pause();
        }
    }

    /**
     * For a program that was added with {@link #thread}, for the handlers that it runs, and for those of a host for
     * which {@link #letHandlersPause} was called: it never returns, and the run ends without the program. Anywhere else
     * a no-op.
     */
    public void hang()
    {
        if (schedule.isOnProgramThread())
        {
            schedule.hang();
        }
    }

    /**
     * Lets handlers that the units of a host run call {@link #pause()} and {@link #hang()}, as handlers can that run on
     * the threads of programs. Each of its units has a thread then, so everything takes longer.
     *
     * @param host in question, before the first step.
     */
    public void letHandlersPause(final Host host)
    {
        actors.putOnThreads(host);
    }

    /**
     * A host crashes: from now on its programs do nothing, and nobody works for its units. Others may expel it, see
     * {@link Cluster#expel}.
     *
     * @param host that crashes.
     */
    public void crash(final Host host)
    {
        actors.crash(host);
        schedule.haveFinished();
    }

    /**
     * Adds an invariant that is checked after every step; it should be quick.
     *
     * @param name      for messages.
     * @param invariant what must be true.
     */
    public void always(final String name, final Invariant invariant)
    {
        invariants.always(name, invariant);
    }

    /**
     * Adds an invariant that is checked when all programs have ended and there is nothing left to do for the units.
     * It may use the clusters, and wait.
     *
     * @param name      for messages.
     * @param invariant what must be true.
     */
    public void atEnd(final String name, final Invariant invariant)
    {
        invariants.atEnd(name, invariant);
    }

    /**
     * Adds a line to the steps that a failure lists.
     *
     * @param what happens; its {@code toString()} is called only if steps are kept.
     */
    public void note(final Object what)
    {
        if (null != log)
        {
            log.note(what);
        }
    }

    /**
     * Runs it.
     *
     * @throws Violation of an invariant.
     */
    void run(final Scenario scenario)
    {
        try
        {
            prepare(scenario);
            schedule.run();
            actors.endRest();
            schedule.settle();
            invariants.checkEnd();
            actors.clusters().forEach(Cluster::close);
            invariants.checkErrors();
        }
        finally
        {
            actors.abandon();
            // Clusters of a run that has failed are left as they are: they have no threads.
        }
    }

    /**
     * The largest number that {@link #upTo} may return.
     */
    int limit()
    {
        return limit;
    }

    /**
     * The largest number that {@link #upTo} was asked for.
     */
    int largest()
    {
        return largest;
    }

    /**
     * The last steps that did something.
     */
    List<String> trace()
    {
        return log.lines();
    }

    /**
     * What the clusters have done, if they record it.
     */
    List<Trace> recorded()
    {
        return actors.clusters().stream()
            .filter(cluster -> 0 != cluster.context().trace())
            .map(Cluster::trace)
            .toList();
    }

    private void prepare(final Scenario scenario)
    {
        try
        {
            scenario.prepare(this);
        }
        catch (final Violation ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new Violation(NO_ERRORS, "the scenario could not be prepared: " + ex, ex);
        }
    }

    /**
     * Seeds that follow each other are to have nothing in common. (The finalizer of MurmurHash3.)
     */
    private static long mix(final long value)
    {
        long mixed = value;
        mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    @Override
    public String toString()
    {
        return "Simulation{seed=" + seed + ", step=" + step() + '}';
    }
}
