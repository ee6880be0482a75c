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
 * Host 0 sends two messages to both hosts; host 1 sends one to itself, and then one to both.
 */
@JCStressTest
@Description(
    "S with messages. Rules 6 and 7 forbid every disagreement: what host 1 sends behind the second message of host 0" +
    " comes behind the first one everywhere.")
@Outcome(
    id = {"ABC, ABPC", "ABC, APBC", "ABC, PABC", "ACB, APCB", "ACB, PACB", "CAB, PCAB"},
    expect = Expect.ACCEPTABLE,
    desc = "one order of all four")
@State
public class OwnThenMessage extends MessagingState
{
    @Actor
    public void host0(final LL_Result r)
    {
        host(0).sendLetter(round, 'A', 0, 1);
        host(0).sendLetter(round, 'B', 0, 1);
        r.r1 = host(0).awaitLetters(round, 3);
    }

    @Actor
    public void host1(final LL_Result r)
    {
        host(1).sendLetter(round, 'P', 1);
        host(1).sendLetter(round, 'C', 0, 1);
        r.r2 = host(1).awaitLetters(round, 4);
    }
}
