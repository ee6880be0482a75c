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
 * A process that receives while its device begins to wait for room.
 */
@JCStressTest
@Description("A process that receives while its device begins to wait for room. 1 is forbidden: work that nobody sees.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "it was seen, or somebody is going to look")
@State
public class ReceiptsOfBell extends BellProgram
{
    public ReceiptsOfBell()
    {
        super(RECEIVED);
    }

    @Actor
    public void process()
    {
        process(false);
    }

    @Actor
    public void server()
    {
        server(false);
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = lost();
    }
}
