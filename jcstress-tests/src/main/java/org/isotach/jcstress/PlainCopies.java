/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A variable with two copies that are plain fields, and no order of the writes.
 */
public class PlainCopies
{
    /**
     * Weakens the shapes in which both hosts write: S, R, 2+2W, CoWW, CoRW.
     */
    @JCStressTest
    @Description("Control: each host writes its own copy first. Nothing forbids that the copies differ at the end.")
    @Outcome(id = {"1, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "the copies are the same")
    @Outcome(
        id = {"1, 2", "2, 1"},
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "the hosts disagree which write was last")
    @State
    public static class Writes
    {
        private long copy0;
        private long copy1;

        @Actor
        public void host0()
        {
            copy0 = 1;
            copy1 = 1;
        }

        @Actor
        public void host1()
        {
            copy1 = 2;
            copy0 = 2;
        }

        @Arbiter
        public void end(final JJ_Result r)
        {
            r.r1 = copy0;
            r.r2 = copy1;
        }
    }

    /**
     * Weakens the shapes in which one host reads what the other one writes: MP, CoRR.
     */
    @JCStressTest
    @Description("Control: the second read is of the copy that is written later. Nothing forbids an older value.")
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "as if there was one copy")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the value goes back")
    @State
    public static class Reads
    {
        private volatile long copy0;
        private volatile long copy1;

        @Actor
        public void host0()
        {
            copy0 = 1;
            copy1 = 1;
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            r.r1 = copy0;
            r.r2 = copy1;
        }
    }
}
