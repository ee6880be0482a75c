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
import org.openjdk.jcstress.infra.results.Z_Result;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.SlotReader;
import org.isotach.niu.link.SlotRing;
import org.isotach.niu.link.SlotWriter;

/**
 * The tests of rings and blocks, each without the property that it depends on.
 */
public class WeakenedLinks
{
    private static final int LENGTH = 64;
    private static final int ROUNDS = 20;

    /**
     * {@link SlotsOnRing}.
     */
    @JCStressTest
    @Description("Weakened: the writer does not look at what was given back. Nothing forbids a mixture of two slots.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the slot is whole")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "parts of two slots are mixed")
    @State
    public static class OverSlots
    {
        private final OffHeapBuffer slot = OffHeapBuffer.allocate(LENGTH);

        @Actor
        public void writer()
        {
            for (int i = 1; i <= ROUNDS; i++)
            {
                for (int word = Long.BYTES; word < LENGTH; word += Long.BYTES)
                {
                    slot.putLong(word, i);
                }
                slot.putLongRelease(0, i);
            }
        }

        @Actor
        public void reader(final Z_Result r)
        {
            final long sequence = slot.getLongVolatile(0);
            for (int word = Long.BYTES; word < LENGTH; word += Long.BYTES)
            {
                r.r1 |= slot.getLong(word) != sequence;
            }
        }
    }

    /**
     * {@link SlotsOfBatch}.
     */
    @JCStressTest
    @Description("Weakened: each slot is flushed by itself. Nothing forbids a part of the batch.")
    @Outcome(id = {"0", "6"}, expect = Expect.ACCEPTABLE, desc = "nothing, or the whole batch")
    @Outcome(id = {"1", "3"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "a part of the batch")
    @State
    public static class OneByOneOnRing
    {
        private final SlotRing ring = new SlotRing(4, LENGTH);

        @Actor
        public void writer()
        {
            final SlotWriter writer = ring.writer();
            for (int i = 1; i <= 3; i++)
            {
                writer.buffer().putLong(writer.tryClaim(), i);
                writer.commit();
                writer.flush();
            }
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

    /**
     * {@link BlocksOfPool}.
     */
    @JCStressTest
    @Description("Weakened: the host writes the block again before it was given back. Nothing forbids a mixture.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the block is whole")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the block was written while it was read")
    @State
    public static class BlockReusedEarly
    {
        private final OffHeapBuffer block = OffHeapBuffer.allocate(LENGTH);
        private final OffHeapBuffer ready = OffHeapBuffer.allocate(LENGTH);

        @Actor
        public void host()
        {
            for (int i = 1; i <= ROUNDS; i++)
            {
                for (int word = 0; word < LENGTH; word += Long.BYTES)
                {
                    block.putLong(word, i);
                }
                ready.putLongRelease(0, i);
            }
        }

        @Actor
        public void unit(final Z_Result r)
        {
            final long sent = ready.getLongVolatile(0);
            for (int word = 0; word < LENGTH; word += Long.BYTES)
            {
                r.r1 |= 0 != sent && block.getLong(word) != sent;
            }
        }
    }

    /**
     * {@link CopyAgainstClose}.
     */
    @JCStressTest
    @Description("Weakened: closing does not wait for copies under way. Nothing forbids that one comes later.")
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the memory is the owner's")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "a copy was made after the segment was closed")
    @State
    public static class CloseAtOnce
    {
        private final OffHeapBuffer memory = OffHeapBuffer.allocate(LENGTH);
        private final OffHeapBuffer isClosed = OffHeapBuffer.allocate(LENGTH);

        @Actor
        public void owner(final Z_Result r)
        {
            isClosed.putLongVolatile(0, 1);
            for (int i = 0; i < LENGTH; i += Long.BYTES)
            {
                memory.putLong(i, 2);
            }
            for (int round = 0; round < ROUNDS; round++)
            {
                for (int i = 0; i < LENGTH; i += Long.BYTES)
                {
                    r.r1 |= 2 != memory.getLong(i);
                }
            }
        }

        @Actor
        public void other()
        {
            for (int round = 0; round < ROUNDS && 0 == isClosed.getLongVolatile(0); round++)
            {
                for (int i = 0; i < LENGTH; i += Long.BYTES)
                {
                    memory.putLong(i, 1);
                }
            }
        }
    }
}
