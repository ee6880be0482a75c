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

import org.isotach.niu.link.SlotReader;
import org.isotach.niu.link.SlotRing;
import org.isotach.niu.link.SlotWriter;

/**
 * One thread flushes three slots at once; another one reads what is there.
 */
@JCStressTest
@Description("A batch of slots. Section 12 forbids a part of it: the first sequence publishes the others.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "nothing is there yet")
@Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "the whole batch is there")
@State
public class SlotsOfBatch
{
    private static final int COUNT = 3;

    private final SlotRing ring = new SlotRing(4, 64);

    @Actor
    public void writer()
    {
        final SlotWriter writer = ring.writer();
        for (int i = 1; i <= COUNT; i++)
        {
            writer.buffer().putLong(writer.tryClaim(), i);
            writer.commit();
        }
        writer.flush();
    }

    @Actor
    public void reader(final I_Result r)
    {
        final SlotReader reader = ring.reader();
        while (reader.next())
        {
            r.r1 += (int)reader.buffer().getLong(reader.offset());
        }
    }
}
