/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

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
 * A pin against a promise: each of the two stores first, and then looks at what the other one has stored. With three
 * controls, one for each part of that.
 */
public class PinAgainstPromise
{
    /**
     * Both as they are.
     */
    @JCStressTest
    @Description("A host stamps while its member promises. R1 and R2 forbid a frame behind a token that promised it.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a frame is late")
    @State
    public static class InOrder extends PromiseProgram
    {
        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void member()
        {
            promiseAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * The host reads the floor, and pins itself then.
     */
    @JCStressTest
    @Description("Control: the host reads the floor before it is pinned. Nothing forbids that its frame is late.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class FloorBeforePin extends PromiseProgram
    {
        @Override
        long pinAndStamp()
        {
            final long stamp = word.earliest(0, 1);
            word.stop();
            return stamp;
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void member()
        {
            promiseAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * The member raises the floor, and does not look whether the host is pinned.
     */
    @JCStressTest
    @Description("Control: the member promises without a look at its host. Nothing forbids that a frame is late.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class WithoutLook extends PromiseProgram
    {
        @Override
        long promise(final long wanted)
        {
            floor.raise(wanted);
            return wanted;
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void member()
        {
            promiseAll();
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
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class ReleasedPin extends PromiseProgram
    {
        @Override
        TokenWord newWord()
        {
            return new WeakWord(words, tokenManager, floor);
        }

        @Actor
        public void host()
        {
            sendAll();
        }

        @Actor
        public void member()
        {
            promiseAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    private static final class WeakWord extends TokenWord
    {
        private final OffHeapBuffer words;

        WeakWord(final OffHeapBuffer words, final TokenManager tokenManager, final Floor floor)
        {
            super(words, 0, tokenManager, floor);
            this.words = words;
        }

        @Override
        void pin(final long pulse)
        {
            words.putLongRelease(0, pulse);
        }
    }
}
