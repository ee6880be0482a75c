/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.PacketReader;
import org.isotach.niu.link.PacketWriter;
import org.isotach.niu.link.RecordRing;

/**
 * One block that changes its owner again and again: a sender takes it, writes it and hands it over, a receiver reads it
 * and returns it.
 */
class HandOverProgram
{
    private static final int TRIES = 24;
    // Enough for the sender to write while the receiver still reads, if nothing prevents that.
    private static final int WORDS = 32;

    private final DmaRegion region = new DmaRegion(this, 0, 1, WORDS * Long.BYTES, new WaiterList());
    private final OffHeapBuffer memory = region.memory();
    private final PacketWriter writer;
    private final PacketReader reader;

    HandOverProgram()
    {
        final RecordRing ring = new RecordRing(RecordRing.MIN_CAPACITY);
        writer = ring.writer();
        reader = ring.reader();
    }

    final void send()
    {
        for (int i = 0; i < TRIES; i++)
        {
            final int block = region.tryTake();
            if (DmaRegion.NONE != block)
            {
                final int generation = BlockWord.generation(region.word(block));
                for (int word = 0; word < WORDS; word++)
                {
                    memory.putLong(region.offset(block) + word * Long.BYTES, generation);
                }
                final int at = writer.tryClaim(Long.BYTES);
                region.trySend(block, generation, false, 1);
                writer.buffer().putLong(at, generation + 1);
                writer.commit();
            }
        }
    }

    /**
     * @param returnsEarly true for the mistake to return what is still being read.
     * @return number of blocks whose content was not what was sent.
     */
    final int receive(final boolean returnsEarly)
    {
        int wrong = 0;
        for (int i = 0; i < TRIES; i++)
        {
            if (reader.next())
            {
                final int generation = (int)reader.buffer().getLong(reader.offset());
                wrong += region.tryReceive(0, generation, 0) ? 0 : 1;
                if (returnsEarly)
                {
                    region.tryRelease(0, generation, 0);
                }
                for (int word = 0; word < WORDS; word++)
                {
                    wrong += generation - 1 == memory.getLong(region.offset(0) + word * Long.BYTES) ? 0 : 1;
                }
                if (!returnsEarly)
                {
                    region.tryRelease(0, generation, 0);
                }
            }
        }
        return wrong;
    }
}
