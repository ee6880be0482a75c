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
import org.openjdk.jcstress.infra.results.I_Result;

import org.isotach.mbm.MessageView;

/**
 * Host 0 sends more non-isotach messages than the ring holds; host 1 reads each of them twice before it goes on.
 */
@JCStressTest
@Description(
    "Non-isotach messages. Section 12 forbids anything but 0: they are whole and in order, and their memory is used " +
    "again only after they were released.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every message is whole and in order")
@State
public class NonIsotachMessages extends MessagingState
{
    @Actor
    public void host0()
    {
        for (int i = 0; i < 6; i++)
        {
            host(0).sendNonIsotach(1, 1 + i, 10L * round + i);
        }
    }

    @Actor
    public void host1(final I_Result r)
    {
        for (int i = 0; i < 6; i++)
        {
            final MessageView message = host(1).awaitNonIsotach();
            for (int look = 0; look < 2; look++)
            {
                r.r1 += MessagingApplication.consistsOf(message, 10L * round + i) ? 0 : 1;
            }
        }
    }
}
