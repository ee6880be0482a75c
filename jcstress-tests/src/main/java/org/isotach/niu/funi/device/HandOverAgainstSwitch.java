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
 * A device that hands messages over to one that is taken away from its process.
 */
@JCStressTest
@Description(
    "Messages that are handed over to a device that is taken away from its process. Anything but 0 is forbidden: each" +
    " one is delivered once.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each message is delivered once")
@State
public class HandOverAgainstSwitch extends HandOverProgram
{
    @Actor
    public void sender()
    {
        send();
    }

    @Actor
    public void supervisor()
    {
        switchOutAndIn(false);
    }

    @Arbiter
    public void end(final I_Result r)
    {
        r.r1 = wrong();
    }
}
