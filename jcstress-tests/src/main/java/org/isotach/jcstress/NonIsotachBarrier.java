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

/**
 * Each host sends a non-isotach message and passes two barriers; is the message of the other one there after the first?
 */
@JCStressTest
@Description(
    "Non-isotach barriers. Section 12 forbids 0: a count is published behind what was committed before, and a host " +
    "that is already at the next barrier is not mistaken for one that is late.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both messages are there")
@State
public class NonIsotachBarrier extends MessagingState
{
    @Actor
    public void host0(final II_Result r)
    {
        host(0).sendNonIsotach(1, 1, round);
        host(0).passNonIsotachBarrier();
        r.r1 = host(0).receiveNonIsotach() ? 1 : 0;
        host(0).passNonIsotachBarrier();
    }

    @Actor
    public void host1(final II_Result r)
    {
        host(1).sendNonIsotach(0, 1, round);
        host(1).passNonIsotachBarrier();
        r.r2 = host(1).receiveNonIsotach() ? 1 : 0;
        host(1).passNonIsotachBarrier();
    }
}
