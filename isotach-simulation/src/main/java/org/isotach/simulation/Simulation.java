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
import org.isotach.niu.spi.Membership;
import org.isotach.niu.trace.Trace;

/**
 * One run of programs on clusters, step by step in an order that the seed determines. Each step is one of a unit of a
 * cluster or of a program, and only one runs at a time. Every actor gets its turn, but the order is adversarial: it
 * starves some actors, some of them for long. Invariants are checked after every step, or at the end.
 * <p>
 * The simulation cannot show the effects of processors and compilers within a step, between loads and stores; test
 * those with jcstress.
 * <p>
 * <b>Note:</b> this class is not threadsafe. {@link #pause} and {@link #hang} are for the threads of {@link #thread},
 * and everything else is for the {@link Scenario}, its programs and its invariants.
 */
public final class Simulation
{
    /**
     * Name of the invariant that programs end: everything that was issued is executed eventually, and no thread waits
     * for ever (INV-20).
     */
    public static final String PROGRESS = Violation.PROGRESS;

    /**
     * Name of the invariant that nothing in a run throws exceptions, and that clusters report no errors.
     */
    public static final String NO_ERRORS = Violation.NO_ERRORS;

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
     * Creates what runs.
     */
    @FunctionalInterface
    interface Preparation
    {
        void prepare(Simulation simulation) throws Exception;
    }

    /**
     * @param limit     limit of {@link #upTo}.
     * @param isTracing true to keep the last steps.
     */
    Simulation(final long seed, final int limit, final boolean isTracing)
    {
        this(seed, limit, isTracing, false);
    }

    /**
     * @param isRecording true if clusters record their events.
     */
    Simulation(final long seed, final int limit, final boolean isTracing, final boolean isRecording)
    {
        this.isRecording = isRecording;
        this.seed = seed;
        this.limit = limit;
        random = new Random(Seeds.mix(seed));
        log = isTracing ? new StepLog() : null;
        schedule = new Schedule(new Random(Seeds.mix(~seed)), actors, invariants, log);
    }

    /**
     * Returns the seed of the run.
     *
     * @return the seed.
     */
    public long seed()
    {
        return seed;
    }

    /**
     * Returns the number of the current step.
     *
     * @return 0 while the run is prepared.
     */
    public long step()
    {
        return schedule.step();
    }

    /**
     * Returns the source of everything that differs from run to run.
     *
     * @return always the same object.
     */
    public Random random()
    {
        return random;
    }

    /**
     * Draws a size: of a cluster, or of a program. After a failure, the simulation tries smaller sizes to find a short
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
     * Launches a cluster whose units this simulation schedules. Unless the context sets them, the {@link ThreadingMode}
     * is drawn at random, errors that the cluster reports end the run, and waits, {@link Cluster#join()} and {@link
     * Cluster#close()} have no time limit: whoever waits for ever is found by the number of steps. Time limits that the
     * context sets, and those of single calls, count the time of the run, in which each step takes a microsecond. When
     * nothing is left to do but to wait, time leaps to the end of the next limit, unless that is more than 73 years
     * away. So what happens depends on the seed, and not on the speed of the machine.
     *
     * @param context settings of the cluster.
     * @return the cluster, which is closed when the run ends.
     */
    public Cluster launch(final ClusterContext context)
    {
        return launch(context, null);
    }

    /**
     * Launches a member of a cluster, see {@link Cluster#launch(ClusterContext, Membership)}, as {@link
     * #launch(ClusterContext)} does with a whole one. Members that are launched here may use one another's trunks.
     *
     * @param context    settings of the cluster.
     * @param membership the members; null for a whole cluster.
     * @return the member, which is closed when the run ends.
     */
    public Cluster launch(final ClusterContext context, final Membership membership)
    {
        SimulatedContext.complete(context, random, invariants::report, isRecording);
        final Cluster cluster =
            Cluster.launch(context.scheduler(schedule), SimulatedContext.complete(membership));
        if (!context.linkFaults().isNone())
        {
            schedule.expectFaults();
        }
        actors.add(cluster);
        return cluster;
    }

    /**
     * Launches a cluster without threads. While the programs run, only their own calls work for its units.
     */
    Cluster launchWithoutUnits(final ClusterContext context)
    {
        final Cluster cluster = launch(context.threadingMode(ThreadingMode.INVOKER));
        actors.restLast();
        return cluster;
    }

    /**
     * Adds a program of steps. If a step calls a method that waits, such as {@code issue()}, only the units go on
     * meanwhile, and no other program. So prefer {@code tryIssue()} and {@code isReady()} in steps.
     *
     * @param name    name for messages.
     * @param host    host of the program.
     * @param program the steps.
     */
    public void program(final String name, final Host host, final Program program)
    {
        actors.add(name, host, program);
    }

    /**
     * Adds a program that is written like any other: it may wait, and it goes on when its condition is true. Others go
     * on whenever it waits, and whenever it calls {@link #pause()}.
     *
     * @param name name for messages.
     * @param host host of the program.
     * @param body the code of the program.
     */
    public void thread(final String name, final Host host, final ThreadBody body)
    {
        program(name, host, new ProgramThread(name, body));
    }

    /**
     * For a program that was added with {@link #thread}: lets others go on here. Anywhere else a no-op.
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
     * which {@link #letHandlersPause} was called: never returns, and the run ends without the program. Anywhere else a
     * no-op.
     */
    public void hang()
    {
        if (schedule.isOnProgramThread())
        {
            schedule.hang();
        }
    }

    /**
     * Lets handlers that the units of a host run call {@link #pause()} and {@link #hang()}, as handlers on the threads
     * of programs can. Each unit of the host then has a thread, so everything takes longer. Call this before the first
     * step.
     *
     * @param host the host.
     */
    public void letHandlersPause(final Host host)
    {
        actors.putOnThreads(host);
    }

    /**
     * Crashes a host: from now on its programs do nothing, and its units do not work. Others may expel it, see {@link
     * Cluster#expel}.
     *
     * @param host the host.
     */
    public void crash(final Host host)
    {
        actors.crash(host);
        schedule.haveFinished();
    }

    /**
     * Crashes a member of a cluster with all its hosts, as {@link #crash(Host)} does. The trunks know nothing of that,
     * see {@link MemoryTrunks#stop}. Others may expel it, see {@link Cluster#expelMember}.
     *
     * @param member the member.
     */
    public void crash(final Cluster member)
    {
        actors.crash(member);
        schedule.haveFinished();
    }

    /**
     * Adds an invariant that is checked after every step; it should be quick.
     *
     * @param name      name for messages.
     * @param invariant the condition.
     */
    public void always(final String name, final Invariant invariant)
    {
        invariants.always(name, invariant);
    }

    /**
     * Adds an invariant that is checked when all programs have ended and the units have nothing left to do. It may use
     * the clusters, and wait.
     *
     * @param name      name for messages.
     * @param invariant the condition.
     */
    public void atEnd(final String name, final Invariant invariant)
    {
        invariants.atEnd(name, invariant);
    }

    /**
     * Adds a line to the steps that a failure lists.
     *
     * @param what the line; its {@code toString()} is called only if steps are kept.
     */
    public void note(final Object what)
    {
        if (null != log)
        {
            log.note(what);
        }
    }

    /**
     * Does the run.
     *
     * @param preparation creates what runs.
     * @throws Violation if an invariant does not hold.
     */
    void run(final Preparation preparation)
    {
        try
        {
            prepare(preparation);
            schedule.run();
            actors.endRest();
            schedule.settle();
            invariants.checkEnd();
            closeMembers();
            actors.closeable().forEach(Cluster::close);
            invariants.checkErrors();
        }
        catch (final RunEnded ex)
        {
            invariants.checkNotViolated();
            throw ex;
        }
        finally
        {
            schedule.abandon();
            // The clusters of a failed run need no close: they have no threads.
        }
    }

    /**
     * Each waits for the others.
     */
    private void closeMembers()
    {
        for (final Cluster member : actors.members())
        {
            final Host host = member.localHosts().get(0);
            thread("close of host-" + host.id(), host, member::close);
        }
        schedule.run();
    }

    /**
     * Returns the largest number that {@link #upTo} may return.
     */
    int limit()
    {
        return limit;
    }

    /**
     * Returns the largest number that {@link #upTo} was asked for.
     */
    int largest()
    {
        return largest;
    }

    /**
     * Returns the last steps that did any work.
     */
    List<String> trace()
    {
        return log.lines();
    }

    /**
     * Returns the traces of the clusters, if they record them.
     */
    List<Trace> recorded()
    {
        return actors.clusters().stream()
            .filter(cluster -> 0 != cluster.context().trace())
            .map(Cluster::trace)
            .toList();
    }

    private void prepare(final Preparation preparation)
    {
        try
        {
            preparation.prepare(this);
        }
        catch (final Violation ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw invariants.first(new Violation(NO_ERRORS, "the scenario could not be prepared: " + ex, ex));
        }
    }

    @Override
    public String toString()
    {
        return "Simulation{seed=" + seed + ", step=" + step() + '}';
    }
}
