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
 * {@link PayloadBeforeNotice} with a sender that sends the notice too early: shows that the machine on which the tests
 * run can produce what it forbids.
 */
@JCStressTest
@Description("Control: a notice is sent before the bytes of its put. Nothing forbids that they are missing.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "everything that was noticed is there")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "words that were noticed are not there")
@State
public class NoticeBeforePayload extends PutProgram
{
    @Actor
    public void sender()
    {
        put(true);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
