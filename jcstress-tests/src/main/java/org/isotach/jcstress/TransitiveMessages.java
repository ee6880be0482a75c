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
 * Host 0 sends a message to host 2, then one to host 1, which sends one to host 2. Needs three processors.
 */
@JCStressTest
@Description(
    "ISA2 with messages. Rules 4 to 6 forbid CA: the message of host 1 is behind the second one of host 0, which is" +
    " behind the first one.")
@Outcome(id = "AC", expect = Expect.ACCEPTABLE, desc = "in the order of cause and effect")
@Outcome(id = "CA", expect = Expect.FORBIDDEN, desc = "the effect comes first")
@State
public class TransitiveMessages extends MessagingState
{
    public TransitiveMessages()
    {
        super(3);
    }

    @Actor
    public void host0()
    {
        host(0).sendLetter(round, 'A', 2);
        host(0).sendLetter(round, 'B', 1);
    }

    @Actor
    public void host1()
    {
        host(1).awaitLetters(round, 1);
        host(1).sendLetter(round, 'C', 2);
    }

    @Actor
    public void host2(final L_Result r)
    {
        r.r1 = host(2).awaitLetters(round, 2);
    }
}
