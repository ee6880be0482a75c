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
 * {@link HandOverAgainstSwitch} with a device that is served without its lock: shows that the machine on which the
 * tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a device that is served while another one hands messages over to it. They may be lost.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each message is delivered once")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "messages are lost, or delivered twice")
@State
public class HandOverWithoutLock extends HandOverProgram
{
    @Actor
    public void sender()
    {
        send();
    }

    @Actor
    public void supervisor()
    {
        switchOutAndIn(true);
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = wrong();
    }
}
