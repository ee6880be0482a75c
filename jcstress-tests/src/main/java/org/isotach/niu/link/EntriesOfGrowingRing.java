/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A ring that grows while another thread reads its entries, follows it into its segments, and frees them.
 */
public class EntriesOfGrowingRing
{
    private static final class Entry
    {
        private long value;
    }

    abstract static class Program
    {
        private static final int TRIES = 256;
        private static final int LOOKS = 512;
        private static final int MAX_SIZE = 16;

        private final GrowingRing<Entry> ring = new GrowingRing<>(1, MAX_SIZE, Entry::new);
        private GrowingRing.Segment<Entry> segment = ring.first();

        /**
         * @param isEarly true for the mistake to publish an entry before it is filled in.
         */
        final void produce(final boolean isEarly)
        {
            for (int i = 0; i < TRIES; i++)
            {
                final Entry entry = ring.tryClaim();
                if (null != entry)
                {
                    // The number of the entry, not that of the try.
                    final long value = ring.published().get() + 1;
                    if (isEarly)
                    {
                        ring.publish();
                        entry.value = value;
                    }
                    else
                    {
                        entry.value = value;
                        ring.publish();
                    }
                }
            }
        }

        /**
         * @param r the number of entries that are not the next one, and the number of entries.
         */
        final void consume(final II_Result r)
        {
            long taken = -1;
            for (int look = 0; look < LOOKS; look++)
            {
                final long available = ring.published().get();
                while (taken < available)
                {
                    taken++;
                    while (segment.isBefore(taken))
                    {
                        segment = segment.next();
                    }
                    r.r1 += taken == segment.get(taken).value ? 0 : 1;
                    r.r2++;
                    ring.freed().set(taken);
                }
            }
        }
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description(
        "A ring that grows beside its reader (GrowingRing). Forbidden: a published entry that is another one, or not" +
        " filled in, or of a segment that the reader does not find.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "entries are whole and in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "an entry is not the next one")
    @State
    public static class FilledThenPublished extends Program
    {
        @Actor
        public void producer()
        {
            produce(false);
        }

        @Actor
        public void consumer(final II_Result r)
        {
            consume(r);
        }
    }

    /**
     * The control: an entry is filled in when it has been published.
     */
    @JCStressTest
    @Description("Control: entries that are published first. Nothing forbids that they are read before they are there.")
    @Outcome(id = "0, [0-9]+", expect = Expect.ACCEPTABLE, desc = "entries are whole and in order")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "an entry is not the next one")
    @State
    public static class PublishedThenFilled extends Program
    {
        @Actor
        public void producer()
        {
            produce(true);
        }

        @Actor
        public void consumer(final II_Result r)
        {
            consume(r);
        }
    }
}
