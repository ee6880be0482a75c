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
 * The bytes of a transfer that its sender copies, and the packet that runs its handler.
 */
@JCStressTest
@Description("A transfer. Anything but 0 is forbidden: whoever finds the packet finds all bytes.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all bytes are there")
@State
public class BytesBeforeHandler extends TransferProgram
{
    @Actor
    public void sender()
    {
        transfer(false);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = take();
    }
}
