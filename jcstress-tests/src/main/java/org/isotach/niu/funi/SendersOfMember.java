/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Threads that add senders to a member of a gang at the same time.
 */
@JCStressTest
@Description(
    "Two threads add senders to a member, one of them an earlier incarnation of what the other one adds. Anything but" +
    " 2, 3 is forbidden: no sender is lost, and the last incarnation stays.")
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "all senders are there, each in its last incarnation")
@State
public class SendersOfMember extends SendersProgram
{
    private final Endpoint member = new Endpoint(0, null, 1, null);

    @Actor
    public void first()
    {
        addOld(sender -> member.accept(Priority.REQUEST, sender));
    }

    @Actor
    public void second()
    {
        addReborn(sender -> member.accept(Priority.REQUEST, sender));
    }

    @Arbiter
    public void end(final II_Result r)
    {
        look(member.inbound(Priority.REQUEST), r);
    }
}
