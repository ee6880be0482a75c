/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Membership;

/**
 * Gives a context, and a membership, what a simulation needs, and they do not set.
 */
final class SimulatedContext
{
    // HOST and SHARED differ only in their threads, of which there are none here, so they are drawn half as often as
    // the others.
    private static final ThreadingMode[] MODES =
    {
        ThreadingMode.INVOKER, ThreadingMode.INVOKER, ThreadingMode.SHARED, ThreadingMode.HOST,
        ThreadingMode.DEDICATED, ThreadingMode.DEDICATED
    };

    // Nobody sees the end of it.
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private SimulatedContext()
    {
    }

    /**
     * @param random      draws what is left to chance.
     * @param errors      takes what the cluster reports.
     * @param isRecording true if the run is recorded for its diagram.
     */
    static void complete(
        final ClusterContext context,
        final Random random,
        final Consumer<Throwable> errors,
        final boolean isRecording)
    {
        if (null == context.threadingMode())
        {
            context.threadingMode(MODES[random.nextInt(MODES.length)]);
        }
        if (ClusterContext.AWAIT_TIMEOUT_DEFAULT.equals(context.awaitTimeout()))
        {
            context.awaitTimeout(Duration.ZERO);
        }
        if (ClusterContext.CLOSE_TIMEOUT_DEFAULT.equals(context.closeTimeout()))
        {
            context.closeTimeout(FOR_EVER);
        }
        if (null == context.errorHandler())
        {
            context.errorHandler(errors);
        }
        if (isRecording)
        {
            context.trace(Math.max(context.trace(), ClusterContext.TRACE_DEFAULT));
        }
        else if (null != context.traceFile())
        {
            // Thousands of runs would overwrite the trace of the one that matters.
            context.traceFile(null).trace(0);
        }
    }

    /**
     * @param membership null for a whole cluster.
     * @return the membership to launch with, null for a whole cluster.
     */
    static Membership complete(final Membership membership)
    {
        if (null == membership || !Membership.JOIN_TIMEOUT_DEFAULT.equals(membership.joinTimeout()))
        {
            return membership;
        }
        return new Membership(
            membership.members(),
            membership.name(),
            membership.trunks(),
            FOR_EVER,
            membership.authority(),
            membership.listener());
    }
}
