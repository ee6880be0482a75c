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
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Host 0 writes a variable, then sends a message; host 1 waits for the message and reads the variable.
 */
@JCStressTest
@Description(
    "Message passing with a message. Rule 6 forbids 0: isochrons of one host execute in issue order.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the write is seen")
@Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "the message has overtaken the write")
@State
public class WriteThenMessage extends MessagingState
{
    @Actor
    public void host0()
    {
        host(0).begin().write(round, 1).issue();
        host(0).begin().send(1, 1, round).issue();
    }

    @Actor
    public void host1(final J_Result r)
    {
        host(1).await();
        r.r1 = host(1).read(round);
    }
}
