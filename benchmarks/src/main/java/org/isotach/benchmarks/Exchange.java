/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * What two threads do together: one is measured, the other one serves it. Neither writes to a line on which the other
 * one finds its way: what a thread counts lies in a {@link org.isotach.memory.Padded} object of its own.
 */
interface Exchange extends AutoCloseable
{
    /**
     * One operation, on the measured thread; spins until it is done.
     *
     * @return what it has brought, for a black hole.
     */
    long operate();

    /**
     * What is to be done at present, on the other thread, which never waits here.
     *
     * @return how much was done.
     */
    int serve();

    /**
     * The same at the end of a turn: helps with what is under way, and begins nothing.
     *
     * @return how much was done.
     */
    default int help()
    {
        return serve();
    }

    /**
     * On the measured thread, while the other one does nothing but {@link #help()}: waits until nothing is under way.
     *
     * @throws IllegalStateException when something has been lost, or has come twice.
     */
    default void complete()
    {
        // Operations that come back are complete when they return.
    }

    @Override
    void close();
}
