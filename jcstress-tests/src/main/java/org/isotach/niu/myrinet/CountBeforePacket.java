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
 * {@link CountOfChannel} with a sender that counts too early: shows that the machine on which the tests run can produce
 * what it forbids.
 */
@JCStressTest
@Description("Control: a packet is counted before it is on its link. Nothing forbids that it is missing.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "everything that is counted is there")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a packet that was counted is not there")
@State
public class CountBeforePacket extends CountProgram
{
    @Actor
    public void sender()
    {
        send(true);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = receive();
    }
}
