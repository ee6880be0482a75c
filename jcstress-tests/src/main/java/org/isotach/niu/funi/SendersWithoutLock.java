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
 * {@link SendersOfMember} without the lock that lets one thread after the other replace the senders: shows that the
 * machine on which the tests run can produce what it forbids.
 */
@JCStressTest
@Description("Control: two threads replace the senders at the same time. One may be lost, or an old one come back.")
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "all senders are there, each in its last incarnation")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a sender is lost, or an old one comes back")
@State
public class SendersWithoutLock extends SendersProgram
{
    private volatile Inbound[] senders = {};

    @Actor
    public void first()
    {
        addOld(this::accept);
    }

    @Actor
    public void second()
    {
        addReborn(this::accept);
    }

    private void accept(final Inbound link)
    {
        senders = Endpoint.with(senders, link);
    }

    @Arbiter
    public void end(final II_Result r)
    {
        look(senders, r);
    }
}
