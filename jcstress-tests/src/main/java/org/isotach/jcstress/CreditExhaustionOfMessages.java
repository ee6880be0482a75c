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
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Both hosts send more messages than there are credits, entries of send rings and memory.
 */
public class CreditExhaustionOfMessages
{
    private static final String ALL = "ABCDEFGH";

    /**
     * And receive when they cannot send.
     */
    @JCStressTest
    @Description(
        "Credits of messages. Sections 7 and 10 forbid everything else: a credit comes back when the message was" +
        " released, and an isochron without one holds back the later ones of its host.")
    @Outcome(id = ALL + ", " + ALL, expect = Expect.ACCEPTABLE, desc = "nothing is lost, overtaken or overwritten")
    @State
    public static class Patient extends MessagingState
    {
        @Actor
        public void host0(final LL_Result r)
        {
            ALL.chars().forEach(letter -> host(0).sendLetter(round, (char)letter, 1));
            r.r1 = host(0).awaitLetters(round, ALL.length());
        }

        @Actor
        public void host1(final LL_Result r)
        {
            ALL.chars().forEach(letter -> host(1).sendLetter(round, (char)letter, 0));
            r.r2 = host(1).awaitLetters(round, ALL.length());
        }
    }

    /**
     * Without waiting for room, but for the last message.
     */
    @JCStressTest
    @Description(
        "Weakened: a sender that does not wait for room drops the message. Nothing forbids that messages are missing.")
    @Outcome(id = ALL, expect = Expect.ACCEPTABLE, desc = "nothing is lost")
    @Outcome(id = "[A-G]*H", expect = Expect.ACCEPTABLE_INTERESTING, desc = "messages are lost")
    @State
    public static class Impatient extends MessagingState
    {
        private static final int LAST = ALL.length() - 1;

        @Actor
        public void host0()
        {
            for (int i = 0; i < LAST; i++)
            {
                host(0).begin().send(1, 1, MessagingApplication.word(round, ALL.charAt(i))).issueOrAbandon();
            }
            host(0).sendLetter(round, ALL.charAt(LAST), 1);
        }

        @Actor
        public void host1(final L_Result r)
        {
            String received = host(1).awaitLetters(round, 1);
            while (ALL.charAt(LAST) != received.charAt(received.length() - 1))
            {
                received += host(1).awaitLetters(round, 1);
            }
            r.r1 = received;
        }
    }
}
