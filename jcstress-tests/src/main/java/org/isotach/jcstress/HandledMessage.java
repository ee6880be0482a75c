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
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * Host 0 sends a message to a handler of host 1 and writes a variable; host 1 reads the variable: was the handler
 * called?
 */
@JCStressTest
@Description(
    "Handlers. Rule 6 forbids 1, 0: the operations of an isochron execute in the order in which they were appended.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the read comes first")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the message comes between the read and the look")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the message was handled")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the write has overtaken the message")
@State
public class HandledMessage extends MessagingState
{
    @Actor
    public void host0()
    {
        host(0).begin().sendToHandler(1, round).write(round, 1).issue();
    }

    @Actor
    public void host1(final JI_Result r)
    {
        r.r1 = host(1).read(round);
        r.r2 = handled();
    }
}
