/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link SendsOfBell} with a device that takes what was rung for after its look: shows that the machine on
 * which the tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a device that takes what was rung for after its look. Nothing forbids that work is not seen.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "it was seen, or somebody is going to look")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "nobody looks any more at the last work")
@State
public class SendsTakenLate extends BellProgram
{
    public SendsTakenLate()
    {
        super(SENT);
    }

    @Actor
    public void process()
    {
        process(true);
    }

    @Actor
    public void server()
    {
        server(true);
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = lost();
    }
}
