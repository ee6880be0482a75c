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
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A link that is full: the sender waits for the receiver to give the place of a frame back before it uses it again.
 */
public class FrameReuse
{
    abstract static class Program extends FrameProgram
    {
        private static final int FRAME_LENGTH = 160;
        private static final int TRIES = 1024;

        Program()
        {
            super(FRAME_LENGTH, LENGTH);
            send();
            send();
        }

        final void tryToSend()
        {
            for (int i = 0; i < TRIES; i++)
            {
                send();
            }
        }
    }

    /**
     * The receiver reads a frame, and gives it back.
     */
    @JCStressTest
    @Description("The place of a frame, used again. Section 8 forbids that a frame changes before it is given back.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame stays whole")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "the next frame is written over it")
    @State
    public static class GivenBack extends Program
    {
        @Actor
        public void sender()
        {
            tryToSend();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            while (isThere())
            {
                r.r1 |= !isNextWhole();
                inbound.release();
            }
        }
    }

    /**
     * The control: the receiver gives two frames back, and reads the first one.
     */
    @JCStressTest
    @Description("Control: a frame that is read when it has been given back. Nothing forbids that it changes.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame stays whole")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the next frame is written over it")
    @State
    public static class TooEarly extends Program
    {
        private static final int LOOKS = 64;

        @Actor
        public void sender()
        {
            tryToSend();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            // Of two, since one frame more is never written over the one that was given back last.
            while (isThere())
            {
                final long word = inbound.next() + 1;
                final int offset = inbound.offset();
                if (isThere())
                {
                    inbound.next();
                }
                inbound.release();
                for (int look = 0; look < LOOKS; look++)
                {
                    r.r1 |= !consistsOf(inbound.buffer(), offset, word);
                }
            }
        }
    }
}
