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
import org.openjdk.jcstress.infra.results.II_Result;

import org.isotach.mbm.Delivery;

/**
 * Each host sends a message to the other one and comes to a strong barrier; how many messages come before its
 * completion?
 */
@JCStressTest
@Description(
    "Strong barriers. Theorem 5 (b) forbids 0: what a participant has issued before is received before the completion.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both messages come before the barrier")
@State
public class StrongBarrierBehindMessage extends MessagingState
{
    @Actor
    public void host0(final II_Result r)
    {
        host(0).begin().send(1, 1, round).issue();
        host(0).barrier();
        while (Delivery.Kind.MESSAGE == host(0).await().kind())
        {
            r.r1++;
        }
    }

    @Actor
    public void host1(final II_Result r)
    {
        host(1).begin().send(0, 1, round).issue();
        host(1).barrier();
        while (Delivery.Kind.MESSAGE == host(1).await().kind())
        {
            r.r2++;
        }
    }
}
