/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.Floor;
import org.isotach.niu.time.TokenManager;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The owner of the trunks puts frames of another member on a link, and hears the tokens behind them. A host moves time,
 * and looks for the frames of the pulses that have ended.
 */
public class TokenAgainstFrame
{
    abstract static class Program extends FrameProgram
    {
        private static final int FRAME_LENGTH = 80;
        // There is room for so many.
        private static final int FRAMES = 3;
        private static final int LOOKS = 16;
        private static final int STRIDE = 128;
        private static final int OTHER = 1;

        private final Floor floor = new Floor(0, 2, false, new Doorbell());
        private final TokenManager tokenManager = new TokenManager(
            List.of(0), OffHeapBuffer.allocate(2 * STRIDE), 0, STRIDE, new int[0], floor);

        Program()
        {
            super(FRAME_LENGTH, LENGTH);
        }

        /**
         * @param hearsEarly true for the mistake to hear a token before the frame in front of it is on its link.
         */
        final void handleAll(final boolean hearsEarly)
        {
            for (int pulse = 1; pulse <= FRAMES; pulse++)
            {
                if (hearsEarly)
                {
                    floor.hear(OTHER, pulse);
                }
                send();
                if (!hearsEarly)
                {
                    floor.hear(OTHER, pulse);
                }
            }
        }

        /**
         * Each pulse has one frame.
         *
         * @return true if a pulse has ended whose frame is not there, or not whole.
         */
        final boolean isOneMissing()
        {
            boolean isMissing = false;
            long taken = 0;
            for (int look = 0; look < LOOKS && !isMissing; look++)
            {
                final long time = tokenManager.advanceTo(FRAMES);
                while (taken < time && !isMissing)
                {
                    isMissing = InboundLink.NONE == inbound.timestamp() || !isNextWhole();
                    taken++;
                }
            }
            return isMissing;
        }
    }

    /**
     * The token is heard when the frame is there.
     */
    @JCStressTest
    @Description("Tokens behind frames of another member. R3 and R4 forbid that a pulse ends whose frame is not there.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each pulse that has ended has its frame")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a frame comes when its pulse has ended")
    @State
    public static class Behind extends Program
    {
        @Actor
        public void trunks()
        {
            handleAll(false);
        }

        @Actor
        public void host(final Z_Result r)
        {
            r.r1 = isOneMissing();
        }
    }

    /**
     * The control: the token is heard first.
     */
    @JCStressTest
    @Description("Control: a token is heard before the frame in front of it is there. Nothing forbids a late frame.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each pulse that has ended has its frame")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame comes when its pulse has ended")
    @State
    public static class InFront extends Program
    {
        @Actor
        public void trunks()
        {
            handleAll(true);
        }

        @Actor
        public void host(final Z_Result r)
        {
            r.r1 = isOneMissing();
        }
    }
}
