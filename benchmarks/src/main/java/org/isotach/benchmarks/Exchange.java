/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * The cooperation of two threads: one is measured, the other one serves it. Neither writes to a line on which the other
 * one looks up its state: the counters of a thread lie in a {@link org.isotach.memory.Padded} object of its own.
 */
interface Exchange extends AutoCloseable
{
    /**
     * One operation, on the measured thread; spins until it is done.
     *
     * @return its result, for a black hole.
     */
    long operate();

    /**
     * The work to be done at present, on the other thread, which never waits here.
     *
     * @return amount of work done.
     */
    int serve();

    /**
     * The same at the end of a turn: helps with work in progress, and begins nothing.
     *
     * @return amount of work done.
     */
    default int help()
    {
        return serve();
    }

    /**
     * On the measured thread, while the other one only calls {@link #help()}: waits until nothing is in progress.
     *
     * @throws IllegalStateException when something was lost, or came twice.
     */
    default void complete()
    {
        // Operations that come back are complete when they return.
    }

    @Override
    void close();
}
