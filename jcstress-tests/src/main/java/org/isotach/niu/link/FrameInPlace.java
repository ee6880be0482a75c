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
 * Frames in the place of old ones: a receiver that looks for a frame finds a whole one or none, and never takes bytes
 * of old frames for the first word of a frame.
 */
public class FrameInPlace
{
    private static final int FRAMES = 6;

    abstract static class Program extends FrameProgram
    {
        private static final int FRAME_LENGTH = 80;

        Program()
        {
            super(FRAME_LENGTH, LENGTH);
            fill();
        }

        final void sendAll()
        {
            for (int i = 0; i < FRAMES; i++)
            {
                send();
            }
        }
    }

    /**
     * The receiver looks for the word.
     */
    @JCStressTest
    @Description("Frames over old bytes. Section 8 forbids that a part of a frame is seen, or old bytes as one.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is whole, or not there")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a part of a frame, or a frame that was not sent")
    @State
    public static class WholeOrAbsent extends Program
    {
        @Actor
        public void sender()
        {
            sendAll();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            for (int i = 0; i < FRAMES && isThere(); i++)
            {
                r.r1 |= !isNextWhole();
                inbound.release();
            }
        }
    }

    /**
     * The control: the receiver knows where the next frame will be, and does not look for the word.
     */
    @JCStressTest
    @Description("Control: a frame that is read without its word having been seen. Nothing forbids a part of it.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the frame, or the one that was there, is whole")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "parts of two frames are mixed")
    @State
    public static class WithoutWord extends Program
    {
        private static final int LOOKS = 32;

        @Actor
        public void sender()
        {
            sendAll();
        }

        @Actor
        public void receiver(final Z_Result r)
        {
            // The filling has ended where the link begins.
            final OffHeapBuffer buffer = link.firstSegment();
            for (int i = 0; i < LOOKS; i++)
            {
                final long first = buffer.getLongVolatile(FrameDescriptor.HEADER_LENGTH);
                r.r1 |= !consistsOf(buffer, FrameDescriptor.HEADER_LENGTH, first);
            }
        }
    }
}
