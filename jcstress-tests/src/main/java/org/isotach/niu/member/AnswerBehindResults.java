/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A host that asks for its results to be sent, again and again, against the owner of the trunks, who sends what is
 * there.
 */
public class AnswerBehindResults
{
    abstract static class Program
    {
        private static final int RESULTS = 8;
        private static final int LOOKS = 256;

        private final SentResults results = new SentResults();

        // Plain: what the host has put, and what is on the trunk.
        private int put;
        private int onTrunk;

        /**
         * @param r the number of answers that came before their results, and the number of answers.
         */
        final void putAndAsk(final II_Result r)
        {
            for (int i = 0; i < RESULTS; i++)
            {
                put++;
                final long request = results.ask();
                int looks = LOOKS;
                while (looks > 0 && !results.areSent(request))
                {
                    looks--;
                }
                if (looks > 0)
                {
                    r.r1 += onTrunk < put ? 1 : 0;
                    r.r2++;
                }
            }
        }

        final void send()
        {
            for (int turn = 0; turn < LOOKS; turn++)
            {
                final long request = results.asked();
                if (results.isAwaited(request))
                {
                    onTrunk = put;
                    results.sent(request);
                }
            }
        }

        final void sendWithoutLook()
        {
            for (int turn = 0; turn < LOOKS; turn++)
            {
                onTrunk = put;
                final long request = results.asked();
                if (results.isAwaited(request))
                {
                    results.sent(request);
                }
            }
        }
    }

    /**
     * The owner looks for requests before it sends.
     */
    @JCStressTest
    @Description(
        "Results that are asked for (SentResults). Forbidden: an answer to a request while a result that was put" +
        " before it is not on its trunk.")
    @Outcome(id = "0, [0-8]", expect = Expect.ACCEPTABLE, desc = "each answer is behind the results")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a result is missing when the answer is there")
    @State
    public static class LookThenSend extends Program
    {
        @Actor
        public void host(final II_Result r)
        {
            putAndAsk(r);
        }

        @Actor
        public void trunks()
        {
            send();
        }
    }

    /**
     * The control: it looks when it has sent.
     */
    @JCStressTest
    @Description("Control: requests that are looked for behind the turn. Nothing forbids that a result is missing.")
    @Outcome(id = "0, [0-8]", expect = Expect.ACCEPTABLE, desc = "each answer is behind the results")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a result is missing when the answer is there")
    @State
    public static class SendThenLook extends Program
    {
        @Actor
        public void host(final II_Result r)
        {
            putAndAsk(r);
        }

        @Actor
        public void trunks()
        {
            sendWithoutLook();
        }
    }
}
