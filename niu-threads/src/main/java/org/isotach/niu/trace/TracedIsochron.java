/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;

/**
 * One isochron of a trace, or a frame of which nobody has recorded the isochrons.
 *
 * @param issuer     host that has issued it.
 * @param issued     when it was issued, null if that was not recorded.
 * @param executions where and when it was executed, in the order in which that was recorded; none if it was not.
 * @param index      place among the isochrons of its frame.
 * @param text       what it does.
 * @param words      the first ones of its operations.
 * @param length     of its operations in bytes.
 */
record TracedIsochron(
    int issuer,
    TraceEvent issued,
    List<TraceEvent> executions,
    int index,
    OperationText text,
    long[] words,
    int length)
{
    boolean isExecuted()
    {
        return !executions.isEmpty();
    }

    /**
     * Pulse that it is executed in, the first one if hosts do not agree.
     */
    long pulse()
    {
        return executions.stream().mapToLong(TraceEvent::pulse).min().orElse(Long.MAX_VALUE);
    }

    /**
     * Number of the first event of its execution.
     */
    long firstNumber()
    {
        return executions.isEmpty() ? Long.MAX_VALUE : executions.get(0).number();
    }

    /**
     * The execution at a host, null if there is none.
     */
    TraceEvent executionAt(final int host)
    {
        for (final TraceEvent execution : executions)
        {
            if (execution.host() == host)
            {
                return execution;
            }
        }
        return null;
    }
}
