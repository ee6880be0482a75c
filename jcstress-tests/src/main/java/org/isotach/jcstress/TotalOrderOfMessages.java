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
 * Each host sends a message to both; which one does each of them receive first?
 */
@JCStressTest
@Description(
    "Total order of messages. Lemma 2 forbids that the two receivers disagree.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "both receive that of host 0 first")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both receive that of host 1 first")
@Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "the receivers disagree")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the receivers disagree")
@State
public class TotalOrderOfMessages extends MessagingState
{
    @Actor
    public void host0(final II_Result r)
    {
        host(0).begin().sendToAll(0).issue();
        r.r1 = host(0).await().sender();
        host(0).await();
    }

    @Actor
    public void host1(final II_Result r)
    {
        host(1).begin().sendToAll(1).issue();
        r.r2 = host(1).await().sender();
        host(1).await();
    }
}
