/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Host 0 sends a message, then a signal; both hosts receive the signal.
 */
@JCStressTest
@Description(
    "Order of signals. Theorem 4 forbids SIGNAL first: a notice is given behind all frames of its pulse.")
@Outcome(id = "SIGNAL, MESSAGE, SIGNAL", expect = Expect.ACCEPTABLE, desc = "the message comes before the signal")
@State
public class SignalBehindMessage extends MessagingState
{
    @Actor
    public void host0(final LLL_Result r)
    {
        host(0).begin().send(1, 1, round).issue();
        host(0).signal();
        r.r1 = host(0).await().kind().name();
    }

    @Actor
    public void host1(final LLL_Result r)
    {
        r.r2 = host(1).await().kind().name();
        r.r3 = host(1).await().kind().name();
    }
}
