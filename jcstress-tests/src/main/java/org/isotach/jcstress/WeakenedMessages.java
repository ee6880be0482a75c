/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The tests with messages, each without the property that it depends on.
 */
public class WeakenedMessages
{
    private static final char LETTER = 'A';

    /**
     * {@link TotalOrderOfMessages}, {@link TwoPlusTwoMessages}, {@link IndependentMessages}.
     */
    @JCStressTest
    @Description(
        "Weakened: the message to each host is an isochron of its own. Nothing forbids that the receivers disagree.")
    @Outcome(id = {"A, A", "B, B"}, expect = Expect.ACCEPTABLE, desc = "the receivers agree")
    @Outcome(id = {"A, B", "B, A"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "the receivers disagree")
    @State
    public static class OneByOne extends MessagingState
    {
        @Actor
        public void host0(final LL_Result r)
        {
            host(0).sendLetter(round, 'A', 0);
            host(0).sendLetter(round, 'A', 1);
            r.r1 = host(0).awaitLetters(round, 2).substring(0, 1);
        }

        @Actor
        public void host1(final LL_Result r)
        {
            host(1).sendLetter(round, 'B', 1);
            host(1).sendLetter(round, 'B', 0);
            r.r2 = host(1).awaitLetters(round, 2).substring(0, 1);
        }
    }

    /**
     * {@link MessageAndWrite}.
     */
    @JCStressTest
    @Description("Weakened: message and write are two isochrons. Nothing forbids that the read comes in between.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the write is seen")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the message is there, and not the write")
    @State
    public static class MessageThenWrite extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).sendLetter(round, LETTER, 1);
            host(0).begin().write(round, 1).issue();
        }

        @Actor
        public void host1(final J_Result r)
        {
            host(1).awaitLetters(round, 1);
            r.r1 = host(1).read(round);
        }
    }

    /**
     * {@link WriteThenMessage}, {@link MessageCausality}, {@link TransitiveMessages}.
     */
    @JCStressTest
    @Description("Weakened: a non-isotach message. Nothing forbids that it overtakes earlier isochrons.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the write is seen")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the message has overtaken the write")
    @State
    public static class WriteThenNonIsotach extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).begin().write(round, 1).issue();
            host(0).sendNonIsotach(1, 1, LETTER);
        }

        @Actor
        public void host1(final J_Result r)
        {
            host(1).awaitNonIsotach();
            r.r1 = host(1).read(round);
        }
    }

    /**
     * {@link HandledMessage}.
     */
    @JCStressTest
    @Description("Weakened: the write is issued before the message. Nothing forbids that the look comes in between.")
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "as if they were one isochron")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the write is seen, and not the message")
    @State
    public static class WriteThenHandled extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).begin().write(round, 1).issue();
            host(0).awaitExecuted();
            host(0).begin().sendToHandler(1, round).issue();
        }

        @Actor
        public void host1(final JI_Result r)
        {
            r.r1 = host(1).read(round);
            r.r2 = handled();
        }
    }

    /**
     * {@link SignalBehindMessage}, {@link MessagesInOrder}.
     */
    @JCStressTest
    @Description("Weakened: a non-isotach message in place of the signal. Nothing forbids that it comes first.")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the isotach message is there")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the isotach message was overtaken")
    @State
    public static class MessageThenNonIsotach extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).sendLetter(round, LETTER, 1);
            host(0).sendNonIsotach(1, 1, LETTER);
        }

        @Actor
        public void host1(final Z_Result r)
        {
            host(1).awaitNonIsotach();
            r.r1 = host(1).receiveLetter();
            host(1).awaitLetters(round, 1);
        }
    }

    /**
     * {@link StrongBarrierBehindMessage}.
     */
    @JCStressTest
    @Description("Weakened: a non-isotach barrier. Nothing forbids that the isotach message comes behind it.")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the message is there")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the barrier has overtaken the message")
    @State
    public static class MessageThenNonIsotachBarrier extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).sendLetter(round, LETTER, 1);
            host(0).passNonIsotachBarrier();
        }

        @Actor
        public void host1(final Z_Result r)
        {
            host(1).passNonIsotachBarrier();
            r.r1 = host(1).receiveLetter();
            host(1).awaitLetters(round, 1);
        }
    }

    /**
     * {@link NonIsotachBarrier}.
     */
    @JCStressTest
    @Description("Weakened: a non-isotach message without a barrier. Nothing forbids that it is not there.")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the message is there")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the message is not there")
    @State
    public static class NoBarrier extends MessagingState
    {
        @Actor
        public void host0()
        {
            host(0).sendNonIsotach(1, 1, LETTER);
        }

        @Actor
        public void host1(final Z_Result r)
        {
            r.r1 = host(1).receiveNonIsotach();
            if (!r.r1)
            {
                host(1).awaitNonIsotach();
            }
        }
    }
}
