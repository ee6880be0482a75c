/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.jcstress.Nobody;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Records to a host of another member. One actor is both hosts, the one that sends and the one that receives; the other
 * one is the owner of the trunks, at both ends. So each word that a host and an owner share is between the two.
 */
public class RecordsOnTrunk
{
    abstract static class Program
    {
        private static final int CAPACITY = 128;
        private static final int WORDS = 5;
        private static final int TURNS = 512;

        private final RecordRelay relay = new RecordRelay(0, 1, CAPACITY, new Nobody(), new Nobody());
        private final RecordLanding landing = new RecordLanding(0, 1, CAPACITY, new Nobody(), new Nobody());
        private long sent;

        /**
         * @param r the number of words that are not those of their record, and the number of records.
         */
        final void sendAndReceive(final II_Result r)
        {
            for (int turn = 0; turn < TURNS; turn++)
            {
                // More than it receives, so that it comes to wait for memory.
                send();
                send();
                if (landing.reader().next())
                {
                    r.r2++;
                    for (int word = 0; word < WORDS; word++)
                    {
                        final int index = landing.reader().offset() + word * Long.BYTES;
                        r.r1 += landing.reader().buffer().getLong(index) == r.r2 ? 0 : 1;
                    }
                }
            }
        }

        private void send()
        {
            final int index = relay.writer().tryReserve(WORDS * Long.BYTES);
            if (RecordWriter.NO_ROOM != index)
            {
                sent++;
                for (int word = 0; word < WORDS; word++)
                {
                    relay.writer().buffer().putLong(index + word * Long.BYTES, sent);
                }
                relay.writer().append(WORDS * Long.BYTES);
            }
        }

        /**
         * @param isEarly true for the mistake to give memory back to the sender when its record has arrived.
         */
        final void carry(final boolean isEarly)
        {
            for (int turn = 0; turn < TURNS; turn++)
            {
                final long at = relay.peek();
                if (at >= 0)
                {
                    if (relay.isPadding())
                    {
                        landing.pad(at);
                    }
                    else
                    {
                        landing.put(at, relay.buffer(), relay.offset(at), relay.length());
                    }
                    relay.take();
                }
                relay.markSent();
                final long consumed = isEarly ? at : landing.newlyConsumed();
                if (consumed >= 0)
                {
                    relay.giveBack(consumed);
                    landing.told(consumed);
                }
            }
        }
    }

    /**
     * Memory goes back when the receiver has read.
     */
    @JCStressTest
    @Description("Records between members. Section 19 forbids anything but 0: records are whole and in order.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "records are whole and in order")
    @State
    public static class WholeAndInOrder extends Program
    {
        @Actor
        public void hosts(final II_Result r)
        {
            sendAndReceive(r);
        }

        @Actor
        public void trunks()
        {
            carry(false);
        }
    }

    /**
     * The control: memory goes back before the receiver has read.
     */
    @JCStressTest
    @Description("Control: memory is given back when a record has arrived. Nothing forbids that it is written over.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "records are whole and in order")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "a record is written over before it is read")
    @State
    public static class GivenBackTooEarly extends Program
    {
        @Actor
        public void hosts(final II_Result r)
        {
            sendAndReceive(r);
        }

        @Actor
        public void trunks()
        {
            carry(true);
        }
    }
}
