/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Each host looks for a message of the other one before it sends its own.
 */
@JCStressTest
@Description(
    "LB with messages. Rules 4 to 6 forbid true, true: a message executes when the pulse that it got at its issue has" +
    " ended, and not before that.")
@Outcome(
    id = {"false, false", "false, true", "true, false"},
    expect = Expect.ACCEPTABLE,
    desc = "a host that has received something has sent later")
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "both messages were received before they were sent")
@State
public class MessageLoadBuffering extends MessagingState
{
    @Actor
    public void host0(final ZZ_Result r)
    {
        r.r1 = host(0).receiveLetter();
        host(0).sendLetter(round, 'A', 1);
        host(0).awaitLetters(round, 1);
    }

    @Actor
    public void host1(final ZZ_Result r)
    {
        r.r2 = host(1).receiveLetter();
        host(1).sendLetter(round, 'B', 0);
        host(1).awaitLetters(round, 1);
    }
}
