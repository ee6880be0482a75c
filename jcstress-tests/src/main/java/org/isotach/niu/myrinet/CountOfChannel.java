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
 * The count of a channel, which tells its receiver of packets.
 */
@JCStressTest
@Description(
    "The count of a channel. Anything but 0 is forbidden: packets that are counted are on their links, and whole.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "everything that is counted is there")
@State
public class CountOfChannel extends CountProgram
{
    @Actor
    public void sender()
    {
        send(false);
    }

    @Actor
    public void receiver(final I_Result r)
    {
        r.r1 = receive();
    }
}
