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
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Two hosts send a message each to two others. Needs four processors.
 */
@JCStressTest
@Description(
    "IRIW with messages. Lemma 2 forbids that the receivers disagree about which message was first.")
@Outcome(id = {"AB, AB", "BA, BA"}, expect = Expect.ACCEPTABLE, desc = "the receivers agree")
@Outcome(id = {"AB, BA", "BA, AB"}, expect = Expect.FORBIDDEN, desc = "the receivers disagree")
@State
public class IndependentMessages extends MessagingState
{
    public IndependentMessages()
    {
        super(4);
    }

    @Actor
    public void host0()
    {
        host(0).sendLetter(round, 'A', 2, 3);
    }

    @Actor
    public void host1()
    {
        host(1).sendLetter(round, 'B', 2, 3);
    }

    @Actor
    public void host2(final LL_Result r)
    {
        r.r1 = host(2).awaitLetters(round, 2);
    }

    @Actor
    public void host3(final LL_Result r)
    {
        r.r2 = host(3).awaitLetters(round, 2);
    }
}
