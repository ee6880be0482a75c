/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.function.ToLongBiFunction;

import org.isotach.IsochronFrame;
import org.isotach.niu.send.FrameBatch;

/**
 * Calls that lead into the work for a host, and that the compiler compiles apart from the methods that make them.
 * Otherwise it would put all of that work into a method of an application that issues, polls or receives, and would
 * then have no room left for the rest of it: in some JVMs, but not in others, each word of a message took a call.
 * <p>
 * It is an exception because HotSpot inlines no method of an exception into a method of another class. Nobody creates
 * or throws it.
 */
final class CompiledApart extends Exception
{
    private static final long serialVersionUID = 1;

    private CompiledApart()
    {
    }

    /**
     * See {@link InvokerWork#work}.
     */
    static int turn(final InvokerWork work, final boolean endsPulses)
    {
        return work.work(endsPulses);
    }

    /**
     * See {@link InvokerWork#workToReceive}.
     */
    static int turnToReceive(final InvokerWork work)
    {
        return work.workToReceive();
    }

    /**
     * See {@link Issuer#tryIssue(IsochronFrame, FrameBatch)}.
     *
     * @param issue does that.
     */
    static long tryIssue(
        final ToLongBiFunction<IsochronFrame, FrameBatch> issue,
        final IsochronFrame isochron,
        final FrameBatch ownBatch)
    {
        return issue.applyAsLong(isochron, ownBatch);
    }
}
