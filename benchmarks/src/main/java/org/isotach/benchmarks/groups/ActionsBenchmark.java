/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.actions.Action;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Pipeline;
import org.isotach.actions.PreparedAction;
import org.isotach.actions.PreparedChanges;
import org.isotach.actions.PreparedSnapshot;
import org.isotach.actions.Snapshot;
import org.isotach.benchmarks.SpinningThread;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures actions against the ports beneath, and against one lock: four variables are incremented, in all ways, on one
 * host, or on two that have a copy each. Compare each way to the port that does the same: {@code apply} and {@code
 * applyPrepared} to {@code portUpdate}; {@code run} and {@code runPrepared} to {@code portTake}; {@code runPipelined}
 * to {@code portTakeInFlight}. {@code take} and {@code takePrepared} read the same variables.
 * <p>
 * Comparable: all threads increment the same variables; an operation is over when its last isochron is issued, or, with
 * 32 in flight, that of an earlier one, and with the lock when it is executed. Not comparable: with two copies an
 * action is over when its host has executed it, while a port goes on at once.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ActionsBenchmark
{
    private static final int VARIABLES = 4;
    private static final int IN_FLIGHT = 32;

    /**
     * The state that all threads share.
     */
    @State(Scope.Benchmark)
    public static class Shared
    {
        /**
         * The threading mode of the cluster.
         */
        @Param({ "HOST", "INVOKER" })
        public ThreadingMode mode;

        /**
         * Copies of each variable, one for each host of the cluster.
         */
        @Param({ "1", "2" })
        public int copies;

        private final long[] locked = new long[VARIABLES];
        private Isotach isotach;
        private IsoLong[] variables;
        private PreparedAction<Void> action;
        private PreparedChanges changes;
        private PreparedSnapshot<Boolean> snapshot;

        /**
         * Makes the variables.
         */
        @Setup
        public void open()
        {
            isotach = Isotach.launch(new IsotachContext().threadingMode(mode).hosts(copies));
            variables = isotach.longs("x", VARIABLES, 0);
            action = isotach.update(variables).prepare(this::increment);
            changes = isotach.prepare(
                variables[0].add(1), variables[1].add(1), variables[2].add(1), variables[3].add(1));
            snapshot = isotach.prepare(this::isTorn, variables);
        }

        private Void increment(final Action run)
        {
            for (final IsoLong variable : variables)
            {
                run.set(variable, run.get(variable) + 1);
            }
            return null;
        }

        private boolean isTorn(final Snapshot now)
        {
            final long first = now.get(variables[0]);
            return first != now.get(variables[1]) || first != now.get(variables[2]) || first != now.get(variables[3]);
        }

        /**
         * Checks that no group is torn.
         */
        @TearDown
        public void close()
        {
            final boolean wasTorn = snapshot.take();
            isotach.close();
            if (wasTorn)
            {
                throw new IllegalStateException("an increment was torn");
            }
        }
    }

    /**
     * One thread with a port, and a pipeline.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private final int[] addresses = new int[VARIABLES];
        private final long[] values = new long[VARIABLES];
        private final TakenVariables taken = new TakenVariables(VARIABLES);
        private final TakenVariables[] inFlight = new TakenVariables[IN_FLIGHT];
        private long begun;
        private long assigned;
        private MemoryPort port;
        private Isochron isochron;
        private Pipeline pipeline;

        /**
         * Makes the port.
         *
         * @param shared       by all threads.
         * @param threadParams of this thread.
         */
        @Setup
        public void open(final Shared shared, final ThreadParams threadParams)
        {
            final int host = threadParams.getThreadIndex() % shared.copies;
            port = shared.isotach.memory().port(shared.isotach.cluster().host(host));
            isochron = port.host().isochron();
            pipeline = shared.isotach.pipeline(IN_FLIGHT);
            Arrays.setAll(addresses, i -> shared.variables[i].address());
            Arrays.setAll(inFlight, i -> new TakenVariables(VARIABLES));
        }

        /**
         * Assigns all that is taken: the other thread may wait for it.
         */
        @TearDown(Level.Iteration)
        public void assignAll()
        {
            while (assigned < begun)
            {
                assignOldest();
            }
        }

        /**
         * Completes actions in progress.
         */
        @TearDown
        public void close()
        {
            pipeline.close();
        }

        private void take(final TakenVariables variables)
        {
            port.take(isochron.begin(), addresses, variables);
            isochron.issue();
        }

        private void assign(final TakenVariables variables)
        {
            variables.await();
            for (int i = 0; i < VARIABLES; i++)
            {
                values[i] = variables.value(i) + 1;
            }
            port.assign(isochron.begin(), variables, values);
            isochron.issue();
        }

        private boolean tryTakeNext()
        {
            if (begun - assigned == IN_FLIGHT)
            {
                if (!inFlight[(int)(assigned % IN_FLIGHT)].isReady())
                {
                    return false;
                }
                assignOldest();
            }
            take(inFlight[(int)(begun++ % IN_FLIGHT)]);
            return true;
        }

        private void assignOldest()
        {
            assign(inFlight[(int)(assigned++ % IN_FLIGHT)]);
        }
    }

    /**
     * One critical section.
     *
     * @param shared by all threads.
     * @return the last value.
     */
    @Benchmark
    public long lock(final Shared shared)
    {
        synchronized (shared.locked)
        {
            for (int i = 0; i < VARIABLES; i++)
            {
                shared.locked[i]++;
            }
            return shared.locked[0];
        }
    }

    /**
     * Four UPDATEs in one isochron, through a port.
     *
     * @param driver of this thread.
     */
    @Benchmark
    public void portUpdate(final Driver driver)
    {
        final Isochron isochron = driver.isochron.begin();
        for (int i = 0; i < VARIABLES; i++)
        {
            driver.port.update(isochron, driver.addresses[i], UpdateFunction.ADD, 1);
        }
        isochron.issue();
    }

    /**
     * The same as an action that is built anew.
     *
     * @param shared by all threads.
     */
    @Benchmark
    public void apply(final Shared shared)
    {
        final IsoLong[] x = shared.variables;
        shared.isotach.apply(x[0].add(1), x[1].add(1), x[2].add(1), x[3].add(1));
    }

    /**
     * The same as an action that is prepared.
     *
     * @param shared by all threads.
     */
    @Benchmark
    public void applyPrepared(final Shared shared)
    {
        shared.changes.apply();
    }

    /**
     * TAKE and ASSIGN through a port.
     *
     * @param driver of this thread.
     */
    @Benchmark
    public void portTake(final Driver driver)
    {
        driver.take(driver.taken);
        driver.assign(driver.taken);
    }

    /**
     * The same with as many in flight as a pipeline has. It does not wait when the other thread may have ended, which
     * assigns what it has taken when both have.
     *
     * @param driver  of this thread.
     * @param control says when this thread is to end.
     */
    @Benchmark
    public void portTakeInFlight(final Driver driver, final Control control)
    {
        for (int attempts = 1; !driver.tryTakeNext() && !control.stopMeasurement; attempts++)
        {
            if (0 == driver.port.host().poll())
            {
                SpinningThread.pause(attempts);
            }
        }
    }

    /**
     * The same as an action that is built anew.
     *
     * @param shared by all threads.
     */
    @Benchmark
    public void run(final Shared shared)
    {
        shared.isotach.update(shared.variables).run(shared::increment);
    }

    /**
     * The same as an action that is prepared.
     *
     * @param shared by all threads.
     */
    @Benchmark
    public void runPrepared(final Shared shared)
    {
        shared.action.run();
    }

    /**
     * The same in a pipeline.
     *
     * @param shared by all threads.
     * @param driver of this thread.
     */
    @Benchmark
    public void runPipelined(final Shared shared, final Driver driver)
    {
        driver.pipeline.submit(shared.isotach.update(shared.variables), shared::increment);
    }

    /**
     * A snapshot that is built anew, while no thread writes.
     *
     * @param shared by all threads.
     * @return false.
     */
    @Benchmark
    public boolean take(final Shared shared)
    {
        return shared.isotach.snapshot(shared::isTorn, shared.variables);
    }

    /**
     * The same as a snapshot that is prepared.
     *
     * @param shared by all threads.
     * @return false.
     */
    @Benchmark
    public boolean takePrepared(final Shared shared)
    {
        return shared.snapshot.take();
    }
}
