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
 * {@link SwitchAgainstSend} with a process that reaches the registers of a device that works for somebody else: shows
 * that the machine on which the tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: registers that are written without a look at whose they are. Packets may be lost.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each packet is delivered once")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "packets are lost")
@State
public class SwitchWithStalePage extends SwitchProgram
{
    @Actor
    public void sender()
    {
        send(true);
    }

    @Actor
    public void supervisor()
    {
        switchOutAndIn();
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = wrong();
    }
}
