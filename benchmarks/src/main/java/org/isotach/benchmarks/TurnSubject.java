/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * One of those that take turns on the same two threads. It lives in a class loader of its own, so that it has compiled
 * code of its own; this interface is what it has in common with the others. One thread is measured and calls everything
 * but {@link #serve()}, the other one serves it.
 */
public interface TurnSubject extends AutoCloseable
{
    /**
     * Begins a turn, before the other thread calls {@link #serve()}.
     */
    void begin();

    /**
     * Does on the other thread what the measured one needs, until the turn is over.
     */
    void serve();

    /**
     * Does operation after operation while the other thread serves.
     *
     * @param durationNs how long, in nanoseconds; some operations more are done.
     * @return mean time of an operation in nanoseconds.
     */
    double measureNs(long durationNs);

    /**
     * Ends a turn while the other thread serves: whatever is under way is completed, and the other thread returns.
     *
     * @throws IllegalStateException when something has been lost, or has come twice.
     */
    void end();

    /**
     * Ends a turn that has failed: the other thread returns, whatever is under way.
     */
    void leave();

    /**
     * Closes what it has opened, between two turns.
     */
    @Override
    void close();
}
