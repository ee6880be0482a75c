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
 * The hand-over of a buffer, and its return to the pool.
 */
@JCStressTest
@Description(
    "A buffer that changes its owner. Anything but 0 is forbidden: its receiver reads what was sent, and the next " +
    "sender writes only after it was returned.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every buffer has the content that was sent")
@State
public class HandOver extends HandOverProgram
{
    @Actor
    public void sender()
    {
        send();
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = receive(false);
    }
}
