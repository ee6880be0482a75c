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
 * A device that is taken away from a process that sends, and given back.
 */
@JCStressTest
@Description(
    "A device that is taken away from a process that sends. Anything but 0 is forbidden: each packet is delivered" +
    " once.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each packet is delivered once")
@State
public class SwitchAgainstSend extends SwitchProgram
{
    @Actor
    public void sender()
    {
        send(false);
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
