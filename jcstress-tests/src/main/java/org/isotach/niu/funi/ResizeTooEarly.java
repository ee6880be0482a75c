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
 * {@link ResizeUnderLoad} with a sender that names the next ring too early: shows that the machine on which the tests
 * run can produce what it forbids.
 */
@JCStressTest
@Description("Control: the next ring is named before this one has its packets. Some may be passed over.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "in order, and none is passed over")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "packets are passed over")
@State
public class ResizeTooEarly extends ResizeProgram
{
    @Actor
    public void sender()
    {
        send(true);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
