/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A slot that is used for one read after the other, each of which waits for a variable, against a thread that looks for
 * what reads wait for, to say it in a message.
 */
public class VariableOfWait
{
    abstract static class Program
    {
        private static final int USES = 24;
        private static final int LOOKS = 12;
        private static final int SLOT = 0;

        private final ReadSlots slots = new ReadSlots(1);
        private final IsoValue value = new IsoValue();

        /**
         * @param isFreed false for the mistake to use the slot again without freeing it.
         */
        final void wait(final boolean isFreed)
        {
            for (int version = 1; version <= USES; version++)
            {
                if (isFreed)
                {
                    slots.claim(value, SLOT);
                }
                slots.waitsFor(SLOT, version, version);
                if (isFreed)
                {
                    slots.free(SLOT);
                }
            }
        }

        /**
         * @param r the number of waits for a version of another variable, and the number of waits.
         */
        final void look(final II_Result r)
        {
            for (int i = 0; i < LOOKS; i++)
            {
                slots.forEachWaiting((address, version) ->
                {
                    r.r1 += address == version ? 0 : 1;
                    r.r2++;
                });
            }
        }
    }

    /**
     * The slot is freed before the next read waits.
     */
    @JCStressTest
    @Description(
        "Waits of reads, for messages (ReadSlots). Forbidden: the version that one read waits for with the variable" +
        " of the next one.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "each version is that of its variable")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a version of another variable")
    @State
    public static class Freed extends Program
    {
        @Actor
        public void executor()
        {
            wait(true);
        }

        @Actor
        public void looks(final II_Result r)
        {
            look(r);
        }
    }

    /**
     * The control: it is not freed.
     */
    @JCStressTest
    @Description("Control: a wait behind another one, without a free slot between them. Nothing forbids a mixture.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "each version is that of its variable")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a version of another variable")
    @State
    public static class NotFreed extends Program
    {
        @Actor
        public void executor()
        {
            wait(false);
        }

        @Actor
        public void looks(final II_Result r)
        {
            look(r);
        }
    }
}
