/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link HandOver} with a receiver that returns the buffer before it reads it: shows that the machine on which the
 * tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a buffer is returned before it is read. Nothing forbids the content of the next one.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every buffer has the content that was sent")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a buffer was written while it was read")
@State
public class EarlyReturn extends HandOverProgram
{
    @Actor
    public void sender()
    {
        send();
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = receive(true);
    }
}
