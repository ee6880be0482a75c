/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.memory.Padded;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

/**
 * Calls that use one variable; each thread has a variable of its own.
 * <p>
 * Comparable: what a call does, and that it is done, for all threads, when it returns. Not comparable: a call of this
 * library has a place in one order of all variables; the others know one variable each.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SingleVariableBenchmark
{
    private static final int MAX_THREADS = 64;

    // Between the variables of two threads.
    private static final int DISTANCE = 16;

    /**
     * A number and an object of one thread.
     */
    private interface Variables
    {
        long get();

        void set(long value);

        long addAndGet(long amount);

        Object reference();

        void reference(Object object);
    }

    /**
     * What the threads share.
     */
    @State(Scope.Benchmark)
    public static class Shared
    {
        /**
         * What holds the variables: this library, in its default mode, {@code AtomicLong} and {@code AtomicReference},
         * or fields behind a lock.
         */
        @Param({ "isotach", "atomic", "synchronized" })
        public String subject;

        /**
         * The call.
         */
        @Param({ "get", "set", "addAndGet", "reference-get", "reference-set" })
        public String call;

        private final AtomicInteger threads = new AtomicInteger();
        private Isotach isotach;
        private IsoLong[] numbers;

        /**
         * Makes the variables of this library.
         */
        @Setup
        public void open()
        {
            isotach = Isotach.launch(new IsotachContext());
            numbers = isotach.longs("number", MAX_THREADS * DISTANCE, 0);
        }

        /**
         * Closes what holds them.
         */
        @TearDown
        public void close()
        {
            isotach.close();
        }

        private LongSupplier newCall()
        {
            final Variables own = newVariables(threads.getAndIncrement() % MAX_THREADS);
            return switch (call)
            {
                case "get" -> own::get;
                case "set" -> () ->
                {
                    own.set(1);
                    return 1;
                };
                case "addAndGet" -> () -> own.addAndGet(1);
                case "reference-get" -> () -> null == own.reference() ? 0 : 1;
                case "reference-set" -> () ->
                {
                    own.reference("object");
                    return 1;
                };
                default -> throw new IllegalArgumentException("call: " + call);
            };
        }

        private Variables newVariables(final int thread)
        {
            return switch (subject)
            {
                case "isotach" -> new IsotachVariables(
                    numbers[thread * DISTANCE], isotach.reference("reference " + thread, "initial object"));
                case "atomic" -> new AtomicVariables();
                case "synchronized" -> new LockedVariables();
                default -> throw new IllegalArgumentException("subject: " + subject);
            };
        }
    }

    private record IsotachVariables(IsoLong number, IsoReference<Object> object) implements Variables
    {
        @Override
        public long get()
        {
            return number.get();
        }

        @Override
        public void set(final long value)
        {
            number.set(value);
        }

        @Override
        public long addAndGet(final long amount)
        {
            return number.addAndGet(amount);
        }

        @Override
        public Object reference()
        {
            return object.get();
        }

        @Override
        public void reference(final Object value)
        {
            object.set(value);
        }
    }

    private static final class AtomicVariables extends Padded implements Variables
    {
        private final AtomicLong number = new AtomicLong();
        private final AtomicReference<Object> object = new AtomicReference<>("initial object");

        @Override
        public long get()
        {
            return number.get();
        }

        @Override
        public void set(final long value)
        {
            number.set(value);
        }

        @Override
        public long addAndGet(final long amount)
        {
            return number.addAndGet(amount);
        }

        @Override
        public Object reference()
        {
            return object.get();
        }

        @Override
        public void reference(final Object value)
        {
            object.set(value);
        }
    }

    private static final class LockedVariables extends Padded implements Variables
    {
        private long number;
        private Object object = "initial object";

        @Override
        public synchronized long get()
        {
            return number;
        }

        @Override
        public synchronized void set(final long value)
        {
            number = value;
        }

        @Override
        public synchronized long addAndGet(final long amount)
        {
            number += amount;
            return number;
        }

        @Override
        public synchronized Object reference()
        {
            return object;
        }

        @Override
        public synchronized void reference(final Object value)
        {
            object = value;
        }
    }

    /**
     * A thread, and its variable.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private LongSupplier call;

        /**
         * Takes a variable.
         *
         * @param shared by all threads.
         */
        @Setup
        public void open(final Shared shared)
        {
            call = shared.newCall();
        }
    }

    /**
     * One call.
     *
     * @param driver of this thread.
     * @return its result.
     */
    @Benchmark
    public long call(final Driver driver)
    {
        return driver.call.getAsLong();
    }
}
