/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.List;

/**
 * Shared 64-bit variables, initially 0. An action reads some of them, then its body runs, then each of them gets a
 * value that is greater by 1. No other action may change them in the meantime, or the action must be repeated.
 */
interface ReservationSubject extends AutoCloseable
{
    /**
     * Names for {@link #open}.
     */
    List<String> NAMES = List.of(
        "synchronized",
        "stamped-lock",
        "ordered-locks",
        "scala-stm",
        "multiverse",
        "messages",
        "messages-invoker",
        "isotach",
        "isotach-prepared",
        "isotach-invoker",
        "isotach-invoker-prepared",
        "isotach-2-hosts",
        "isotach-2-hosts-invoker");

    /**
     * Makes the variables.
     *
     * @param name  one of {@link #NAMES}.
     * @param total number of variables.
     * @return the subject.
     * @throws IllegalArgumentException when there is no subject of this name.
     */
    static ReservationSubject open(final String name, final int total)
    {
        switch (name)
        {
            case "synchronized":
                return new MonitorSubject(total);
            case "stamped-lock":
                return new StampedLockSubject(total);
            case "ordered-locks":
                return new OrderedLocksSubject(total);
            case "scala-stm":
                return new ScalaStmSubject(total);
            case "multiverse":
                return new MultiverseSubject(total);
            case "messages":
                return new MessagesSubject(total, true);
            case "messages-invoker":
                return new MessagesSubject(total, false);
            default:
                if (NAMES.contains(name))
                {
                    return IsotachSubject.open(name, total);
                }
                throw new IllegalArgumentException(name + " (expected: one of " + NAMES + ')');
        }
    }

    /**
     * @param groups variables of the actions, each in ascending order.
     * @param body   of all of them.
     * @return the actions of a thread.
     */
    Worker worker(int[][] groups, Body body);

    /**
     * @return the values of all variables, when no action is in progress.
     */
    long[] values();

    @Override
    void close();
}
