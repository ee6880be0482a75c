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

import org.isotach.niu.link.SlotReader;
import org.isotach.niu.link.SlotRing;
import org.isotach.niu.link.SlotWriter;

/**
 * One thread writes more slots than the ring has; another one reads and gives back.
 */
@JCStressTest
@Description(
    "Slots of a ring. Section 12 forbids anything but 0: a reader that finds the sequence of a slot finds its " +
    "content, and the writer writes no slot that was not given back, whatever it knew of the reader before.")
@Outcome(id = "0, [0-6]", expect = Expect.ACCEPTABLE, desc = "slots are whole and in order")
@State
public class SlotsOnRing
{
    private static final int COUNT = 6;
    private static final int WORDS = 7;

    private final SlotRing ring = new SlotRing(2, 64);

    @Actor
    public void writer()
    {
        final SlotWriter writer = ring.writer();
        int written = 0;
        for (int i = 0; i < 4 * COUNT && written < COUNT; i++)
        {
            final int index = writer.tryClaim();
            if (SlotWriter.NO_ROOM != index)
            {
                written++;
                for (int word = 0; word < WORDS; word++)
                {
                    writer.buffer().putLong(index + word * Long.BYTES, written);
                }
                writer.commit();
                writer.flush();
            }
        }
    }

    @Actor
    public void reader(final II_Result r)
    {
        final SlotReader reader = ring.reader();
        for (int i = 0; i < 4 * COUNT; i++)
        {
            if (reader.next())
            {
                r.r2++;
                for (int word = 0; word < WORDS; word++)
                {
                    r.r1 += reader.buffer().getLong(reader.offset() + word * Long.BYTES) == r.r2 ? 0 : 1;
                }
            }
        }
    }
}
