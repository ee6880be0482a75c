/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.IntSupplier;

/**
 * For the models: the poll that a call ends with which could not do what it was asked for, so that a loop around such
 * calls makes progress, whatever other hosts do (Ironman section 5.1). In {@link ThreadingMode#INVOKER} it works for
 * the own host, and from time to time for all hosts of the cluster: what the call lacks may be held by one that is
 * idle, whose application does not call anything at all. In the other modes it is a no-op.
 * <p>
 * A call that succeeds has nothing to do with it.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread at a time.
 */
public final class FailurePoll
{
    /**
     * Calls that fail until all hosts are worked for, whatever the own one had to do in between. As many as the rounds
     * after which a {@link Waiter} does so.
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
     * @param failuresPerPoll after how many failures the host is worked for, 1..{@link #FAILURES_PER_ROUND}.
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
     * A call has failed.
     *
     * @return how much was done, 0 if nothing.
     */
    public int poll()
    {
        failures++;
        if (failures >= FAILURES_PER_ROUND)
        {
            // Failures are counted, and not rounds in which there was nothing to do: others may see to it that there
            // always is.
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
