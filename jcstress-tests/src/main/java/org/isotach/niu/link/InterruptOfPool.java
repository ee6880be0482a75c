/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A host that takes the last block that was filled, finds no other one, and waits for the interrupt, against the unit
 * that fills the next one: it interrupts only a host that has taken all blocks before.
 */
public class InterruptOfPool
{
    /**
     * As it is.
     */
    @JCStressTest
    @Description("A host finds no block while the unit fills one. Section 14 forbids that they miss each other.")
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "the host waits, and is not interrupted")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "the host finds the block, or is interrupted")
    @State
    public static class Interrupted
    {
        private static final int LENGTH = 64;

        private final BlockPool pool = new BlockPool(2, LENGTH);
        private final BlockUnit unit = pool.unit();
        private final int next;
        private boolean isInterrupted;

        /**
         * The host has one block to take.
         */
        public Interrupted()
        {
            pool.interruptWith(() -> isInterrupted = true);
            pool.tryProvide();
            pool.tryProvide();
            unit.filled(unit.tryTakeEmpty(), LENGTH);
            next = unit.tryTakeEmpty();
            isInterrupted = false;
        }

        @Actor
        public void host(final ZZ_Result r)
        {
            pool.tryReceive();
            r.r1 = BlockPool.NONE != pool.tryReceive();
        }

        @Actor
        public void unit(final ZZ_Result r)
        {
            unit.filled(next, LENGTH);
            r.r2 = isInterrupted;
        }
    }

    /**
     * The control: nothing lies between what each of the two writes and its look.
     */
    @JCStressTest
    @Description("Control: host and unit look without a fence. Nothing forbids that neither sees what the other did.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the host waits for nothing")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "the host finds the block, or is interrupted")
    @State
    public static class WithoutFence
    {
        private final BlockRing ring = new BlockRing(2);

        /**
         * The host has one block to take.
         */
        public WithoutFence()
        {
            ring.put(0, BlockRing.word(0, 1));
        }

        @Actor
        public void host(final ZZ_Result r)
        {
            ring.take(0);
            r.r1 = BlockRing.NONE != ring.take(1);
        }

        @Actor
        public void unit(final ZZ_Result r)
        {
            ring.put(1, BlockRing.word(1, 1));
            r.r2 = ring.areTaken(1);
        }
    }
}
