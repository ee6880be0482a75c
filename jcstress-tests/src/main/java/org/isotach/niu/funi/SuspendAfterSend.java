/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link SuspendAgainstSend} with a sender that looks too late whether the gang is suspended: shows that the machine
 * on which the tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a sender looks at the gang when its packet is sent. What it counts as refused may be taken.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "what is accepted is taken once, after the gang was resumed")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a packet that was refused is taken")
@State
public class SuspendAfterSend extends SuspendProgram
{
    @Actor
    public void sender()
    {
        send(true);
    }

    @Actor
    public void supervisor()
    {
        suspendAndTake();
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = wrong();
    }
}
