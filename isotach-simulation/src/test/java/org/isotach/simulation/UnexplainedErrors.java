/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.function.Consumer;

import org.isotach.MemberLostException;

/**
 * The errors that clusters report and that the loss of a member does not explain.
 */
final class UnexplainedErrors implements Consumer<Throwable>
{
    private Throwable first;

    @Override
    public void accept(final Throwable error)
    {
        // If this threw, that would only be logged, and the run would go on.
        if (null == first && !(error instanceof MemberLostException) &&
            !String.valueOf(error.getMessage()).contains("is lost: "))
        {
            first = error;
        }
    }

    /**
     * Returns what {@link Simulation#NO_ERRORS} says, null if there is none.
     */
    String violation()
    {
        return null == first ? null : "reported to the error handler: " + first;
    }
}
