/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;

/**
 * One isochron of a trace, or a frame whose isochrons were not recorded.
 *
 * @param issuer     host that has issued it.
 * @param issued     event of its issue, null if that was not recorded.
 * @param executions events of its execution, in the order in which they were recorded; empty if there are none.
 * @param index      place among the isochrons of its frame.
 * @param text       description.
 * @param words      first words of its operations.
 * @param length     length of its operations in bytes.
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
     * Returns the pulse of its execution, the first one if hosts disagree.
     */
    long pulse()
    {
        return executions.stream().mapToLong(TraceEvent::pulse).min().orElse(Long.MAX_VALUE);
    }

    /**
     * Returns the number of the first event of its execution.
     */
    long firstNumber()
    {
        return executions.isEmpty() ? Long.MAX_VALUE : executions.get(0).number();
    }

    /**
     * Returns the execution at a host, null if there is none.
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
