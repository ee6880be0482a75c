/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A queue that is resized while packets are under way.
 */
@JCStressTest
@Description("A queue that is resized. Anything but 0 is forbidden: packets are in order, and none is passed over.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "in order, and none is passed over")
@State
public class ResizeUnderLoad extends ResizeProgram
{
    @Actor
    public void sender()
    {
        send(false);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
