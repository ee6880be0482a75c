/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.IntSupplier;

/**
 * For the models: the poll at the end of a call that could not do its work, so that a loop around such calls makes
 * progress whatever other hosts do (Ironman section 5.1). In {@link ThreadingMode#INVOKER} it works for its own host,
 * and from time to time for all hosts of the cluster: an idle host, whose application makes no calls at all, may hold
 * what the call needs. In the other modes it is a no-op.
 * <p>
 * Successful calls do not use it.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread at a time.
 */
public final class FailurePoll
{
    /**
     * Number of failures after which the call works for all hosts, even if its own host had work in between. It equals
     * the number of rounds after which a {@link Waiter} does so.
     */
    public static final int FAILURES_PER_ROUND = 512;

    private final int hostId;
    private final IntSupplier poll;
    private final IntSupplier pollForAll;
    private final int failuresPerPoll;
    private int failures;

    /**
     * @param hostId          number of the host.
     * @param poll            works for the host.
     * @param pollForAll      works for all hosts.
     * @param failuresPerPoll number of failures per poll of the host, 1..{@link #FAILURES_PER_ROUND}.
     */
    FailurePoll(
        final int hostId, final IntSupplier poll, final IntSupplier pollForAll, final int failuresPerPoll)
    {
        if (failuresPerPoll < 1 || failuresPerPoll > FAILURES_PER_ROUND)
        {
            throw new IllegalArgumentException(
                "failuresPerPoll: " + failuresPerPoll + " (expected: 1.." + FAILURES_PER_ROUND + ')');
        }
        this.hostId = hostId;
        this.poll = poll;
        this.pollForAll = pollForAll;
        this.failuresPerPoll = failuresPerPoll;
    }

    /**
     * Notes that a call has failed.
     *
     * @return how much was done, 0 if nothing.
     */
    public int poll()
    {
        failures++;
        if (failures >= FAILURES_PER_ROUND)
        {
            // Count failures, not rounds without work: other hosts may always provide some work.
            failures = 0;
            return pollForAll.getAsInt();
        }
        return 0 == failures % failuresPerPoll ? poll.getAsInt() : 0;
    }

    @Override
    public String toString()
    {
        return "FailurePoll{host=" + hostId + ", failures=" + failures + '}';
    }
}
