/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.time.Duration;
import java.util.List;

/**
 * A variable that was reserved (SCHED, TAKE) and is not assigned yet.
 *
 * @param variable     the variable, for people.
 * @param holder       number of the host that has reserved it.
 * @param owner        host that has reserved it, and its thread if that is known, for people.
 * @param atLeast      lower bound of the duration of the reservation: the time since it was first seen.
 * @param waitingReads number of reads that wait for it.
 * @param waitingHosts numbers of the hosts that have issued them.
 */
public record Reservation(
    String variable, int holder, String owner, Duration atLeast, int waitingReads, List<Integer> waitingHosts)
{
    private static final double MS = 1e-6;

    @Override
    public String toString()
    {
        return variable + " is reserved by " + owner + ", for at least " + Math.round(atLeast.toNanos() * MS) +
            " ms" + (0 == waitingReads ? "" : "; " + waitingReads + (1 == waitingReads ? " read" : " reads") +
            " of " + (1 == waitingHosts.size() ? "host " : "hosts ") +
            String.join(", ", waitingHosts.stream().map(String::valueOf).toList()) +
            (1 == waitingReads ? " waits" : " wait") + " for it");
    }
}
