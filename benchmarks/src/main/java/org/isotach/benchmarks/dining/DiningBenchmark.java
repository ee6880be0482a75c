/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.concurrent.TimeUnit;

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
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Dining philosophers: groups of two resources, the forks, that are held across work, the meal. One operation is one
 * complete meal: both forks taken, the work done, both put back.
 * <p>
 * Philosopher p belongs to thread p modulo the number of threads, and a thread lets its philosophers eat in turn. All
 * subjects get the cores of the machine: with a thread for each philosopher, subjects that block would measure the
 * scheduler of the operating system. So at most as many eat at once as there are threads. Two philosophers of one
 * thread get into each other's way only if a thread does not block; otherwise it completes one meal before it begins
 * the next one. Any number of threads up to the number of philosophers is allowed.
 * <p>
 * The meal spins until its time is over by the clock, and occupies the thread for just that long; it touches no shared
 * memory. So a subject that has requests in flight during a meal gains the work of other threads for them, but no work
 * of its own. A count of iterations instead would have to be calibrated in each JVM, and an error there would look like
 * a difference between subjects. A thread that is suspended during a meal does not catch up on it, in any subject.
 * Meals of 0 microseconds do not ask the clock.
 * <p>
 * Comparable: the philosophers of a thread, the length of a meal, the watch over the forks (see {@code Dinner}), and
 * the state when an operation counts: in all subjects a neighbour may have the forks after it, and sees all changes to
 * them. At the end the meals of all threads, of all philosophers, and the uses of all forks are compared.
 * <p>
 * Not comparable: the waits. Locks, monitors and ScalaSTM block the thread while a neighbour eats; isotach goes on with
 * other philosophers of the thread, and after a while with those of other threads. In isotach philosophers have asked
 * for their next meal before the thread comes back to them, so neighbours eat strictly in turn and all equally often.
 * In the other subjects a thread takes free forks again without asking, which is cheaper if no neighbour wants them,
 * and does not determine who eats next. In isotach each thread is a host with a copy of every fork, and requests travel
 * to all of them; in the others there is one fork, on which every thread works. Isotach threads spin and need a core
 * each; if cores are shared with other programs, threads that hand theirs over while they wait lose less. ScalaSTM
 * allocates, the others do not.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DiningBenchmark
{
    /**
     * The table with all philosophers.
     */
    @State(Scope.Benchmark)
    public static class Room
    {
        /**
         * The subject that guards the forks.
         */
        @Param({ "ordered-locks", "synchronized", "scalastm", "isotach" })
        public String subject;

        /**
         * Philosophers, and forks.
         */
        @Param({ "2", "3", "5", "8", "16" })
        public int philosophers;

        /**
         * Work per meal in microseconds.
         */
        @Param({ "0", "1", "10" })
        public int mealUs;

        private Dinner dinner;
        private Table table;
        private Seats[] seats;

        /**
         * Lays the table.
         *
         * @param params with the number of threads.
         */
        @Setup
        public void lay(final BenchmarkParams params)
        {
            final int threads = params.getThreads();
            if (threads > philosophers)
            {
                throw new IllegalArgumentException("threads: " + threads + " (expected: 1.." + philosophers +
                    ", at most as many as philosophers)");
            }
            dinner = new Dinner(philosophers, TimeUnit.MICROSECONDS.toNanos(mealUs));
            table = Table.lay(subject, dinner, threads);
            seats = new Seats[threads];
        }

        /**
         * Clears the table and compares the counters.
         */
        @TearDown
        public void clear()
        {
            table.close();
            long meals = 0;
            for (final Seats ofThread : seats)
            {
                meals += ofThread.meals;
            }
            dinner.check(meals);
        }
    }

    /**
     * The philosophers of one thread.
     */
    @State(Scope.Thread)
    public static class Seats
    {
        private Diners diners;
        private long meals;

        /**
         * Seats the philosophers.
         *
         * @param room         where the philosophers dine.
         * @param threadParams of this thread.
         */
        @Setup
        public void take(final Room room, final ThreadParams threadParams)
        {
            final int thread = threadParams.getThreadIndex();
            diners = room.table.diners(thread);
            room.seats[thread] = this;
        }

        void meal()
        {
            diners.meal();
            meals++;
        }
    }

    /**
     * Lets one philosopher of the thread complete a meal. In isotach it may be one of another thread if that thread is
     * away or eats for long, and all philosophers of this one wait.
     *
     * @param seats of some philosophers.
     */
    @Benchmark
    public void meal(final Seats seats)
    {
        seats.meal();
    }
}
