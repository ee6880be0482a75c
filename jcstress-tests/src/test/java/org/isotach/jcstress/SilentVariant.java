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
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A weakened variant that cannot show anything, for {@link JcstressRunIT}.
 */
@JCStressTest
@Description("Control: two actors that have nothing in common. No machine shows 0, 0.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each actor sees its own write")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "no actor sees its own write")
@State
public class SilentVariant
{
    private long x;
    private long y;

    @Actor
    public void host0(final JJ_Result r)
    {
        x = 1;
        r.r1 = x;
    }

    @Actor
    public void host1(final JJ_Result r)
    {
        y = 1;
        r.r2 = y;
    }
}
