/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
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
    public static final String PROGRESS = "Progress";

    /**
     * Name of the invariant that neither programs nor units throw, and that clusters report no errors.
     */
    public static final String NO_ERRORS = "NoErrors";

    private static final int TRACE_LENGTH = 48;
    private static final long MAX_STEPS = 2_000_000;
    private static final int MAX_IDLE_STEPS = 2048;

    // In how many rounds nobody must do anything before nothing is left to be done. Units that have been asked for
    // something need a round to notice; where tokens are lost, they may have to be asked for many times.
    private static final int IDLE_ROUNDS = 3;
    private static final int IDLE_ROUNDS_WITH_FAULTS = 128;

    // HOST and SHARED differ in who has a thread, which nobody has here, so they are drawn half as often as the others.
    private static final ThreadingMode[] MODES =
    {
        ThreadingMode.INVOKER, ThreadingMode.INVOKER, ThreadingMode.SHARED, ThreadingMode.HOST,
        ThreadingMode.DEDICATED, ThreadingMode.DEDICATED
    };

    private record NamedInvariant(String name, Invariant invariant)
    {
    }

    private final long seed;
    private final int limit;
    private final Random random;
    private final Random scheduleRandom;
    private final Deque<String> trace;
    private final boolean isRecording;
    private final List<Actor> actors = new ArrayList<>();

    // Units that have no turn before all programs have ended.
    private final List<Actor> resting = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<NamedInvariant> always = new ArrayList<>();
    private final List<NamedInvariant> atEnd = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private ProgramThread current;
    private int groups;
    private int idleRounds = IDLE_ROUNDS;
    private int programsLeft;

    // Is there anybody new who has finished, or crashed?
    private boolean haveFinished;
    private long step;
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
        scheduleRandom = new Random(mix(~seed));
        trace = isTracing ? new ArrayDeque<>() : null;
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
        return step;
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
            context.errorHandler(errors::add);
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
        final Cluster cluster = Cluster.launch(context.scheduler(this::idle));
        if (!context.linkFaults().isNone())
        {
            idleRounds = IDLE_ROUNDS_WITH_FAULTS;
        }
        final String prefix = clusters.isEmpty() ? "" : "cluster-" + clusters.size() + '/';
        clusters.add(cluster);
        final List<Unit> units = cluster.units();
        // Behind those of the hosts come token managers, fewer than hosts or more.
        final int unitsPerHost = (int)units.stream().filter(unit -> unit.unitName().startsWith("host-0/")).count();
        for (int i = 0; i < units.size(); i++)
        {
            final int group = groups + Math.min(i / unitsPerHost, cluster.hostCount());
            actors.add(new Actor(units.get(i), prefix + units.get(i).unitName(), group));
        }
        groups += cluster.hostCount() + 1;
        return cluster;
    }

    /**
     * Launches a cluster without threads whose units nobody works for, as long as the programs run, but the programs
     * themselves, by what they call.
     */
    Cluster launchWithoutUnits(final ClusterContext context)
    {
        final int group = groups;
        final Cluster cluster = launch(context.threadingMode(ThreadingMode.INVOKER));
        for (final Actor actor : List.copyOf(actors))
        {
            if (actor.isUnit() && actor.group >= group)
            {
                actors.remove(actor);
                resting.add(actor);
            }
        }
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
        actors.add(new Actor(program, name, group(host)));
        programsLeft++;
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
        if (null != current && current.isCurrent())
        {
            current.yield(null);
        }
    }

    /**
     * For a program that was added with {@link #thread}, for the handlers that it runs, and for those of a host for
     * which {@link #letHandlersPause} was called: it never returns, and the run ends without the program. Anywhere else
     * a no-op.
     */
    public void hang()
    {
        if (null == current || !current.isCurrent())
        {
            return;
        }
        actors.stream().filter(actor -> current == actor.thread()).forEach(Actor::crash);
        haveFinished = true;
        while (true)
        {
            current.yield("nothing, for ever");
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
        final int group = group(host);
        for (final Actor actor : actors)
        {
            if (actor.group == group && actor.isUnit())
            {
                actor.putOnThread();
            }
        }
    }

    /**
     * A host crashes: from now on its programs do nothing, and nobody works for its units. Others may expel it, see
     * {@link Cluster#expel}.
     *
     * @param host that crashes.
     */
    public void crash(final Host host)
    {
        final int group = group(host);
        for (final Actor actor : actors)
        {
            if (actor.group == group)
            {
                actor.crash();
            }
        }
        haveFinished = true;
    }

    /**
     * Adds an invariant that is checked after every step; it should be quick.
     *
     * @param name      for messages.
     * @param invariant what must be true.
     */
    public void always(final String name, final Invariant invariant)
    {
        always.add(new NamedInvariant(name, invariant));
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
        atEnd.add(new NamedInvariant(name, invariant));
    }

    /**
     * Adds a line to the steps that a failure lists.
     *
     * @param what happens; its {@code toString()} is called only if steps are kept.
     */
    public void note(final Object what)
    {
        if (null != trace)
        {
            addToTrace("       " + what);
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
            schedule();
            actors.addAll(resting);
            settle();
            check(atEnd);
            clusters.forEach(Cluster::close);
            checkErrors();
        }
        finally
        {
            for (final Actor actor : actors)
            {
                if (null != actor.thread())
                {
                    actor.thread().abandon();
                }
            }
            // Those of a run that has failed are left as they are: they have no threads.
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
        return List.copyOf(trace);
    }

    /**
     * What the clusters have done, if they record it.
     */
    List<Trace> recorded()
    {
        return clusters.stream().filter(cluster -> 0 != cluster.context().trace()).map(Cluster::trace).toList();
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

    private void schedule()
    {
        final Adversary adversary = new Adversary(scheduleRandom, actors);
        int idleSteps = 0;
        while (programsLeft > 0)
        {
            final int work = step(adversary.next());
            idleSteps = work > 0 || idleSteps > MAX_IDLE_STEPS ? 0 : idleSteps + 1;
            if (step > MAX_STEPS || idleSteps > MAX_IDLE_STEPS && isStuck())
            {
                throw new Violation(PROGRESS, "after " + step + " steps there is no end" + unfinished(), null);
            }
            if (haveFinished)
            {
                haveFinished = false;
                programsLeft =
                    (int)actors.stream().filter(actor -> !actor.isUnit() && !actor.isFinished()).count();
                adversary.forgetFinished();
            }
        }
    }

    /**
     * @return how much was done, 0 if nothing.
     */
    private int step(final Actor actor)
    {
        step++;
        final int work;
        // A step that waits has other steps within it.
        final ProgramThread before = current;
        try
        {
            current = actor.thread();
            work = actor.step();
            current = before;
        }
        catch (final Violation ex)
        {
            throw ex;
        }
        catch (final Throwable ex)
        {
            throw new Violation(NO_ERRORS, actor + ": " + ex, ex);
        }
        if (null != trace && work > 0)
        {
            addToTrace(String.format("%6d %s", step, actor));
        }
        haveFinished |= actor.isFinished();
        checkErrors();
        if (!always.isEmpty())
        {
            check(always);
        }
        return work;
    }

    private int group(final Host host)
    {
        int group = 0;
        for (final Cluster cluster : clusters)
        {
            if (host.id() < cluster.hostCount() && host == cluster.host(host.id()))
            {
                return group + host.id();
            }
            group += cluster.hostCount() + 1;
        }
        throw new IllegalArgumentException("host " + host.id() +
            " is in no cluster of this simulation: launch it with Simulation.launch()");
    }

    /**
     * Everybody's turn comes, until nobody does anything.
     */
    private void settle()
    {
        boolean isIdle = false;
        while (!isIdle)
        {
            isIdle = isIdle();
        }
    }

    private int stepUnits()
    {
        int work = 0;
        for (final Actor actor : actors)
        {
            if (actor.isUnit() && !actor.isFinished())
            {
                work += step(actor);
            }
        }
        return work;
    }

    /**
     * Do all programs that are left wait for something that cannot come? One of them may wait for what another one
     * gives back before it waits itself, so each has several turns.
     */
    private boolean isStuck()
    {
        for (int round = 0; round < actors.size(); round++)
        {
            settle();
            for (final Actor actor : actors)
            {
                if (!actor.isUnit() && !actor.isFinished() && 0 < step(actor))
                {
                    return false;
                }
            }
            if (!isIdle())
            {
                return false;
            }
        }
        return programsLeft > 0;
    }

    /**
     * One round in which everybody's turn comes, or several in which nobody does anything.
     */
    private boolean isIdle()
    {
        int rounds = 0;
        while (rounds < idleRounds && 0 == stepUnits())
        {
            rounds++;
        }
        return rounds == idleRounds;
    }

    /**
     * Somebody has to wait for something.
     */
    private void idle(final Object what)
    {
        if (null != current && current.isCurrent())
        {
            current.yield(what);
            return;
        }
        if (isIdle())
        {
            throw new Violation(
                PROGRESS, "waits for " + what + ", and nothing is left to be done" + unfinished(), null);
        }
    }

    private String unfinished()
    {
        final StringBuilder text = new StringBuilder();
        for (final Actor actor : actors)
        {
            if (!actor.isUnit() && !actor.isFinished())
            {
                text.append("; ").append(actor);
            }
        }
        return text.toString();
    }

    private void checkErrors()
    {
        if (!errors.isEmpty())
        {
            throw new Violation(NO_ERRORS, "reported to the error handler: " + errors.get(0), errors.get(0));
        }
    }

    private static void check(final List<NamedInvariant> invariants)
    {
        for (final NamedInvariant named : invariants)
        {
            final String violation;
            try
            {
                violation = named.invariant.violation();
            }
            catch (final Violation ex)
            {
                throw ex;
            }
            catch (final Throwable ex)
            {
                throw new Violation(named.name, "could not be checked: " + ex, ex);
            }
            if (null != violation)
            {
                throw new Violation(named.name, violation, null);
            }
        }
    }

    private void addToTrace(final String line)
    {
        if (TRACE_LENGTH == trace.size())
        {
            trace.removeFirst();
        }
        trace.addLast(line);
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
        return "Simulation{seed=" + seed + ", step=" + step + '}';
    }
}
