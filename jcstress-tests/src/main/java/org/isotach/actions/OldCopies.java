/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A write of one host against an isochron with which another one learns of it, as in {@link Session} and
 * {@link HostOrder}: is the copy there as new as the write, when it may be read without an isochron?
 */
public class OldCopies
{
    private static final int WRITER = 0;
    private static final int READER = 1;
    private static final long REFUSED = -1;
    private static final long NOT_YET = 2;
    private static final int LOOKS = 16;

    abstract static class Program
    {
        private final HostOrder order = new HostOrder(2);

        // Whatever was executed at the writer when the other one's fresh isochron is executed, is executed there, too.
        private volatile long executed;
        private volatile long copy;

        final void learn()
        {
            final long before = order.endedByOthers(READER);
            copy = executed;
            order.executed(READER, before);
        }

        final void learnTooLate()
        {
            copy = executed;
            order.executed(READER, order.endedByOthers(READER));
        }

        final void write()
        {
            order.begins(WRITER);
            executed = 1;
            order.end(WRITER, 1);
        }

        final void writeUncounted()
        {
            executed = 1;
            order.begins(WRITER);
            order.end(WRITER, 1);
        }

        /**
         * Looks at both hosts, one after the other.
         */
        final long readTwice()
        {
            if (0 == executed)
            {
                return NOT_YET;
            }
            return order.mayReadLocally(READER) ? copy : REFUSED;
        }

        final long writeAndRead()
        {
            write();
            // Several looks, so that the other one learns in between.
            for (int i = 0; i < LOOKS; i++)
            {
                if (order.mayReadLocally(READER))
                {
                    return copy;
                }
            }
            return REFUSED;
        }
    }

    /**
     * Writes are counted before the isochron is issued that is behind them.
     */
    @JCStressTest
    @Description(
        "The writer reads a copy at another host. Forbidden: it reads the value before its own write.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "the copy is older than the write")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the other host has executed the write")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "the read takes an isochron")
    @State
    public static class CountedBefore extends Program
    {
        @Actor
        public void learns()
        {
            learn();
        }

        @Actor
        public void writes(final J_Result r)
        {
            r.r1 = writeAndRead();
        }
    }

    /**
     * Weakened: they are counted when the isochron was executed.
     */
    @JCStressTest
    @Description(
        "Weakened: writes that are counted after the isochron that is to be behind them. Nothing forbids that the" +
        " last one is not.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the copy is older than the write")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the other host has executed the write")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "the read takes an isochron")
    @State
    public static class CountedAfter extends Program
    {
        @Actor
        public void learns()
        {
            learnTooLate();
        }

        @Actor
        public void writes(final J_Result r)
        {
            r.r1 = writeAndRead();
        }
    }

    /**
     * A write is counted before it is issued: a thread that has seen it at one host, while it is in flight, refuses old
     * copies of another host.
     */
    @JCStressTest
    @Description(
        "A thread that has seen a write in flight reads a copy at another host. Forbidden: it reads the old value.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "the copy is older than what was seen before")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "the write was not there yet")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "the read takes an isochron")
    @State
    public static class SeenUnderWay extends Program
    {
        @Actor
        public void writes()
        {
            write();
        }

        @Actor
        public void reads(final J_Result r)
        {
            r.r1 = readTwice();
        }
    }

    /**
     * Weakened: it is counted when it was executed.
     */
    @JCStressTest
    @Description(
        "Weakened: a write that is counted when it was executed, and seen before. Nothing forbids an old copy then.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the copy is older than what was seen before")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "the write was not there yet")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "the read takes an isochron")
    @State
    public static class SeenUncounted extends Program
    {
        @Actor
        public void writes()
        {
            writeUncounted();
        }

        @Actor
        public void reads(final J_Result r)
        {
            r.r1 = readTwice();
        }
    }
}
