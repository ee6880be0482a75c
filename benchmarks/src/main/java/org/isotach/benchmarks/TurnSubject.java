/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * One of the subjects that take turns on the same two threads. It lives in a class loader of its own, so that it has
 * its own compiled code; this interface is what subjects have in common. One thread is measured and calls everything
 * except {@link #serve()}, the other one serves it.
 */
public interface TurnSubject extends AutoCloseable
{
    /**
     * Begins a turn, before the other thread calls {@link #serve()}.
     */
    void begin();

    /**
     * Does the work that the measured thread needs on the other thread, until the turn is over.
     */
    void serve();

    /**
     * Does operation after operation while the other thread serves.
     *
     * @param durationNs minimum duration in nanoseconds; some more operations follow.
     * @return mean time of an operation in nanoseconds.
     */
    double measureNs(long durationNs);

    /**
     * Ends a turn while the other thread serves: work in progress is completed, and the other thread returns.
     *
     * @throws IllegalStateException when something was lost, or came twice.
     */
    void end();

    /**
     * Ends a turn that has failed: the other thread returns, whatever is in progress.
     */
    void leave();

    /**
     * Closes its resources, between two turns.
     */
    @Override
    void close();
}
