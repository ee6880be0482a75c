/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link BytesBeforeHandler} with a sender that sends the packet too early: shows that the machine on which the tests
 * run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a packet is sent before the bytes of its transfer. Nothing forbids that they are missing.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all bytes are there")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "words are missing")
@State
public class HandlerBeforeBytes extends TransferProgram
{
    @Actor
    public void sender()
    {
        transfer(true);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
