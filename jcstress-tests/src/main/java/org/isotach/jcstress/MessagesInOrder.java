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
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Host 0 sends two messages; host 1 receives them.
 */
@JCStressTest
@Description(
    "MP with messages. Rule 6 forbids BA: isochrons of one host execute in the order in which they were issued.")
@Outcome(id = "AB", expect = Expect.ACCEPTABLE, desc = "in issue order")
@Outcome(id = "BA", expect = Expect.FORBIDDEN, desc = "the second message has overtaken the first one")
@State
public class MessagesInOrder extends MessagingState
{
    @Actor
    public void host0()
    {
        host(0).sendLetter(round, 'A', 1);
        host(0).sendLetter(round, 'B', 1);
    }

    @Actor
    public void host1(final L_Result r)
    {
        r.r1 = host(1).awaitLetters(round, 2);
    }
}
