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
 * Host 0 sends more messages than there is memory and credit for; host 1 reads each of them twice before it goes on.
 */
@JCStressTest
@Description(
    "Reuse of slabs and credits. Section 10 forbids anything but 0: the memory of a message is used again only after " +
    "it was released.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every message is whole")
@State
public class ReuseOfMessages extends MessagingState
{
    private static final int SHORT = 8;
    private static final int LONG = 32;

    /**
     * A cluster with room for long messages.
     */
    public ReuseOfMessages()
    {
        super(2, LONG * Long.BYTES);
    }

    @Actor
    public void host0()
    {
        for (int i = 0; i < 6; i++)
        {
            // Frames that the link carries, and frames that stay in the slab.
            host(0).begin().send(1, 0 == i % 2 ? SHORT : LONG, 10L * round + i).issue();
        }
    }

    @Actor
    public void host1(final I_Result r)
    {
        for (int i = 0; i < 6; i++)
        {
            final MessageView message = host(1).await().message();
            for (int look = 0; look < 2; look++)
            {
                r.r1 += MessagingApplication.consistsOf(message, 10L * round + i) ? 0 : 1;
            }
        }
    }
}
