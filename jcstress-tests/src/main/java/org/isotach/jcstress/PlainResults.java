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
 * {@link ResultsOnLink} without giving entries back: shows that the machine on which the tests run can produce what
 * they forbid.
 */
@JCStressTest
@Description("Control: an entry that is written again before it was taken. Nothing forbids another result's value.")
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "word and value are of one result")
@Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the value is of another result")
@State
public class PlainResults
{
    private long value;
    private long word;

    @Actor
    public void copy()
    {
        for (int i = 1; i <= 100; i++)
        {
            value = i;
            word = i;
        }
    }

    @Actor
    public void reader(final Z_Result r)
    {
        final long seen = word;
        r.r1 = value != seen;
    }
}
