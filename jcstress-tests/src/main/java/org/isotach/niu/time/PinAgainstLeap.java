/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A pin against a leap: each of the two stores first, and then looks at what the other one has stored. With three
 * controls, one for each part of that.
 */
public class PinAgainstLeap
{
    /**
     * Both as they are.
     */
    @JCStressTest
    @Description("A host stamps while time leaps. Rules 1 and 4 forbid a frame whose pulse has ended.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is there when its pulse ends")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a frame is late")
    @State
    public static class InOrder extends LeapProgram
    {
        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void time()
        {
            leapAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * The host reads the leap, and pins itself then.
     */
    @JCStressTest
    @Description("Control: the host reads the leap before it is pinned. Nothing forbids that its frame is late.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is there when its pulse ends")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class LeapBeforePin extends LeapProgram
    {
        @Override
        long pinAndStamp()
        {
            final long behindLeap = tokenManager.leap() + 1;
            return Math.max(behindLeap, word.stop() + DISTANCE);
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void time()
        {
            leapAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * Time leaps, and nothing says so before.
     */
    @JCStressTest
    @Description("Control: a leap that is not announced. Nothing forbids that a frame is late.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is there when its pulse ends")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class NotRaised extends LeapProgram
    {
        @Override
        LeapingTokenManager newTokenManager(
            final List<Integer> switches, final int timeIndex, final int demandIndex, final int[] inputs)
        {
            return new SilentTokenManager(switches, words, timeIndex, demandIndex, inputs);
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void time()
        {
            leapAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * The store of the pin may come behind the reads that follow it.
     */
    @JCStressTest
    @Description("Control: a pin that is stored by a release. Nothing forbids that neither sees what the other stored.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is there when its pulse ends")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class ReleasedPin extends LeapProgram
    {
        @Override
        TokenWord newWord()
        {
            return new WeakWord(words, tokenManager);
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void time()
        {
            leapAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    private static final class WeakWord extends LeapingTokenWord
    {
        private final OffHeapBuffer words;

        WeakWord(final OffHeapBuffer words, final LeapingTokenManager tokenManager)
        {
            super(words, 0, tokenManager);
            this.words = words;
        }

        @Override
        void pin(final long pulse)
        {
            words.putLongRelease(0, pulse);
        }
    }

    private static final class SilentTokenManager extends LeapingTokenManager
    {
        SilentTokenManager(
            final List<Integer> switches,
            final OffHeapBuffer tokens,
            final int timeIndex,
            final int demandIndex,
            final int[] inputs)
        {
            super(switches, tokens, timeIndex, demandIndex, inputs);
        }

        @Override
        long next(final long time, final long pulse)
        {
            for (int host = 0; host < inputCount(); host++)
            {
                if (!hasHostSent(host, pulse))
                {
                    return super.next(time, time + 1);
                }
            }
            return pulse;
        }
    }
}
