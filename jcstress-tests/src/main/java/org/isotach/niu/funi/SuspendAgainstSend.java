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
 * A gang that is suspended while one member sends to another one.
 */
@JCStressTest
@Description(
    "A gang that is suspended against a member that sends. Anything but 0 is forbidden: what is accepted is taken" +
    " once, what is refused never, and nothing while the gang is suspended.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "what is accepted is taken once, after the gang was resumed")
@State
public class SuspendAgainstSend extends SuspendProgram
{
    @Actor
    public void sender()
    {
        send(false);
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
