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
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Objects that are looked up while they are removed, and others take their places.
 */
public class ReusedPlaces
{
    private static final int TIMES = 4;

    /**
     * One object, and its handle, which nobody may keep for long.
     */
    abstract static class Program
    {
        private final ObjectTable table;
        private final long handle;

        Program(final ObjectTable table)
        {
            this.table = table;
            handle = table.add(0);
        }

        /**
         * @return the object, -1 if it is gone.
         */
        final int look()
        {
            final Integer found = (Integer)table.get(handle);
            return null == found ? -1 : found;
        }

        final void replace()
        {
            long last = handle;
            for (int i = 1; i <= TIMES; i++)
            {
                // The thread gets back the place that it has just given.
                table.remove(last);
                last = table.add(i);
            }
        }
    }

    /**
     * A handle finds its own object or nothing.
     */
    @JCStressTest
    @Description("An object that is looked up while others take its place. Forbidden: one of the others.")
    @Outcome(id = { "0, 0", "0, -1", "-1, -1" }, expect = Expect.ACCEPTABLE, desc = "the object, or nothing any more")
    @Outcome(expect = Expect.FORBIDDEN, desc = "another object, or one that was gone")
    @State
    public static class Checked extends Program
    {
        public Checked()
        {
            super(new ObjectTable());
        }

        @Actor
        public void looks(final II_Result r)
        {
            r.r1 = look();
            r.r2 = look();
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
    @Outcome(id = { "0, 0", "0, -1", "-1, -1" }, expect = Expect.ACCEPTABLE, desc = "the object, or nothing any more")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "another object")
    @State
    public static class SameHandle extends Program
    {
        public SameHandle()
        {
            super(new SameHandles());
        }

        @Actor
        public void looks(final II_Result r)
        {
            r.r1 = look();
            r.r2 = look();
        }

        @Actor
        public void replaces()
        {
            replace();
        }
    }
}
