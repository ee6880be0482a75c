/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A frame that is too long for its link, which becomes longer: a word where the frame is looked for leads to it.
 */
public class FrameInLongerLink
{
    abstract static class Program extends FrameProgram
    {
        private static final int FRAME_LENGTH = 1024;
        private static final int LONGER = 4096;
        private static final long WORD = -2;
        static final int LOOKS = 512;

        Program()
        {
            super(FRAME_LENGTH, LONGER);
        }

        final boolean waitForLonger()
        {
            int looks = LOOKS;
            while (null == longer() && looks > 0)
            {
                // Volatile, so that the other look is not taken out of the loop.
                inbound.timestamp();
                looks--;
            }
            return null != longer();
        }

        final OffHeapBuffer longer()
        {
            return link.segment(WORD);
        }
    }

    /**
     * The receiver finds the word.
     */
    @JCStressTest
    @Description("A word that leads to a longer link. Section 8 forbids that it is seen before the frame.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the frame is whole, or not there")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a part of the frame, or no memory")
    @State
    public static class ByWord extends Program
    {
        @Actor
        public void sender()
        {
            send();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            waitForLonger();
            r.r1 = isThere() && !isNextWhole();
        }
    }

    /**
     * The control: the receiver sees that the link is longer, and looks there.
     */
    @JCStressTest
    @Description("Control: a longer link that no word has led to. Nothing forbids a part of the frame.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the frame is whole, or not there")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a part of the frame")
    @State
    public static class WithoutWord extends Program
    {
        @Actor
        public void sender()
        {
            send();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            if (waitForLonger())
            {
                for (int look = 0; look < LOOKS && !r.r1; look++)
                {
                    final long first = longer().getLongVolatile(FrameDescriptor.HEADER_LENGTH);
                    r.r1 = !consistsOf(longer(), FrameDescriptor.HEADER_LENGTH, first);
                }
            }
        }
    }
}
