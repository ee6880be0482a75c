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
 * Each host sends two messages to both; which order do they receive them in?
 */
@JCStressTest
@Description(
    "2+2W with messages. Lemma 2 forbids that the receivers disagree, or that the messages of one host are not in" +
    " issue order.")
@Outcome(
    id = {"ABCD, ABCD", "ACBD, ACBD", "ACDB, ACDB", "CABD, CABD", "CADB, CADB", "CDAB, CDAB"},
    expect = Expect.ACCEPTABLE,
    desc = "one order of all four")
@State
public class TwoPlusTwoMessages extends MessagingState
{
    @Actor
    public void host0(final LL_Result r)
    {
        host(0).sendLetter(round, 'A', 0, 1);
        host(0).sendLetter(round, 'B', 0, 1);
        r.r1 = host(0).awaitLetters(round, 4);
    }

    @Actor
    public void host1(final LL_Result r)
    {
        host(1).sendLetter(round, 'C', 0, 1);
        host(1).sendLetter(round, 'D', 0, 1);
        r.r2 = host(1).awaitLetters(round, 4);
    }
}
