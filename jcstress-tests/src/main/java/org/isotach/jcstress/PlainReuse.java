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
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link ReuseOfMessages} without credits: shows that the machine on which the tests run can produce what they forbid.
 */
@JCStressTest
@Description("Control: memory that is used again without being released. Nothing forbids a mixture.")
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the message is whole")
@Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "parts of two messages are mixed")
@State
public class PlainReuse
{
    private final long[] message = new long[8];

    @Actor
    public void sender()
    {
        for (int i = 1; i <= 6; i++)
        {
            for (int word = 0; word < message.length; word++)
            {
                message[word] = i;
            }
        }
    }

    @Actor
    public void receiver(final Z_Result r)
    {
        final long first = message[0];
        for (int word = 1; word < message.length; word++)
        {
            r.r1 |= message[word] != first;
        }
    }
}
