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
 * The bytes of a put, and its notice.
 */
@JCStressTest
@Description("A put. Anything but 0 is forbidden: whoever finds the notice finds all bytes.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "everything that was noticed is there")
@State
public class PayloadBeforeNotice extends PutProgram
{
    @Actor
    public void sender()
    {
        put(false);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
