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
 * Frames that an application reads where they lie, and may finish while the executor still reads the rest of them. One
 * actor is the executor; the other one is the application and the sender, which looks for room between all its steps.
 * So each word that the executor shares with one of them is between the two.
 */
public class FrameHeld
{
    abstract static class Program extends FrameProgram
    {
        private static final int FRAME_LENGTH = 80;
        private static final int MAX_ON_LINK = 4;
        private static final int TURNS = 64;
        private static final int MAX_DELIVERED = 64;

        // Of three frames two are held.
        private static final int PERIOD = 3;

        private final long[] sequences = new long[MAX_DELIVERED];
        private final int[] offsets = new int[MAX_DELIVERED];
        private volatile int delivered;

        Program()
        {
            super(FRAME_LENGTH, LENGTH);
            sendAll();
        }

        /**
         * Sends frames while there is room for them.
         */
        private void sendAll()
        {
            for (int i = 0; i < MAX_ON_LINK; i++)
            {
                send();
            }
        }

        /**
         * @return true if a frame was not whole when it was found, or has changed while it was being executed.
         */
        final boolean executeAll()
        {
            boolean isChanged = false;
            for (int turn = 0; turn < TURNS && delivered < MAX_DELIVERED; turn++)
            {
                if (isThere())
                {
                    final long word = inbound.timestamp();
                    isChanged |= !isNextWhole();
                    if (0 != word % PERIOD)
                    {
                        offsets[delivered] = inbound.offset();
                        sequences[delivered] = inbound.hold();
                        delivered++;
                    }
                    isChanged |= !consistsOf(inbound.buffer(), inbound.offset(), word);
                    inbound.release();
                }
            }
            return isChanged;
        }

        /**
         * @param finishesEarly true for the mistake to finish a frame before it was read.
         * @return true if a frame has changed while the application had it.
         */
        final boolean sendAndTakeAll(final boolean finishesEarly)
        {
            boolean isChanged = false;
            int taken = 0;
            for (int turn = 0; turn < TURNS; turn++)
            {
                sendAll();
                if (taken < delivered)
                {
                    final long sequence = sequences[taken];
                    if (finishesEarly)
                    {
                        inbound.finished().finish(sequence);
                    }
                    sendAll();
                    // The words of a frame are its number, and the first one is 1.
                    isChanged |= !consistsOf(link.firstSegment(), offsets[taken], sequence + 1);
                    if (!finishesEarly)
                    {
                        inbound.finished().finish(sequence);
                    }
                    taken++;
                }
            }
            return isChanged;
        }
    }

    /**
     * The application finishes a frame when it has read it.
     */
    @JCStressTest
    @Description("Frames that are read by two. Sections 8 and 10 forbid that one changes before both are through.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "each frame stays whole")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a later frame is written over it")
    @State
    public static class Finished extends Program
    {
        @Actor
        public void executor(final ZZ_Result r)
        {
            r.r1 = executeAll();
        }

        @Actor
        public void application(final ZZ_Result r)
        {
            r.r2 = sendAndTakeAll(false);
        }
    }

    /**
     * The control: it finishes a frame first.
     */
    @JCStressTest
    @Description("Control: a frame that is finished before it is read. Nothing forbids that it changes.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "each frame stays whole")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a later frame is written over it")
    @State
    public static class FinishedTooEarly extends Program
    {
        @Actor
        public void executor(final ZZ_Result r)
        {
            r.r1 = executeAll();
        }

        @Actor
        public void application(final ZZ_Result r)
        {
            r.r2 = sendAndTakeAll(true);
        }
    }
}
