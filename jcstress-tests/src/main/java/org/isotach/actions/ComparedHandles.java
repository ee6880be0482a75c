/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicLong;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One that finds the expected object, and then compares its handle, against one that replaces the object, as in
 * {@link ReferenceUpdates}.
 */
public class ComparedHandles
{
    private static final int TIMES = 4;
    private static final int EXPECTED = 0;
    private static final int NEW = 100;
    private static final int GONE = -1;

    /**
     * The word of a reference, and the objects.
     */
    abstract static class Program
    {
        private final ObjectTable table;
        private final AtomicLong word;

        Program(final ObjectTable table)
        {
            this.table = table;
            word = new AtomicLong(table.add(EXPECTED));
        }

        /**
         * @param r whether the new object was set, and the one that was replaced then.
         */
        final void compareAndSet(final II_Result r)
        {
            final long handle = word.get();
            if (EXPECTED == find(handle) && word.compareAndSet(handle, table.add(NEW)))
            {
                r.r1 = 1;
                r.r2 = find(handle);
            }
        }

        private int find(final long handle)
        {
            final Integer found = (Integer)table.get(handle);
            return null == found ? GONE : found;
        }

        final void replace()
        {
            for (int i = 1; i <= TIMES; i++)
            {
                // The thread gets back the place that it has given last.
                final long before = word.getAndSet(table.add(i));
                table.remove(before);
            }
        }
    }

    /**
     * No handle is used twice.
     */
    @JCStressTest
    @Description("The handle of an object is compared while others replace that. Forbidden: another one is replaced.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the object was not there any more")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the expected object is replaced")
    @Outcome(expect = Expect.FORBIDDEN, desc = "another object is replaced")
    @State
    public static class Checked extends Program
    {
        public Checked()
        {
            super(new ObjectTable());
        }

        @Actor
        public void compares(final II_Result r)
        {
            compareAndSet(r);
        }

        @Actor
        public void replaces()
        {
            replace();
        }
    }

    /**
     * Weakened: all objects of a place have one handle.
     */
    @JCStressTest
    @Description("Weakened: a place that is used again has the same handle.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the object was not there any more")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the expected object is replaced")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "another object is replaced")
    @State
    public static class SameHandle extends Program
    {
        public SameHandle()
        {
            super(new SameHandles());
        }

        @Actor
        public void compares(final II_Result r)
        {
            compareAndSet(r);
        }

        @Actor
        public void replaces()
        {
            replace();
        }
    }
}
