/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two hosts of a member stamp frames and put them on a trunk; those of one host carry the token of the member.
 */
public class TokenUnderPin
{
    abstract static class Program
    {
        private static final int FRAMES = 40;
        private static final int DISTANCE = 2;
        private static final int STRIDE = 128;
        private static final int NOTHING = 0;

        private final Floor floor = new Floor(0, 2, false, new Doorbell());
        private final TokenWord[] hosts = new TokenWord[2];
        private final Promiser promiser;

        // Places on the trunk are given out one by one.
        private final AtomicInteger trunk = new AtomicInteger();
        private final long[] stamps = new long[FRAMES];
        private final int[] places = new int[FRAMES];
        private final long[] promised = new long[FRAMES];
        private final int[] tokenPlaces = new int[FRAMES];

        Program()
        {
            final OffHeapBuffer words = OffHeapBuffer.allocate(4 * STRIDE);
            words.putLong(0, TokenManager.IDLE);
            words.putLong(STRIDE, TokenManager.IDLE);
            final TokenManager tokenManager = new TokenManager(
                List.of(0), words, 2 * STRIDE, 3 * STRIDE, new int[]{ 0, STRIDE }, floor);
            promiser = new Promiser(floor, tokenManager);
            for (int host = 0; host < hosts.length; host++)
            {
                hosts[host] = new TokenWord(words, host * STRIDE, tokenManager, floor);
            }
        }

        /**
         * @param looks false for the mistake to carry a token although the other host is pinned.
         */
        final void carryAll(final boolean looks)
        {
            for (int i = 0; i < FRAMES; i++)
            {
                final long stamp = hosts[0].earliest(hosts[0].stop(), DISTANCE);
                final boolean isSeen = promiser.tryPromiseUnderPin(stamp);
                tokenPlaces[i] = trunk.getAndIncrement();
                promised[i] = NOTHING;
                if (isSeen || !looks)
                {
                    promised[i] = promiser.keep();
                }
                hosts[0].release();
                promiser.promise();
            }
        }

        final void sendAll()
        {
            for (int i = 0; i < FRAMES; i++)
            {
                stamps[i] = hosts[1].earliest(hosts[1].stop(), DISTANCE);
                places[i] = trunk.getAndIncrement();
                hosts[1].release();
            }
        }

        /**
         * Returns whether a frame came behind a token that has promised its timestamp.
         */
        final boolean isOneLate()
        {
            boolean isLate = false;
            for (int token = 0; token < FRAMES; token++)
            {
                for (int frame = 0; frame < FRAMES; frame++)
                {
                    isLate |= places[frame] > tokenPlaces[token] && stamps[frame] <= promised[token];
                }
            }
            return isLate;
        }
    }

    /**
     * A frame carries a token if the other host is not pinned.
     */
    @JCStressTest
    @Description("A frame carries a token while another host stamps. R1 and R2 forbid a late frame of that host.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "a frame is late")
    @State
    public static class Seen extends Program
    {
        @Actor
        public void carrier()
        {
            carryAll(true);
        }

        @Actor
        public void other()
        {
            sendAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }

    /**
     * The control: each frame carries a token.
     */
    @JCStressTest
    @Description("Control: a frame carries a token although another host is pinned. Nothing forbids a late frame.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "each frame is in front of the token, or above it")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a frame is late")
    @State
    public static class NotSeen extends Program
    {
        @Actor
        public void carrier()
        {
            carryAll(false);
        }

        @Actor
        public void other()
        {
            sendAll();
        }

        @Arbiter
        public void look(final Z_Result r)
        {
            r.r1 = isOneLate();
        }
    }
}
