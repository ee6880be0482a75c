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
 * The control: {@link StoreBuffering} without isotach. On a machine that does not show 0, 0 here, the other tests
 * prove little.
 */
@JCStressTest
@Description("Control: store buffering on plain fields. No rule applies; the machine is expected to show 0, 0.")
@Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "sequentially consistent")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "both reads overtook the write before them")
@State
public class PlainStoreBuffering
{
    long x;
    long y;

    @Actor
    public void host0(final JJ_Result r)
    {
        x = 1;
        r.r1 = y;
    }

    @Actor
    public void host1(final JJ_Result r)
    {
        y = 1;
        r.r2 = x;
    }
}
