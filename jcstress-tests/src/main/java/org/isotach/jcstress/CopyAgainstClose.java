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
import org.openjdk.jcstress.infra.results.Z_Result;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.Access;
import org.isotach.niu.link.Segment;
import org.isotach.niu.link.SegmentTable;

/**
 * An owner closes its segment, and uses the memory for something else; another thread copies into the segment.
 */
@JCStressTest
@Description("A segment that is closed. Section 12 forbids that a copy is made, or seen half made, after that.")
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the memory is the owner's")
@State
public class CopyAgainstClose
{
    private static final int LENGTH = 64;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(LENGTH);
    private final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
    private final SegmentTable table = new SegmentTable(1);
    private final Segment segment = table.tryOpen(memory, 0, LENGTH, Access.WRITE);

    public CopyAgainstClose()
    {
        for (int i = 0; i < LENGTH; i += Long.BYTES)
        {
            source.putLong(i, 1);
        }
    }

    @Actor
    public void owner(final Z_Result r)
    {
        segment.close();
        for (int i = 0; i < LENGTH; i += Long.BYTES)
        {
            memory.putLong(i, 2);
        }
        for (int i = 0; i < LENGTH; i += Long.BYTES)
        {
            r.r1 |= 2 != memory.getLong(i);
        }
    }

    @Actor
    public void other()
    {
        for (int i = 0; i < 4; i++)
        {
            table.copyIn(segment.key(), 0, source, 0, LENGTH);
        }
    }
}
