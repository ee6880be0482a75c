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
import org.openjdk.jcstress.infra.results.II_Result;

import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.Doorbell;

/**
 * The executor of a copy sends more results than the link begins with; that of the reader takes them at the same time.
 */
@JCStressTest
@Description(
    "Results of reads. Section 9 forbids anything but 0, and more than there are: a reader that finds the word of an " +
    "entry finds its value, not that of the result before it, also when the ring grows.")
@Outcome(id = "0, [0-6]", expect = Expect.ACCEPTABLE, desc = "results are whole and in order")
@State
public class ResultsOnLink
{
    private static final int FAMILY = 1;
    private static final int USED_BEFORE = 60;
    private static final int COUNT = 6;

    private final ReplyLink link = new ReplyLink(0, 128, new Doorbell());
    private int next;
    private int wrong;
    private final ReplyHandler[] handlers = { null, (slot, value) ->
    {
        wrong += slot == next && value == 10L * slot ? 0 : 1;
        next++;
    } };

    public ResultsOnLink()
    {
        // Later results are at the end of the ring, and at its start, where there are old results.
        for (int i = 0; i < USED_BEFORE; i++)
        {
            link.publish(FAMILY, i, 10L * i);
            link.poll(handlers, ResultsOnLink::fail);
        }
    }

    @Actor
    public void copy()
    {
        for (int i = 0; i < COUNT; i++)
        {
            link.publish(FAMILY, USED_BEFORE + i, 10L * (USED_BEFORE + i));
        }
    }

    @Actor
    public void reader(final II_Result r)
    {
        int count = 0;
        for (int i = 0; i < COUNT; i++)
        {
            count += link.poll(handlers, ResultsOnLink::fail);
        }
        r.r1 = wrong;
        r.r2 = count;
    }

    private static void fail(final Throwable error)
    {
        throw new IllegalStateException(error);
    }
}
