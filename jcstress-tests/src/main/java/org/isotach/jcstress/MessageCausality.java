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
 * Host 0 sends a message to the others; host 1 sends one when it has received that. Needs three processors.
 */
@JCStressTest
@Description(
    "WRC with messages. Rules 4 to 6 forbid BA: the pulse of the first message has ended where it was received, and" +
    " what is sent after that gets a later one.")
@Outcome(id = "AB", expect = Expect.ACCEPTABLE, desc = "the answer comes behind its question")
@Outcome(id = "BA", expect = Expect.FORBIDDEN, desc = "the answer comes first")
@State
public class MessageCausality extends MessagingState
{
    public MessageCausality()
    {
        super(3);
    }

    @Actor
    public void host0()
    {
        host(0).sendLetter(round, 'A', 1, 2);
    }

    @Actor
    public void host1()
    {
        host(1).awaitLetters(round, 1);
        host(1).sendLetter(round, 'B', 2);
    }

    @Actor
    public void host2(final L_Result r)
    {
        r.r1 = host(2).awaitLetters(round, 2);
    }
}
