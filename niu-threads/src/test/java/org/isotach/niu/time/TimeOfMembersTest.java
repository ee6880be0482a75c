/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * Random steps of two or three members with FIFO streams between them. No frame may come when its pulse has ended, and
 * everything that is sent must be executed. The steps are calls: what happens between two reads and writes is for
 * docs/model.
 */
class TimeOfMembersTest
{
    private static final int RUNS = 300;
    private static final int FRAMES = 8;
    private static final int MAX_STEPS = 200_000;
    private static final long TOKEN = -1;

    /**
     * A frame, or a token.
     */
    private record Sent(long host, long pulse, long want)
    {
    }

    /**
     * One run.
     */
    private static final class Run
    {
        private final Random random;
        private final TestMember[] members;
        private final List<Queue<Sent>> streams = new ArrayList<>();
        private final long[] told;
        private final List<Runnable> steps = new ArrayList<>();
        private final long[] latest;
        private int left;

        Run(final long seed, final int memberCount, final int hosts)
        {
            random = new Random(seed);
            members = new TestMember[memberCount];
            told = new long[memberCount];
            latest = new long[memberCount];
            for (int member = 0; member < memberCount; member++)
            {
                final int own = member;
                members[own] = new TestMember(own, memberCount, hosts, false);
                steps.add(() -> members[own].tokenManager.advanceTo(latest[own]));
                steps.add(() -> promise(own));
                for (int other = 0; other < memberCount; other++)
                {
                    final int from = other;
                    streams.add(new ArrayDeque<>());
                    steps.add(() -> receive(from, own));
                }
                for (final TokenWord host : members[own].hosts)
                {
                    left++;
                    steps.add(new SendingHost(own, host));
                }
            }
        }

        private Queue<Sent> stream(final int from, final int to)
        {
            return streams.get(to * members.length + from);
        }

        void arrive(final int member, final long pulse)
        {
            assertTrue(members[member].tokenManager.time() < pulse, () -> "late frame of pulse " + pulse);
            latest[member] = Math.max(latest[member], pulse);
        }

        private void receive(final int from, final int to)
        {
            final Sent sent = from == to ? null : stream(from, to).poll();
            if (null != sent && TOKEN == sent.host)
            {
                members[to].floor.hear(from, sent.pulse);
                members[to].floor.want(sent.want);
            }
            else if (null != sent)
            {
                arrive(to, sent.pulse);
            }
        }

        private void promise(final int own)
        {
            final long promised = members[own].promiser.promise();
            if (promised > told[own])
            {
                told[own] = promised;
                for (int other = 0; other < members.length; other++)
                {
                    stream(own, other).add(new Sent(TOKEN, promised, members[own].floor.wanted()));
                }
            }
        }

        /**
         * Pins, stamps, sends to each member, and lets tokens go, a step each.
         */
        private final class SendingHost implements Runnable
        {
            private final int member;
            private final TokenWord word;
            private int frames = FRAMES;
            private int next = -2;
            private long stamp;

            SendingHost(final int member, final TokenWord word)
            {
                this.member = member;
                this.word = word;
            }

            @Override
            public void run()
            {
                if (-2 == next && frames > 0)
                {
                    word.stop();
                    next = -1;
                }
                else if (-1 == next)
                {
                    stamp = Math.max(stamp, word.earliest(word.stoppedAt(), 3));
                    next = 0;
                }
                else if (next >= 0 && next < members.length)
                {
                    send();
                    next++;
                }
                else if (next == members.length)
                {
                    word.release();
                    next = -2;
                    left -= 0 == --frames ? 1 : 0;
                }
            }

            private void send()
            {
                if (next == member)
                {
                    arrive(member, stamp);
                }
                else
                {
                    stream(member, next).add(new Sent(0, stamp, 0));
                    members[member].floor.want(stamp);
                }
            }
        }

        void run()
        {
            int starved = 0;
            for (int step = 0; step < MAX_STEPS; step++)
            {
                // Some step is not taken for a while.
                starved = 0 == step % 100 ? random.nextInt(steps.size()) : starved;
                final int next = random.nextInt(steps.size());
                if (next != starved)
                {
                    steps.get(next).run();
                }
                if (0 == left && isQuiet())
                {
                    return;
                }
            }
            fail("no end: " + members[0].floor + ", " + members[1].floor);
        }

        private boolean isQuiet()
        {
            for (int member = 0; member < members.length; member++)
            {
                if (members[member].tokenManager.time() < latest[member])
                {
                    return false;
                }
            }
            return streams.stream().allMatch(stream -> stream.stream().allMatch(sent -> TOKEN == sent.host));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 2, 3 })
    void shouldSeeEveryFrameBeforeItsPulseEnds(final int members)
    {
        int runs = 0;
        for (long seed = 0; seed < RUNS; seed++)
        {
            new Run(seed, members, 1 + (int)(seed % 2)).run();
            runs++;
        }
        assertEquals(RUNS, runs);
    }
}
