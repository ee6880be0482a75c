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
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * One that reads a handle and then its object against one that replaces the object, again and again, as in
 * {@link References}.
 */
public class ReferenceReading
{
    private static final int TIMES = 4;

    abstract static class Program
    {
        private final LocalReferences references = new LocalReferences();
        private final AtomicLong word = new AtomicLong(references.add("object"));

        final boolean readEntered()
        {
            final long entered = references.enter();
            final boolean isThere = read();
            references.exit(entered);
            return isThere;
        }

        final boolean read()
        {
            return null != references.get(word.get());
        }

        final void replace()
        {
            for (int i = 0; i < TIMES; i++)
            {
                final long handle = references.add("object");
                final long before = word.getPlain();
                // As a change without an isochron publishes it: the fence is that of retire().
                word.setRelease(handle);
                references.retire(before);
            }
        }
    }

    /**
     * The reader has entered.
     */
    @JCStressTest
    @Description("An object that is read while others take its place. Forbidden: it was freed.")
    @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "the object of a handle is gone")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the object is there")
    @State
    public static class Entered extends Program
    {
        @Actor
        public void reads(final Z_Result r)
        {
            r.r1 = readEntered();
        }

        @Actor
        public void replaces()
        {
            replace();
        }
    }

    /**
     * Weakened: it has not.
     */
    @JCStressTest
    @Description("Weakened: a reader that does not enter. Nothing forbids that its object is freed.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the object of a handle is gone")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the object is there")
    @State
    public static class NotEntered extends Program
    {
        @Actor
        public void reads(final Z_Result r)
        {
            r.r1 = read();
        }

        @Actor
        public void replaces()
        {
            replace();
        }
    }
}
