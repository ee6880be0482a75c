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

import org.isotach.niu.link.BlockPool;
import org.isotach.niu.link.BlockUnit;

/**
 * A host sends its only block again and again, each time with other content; the unit reads it, and gives it back.
 */
@JCStressTest
@Description(
    "A block that changes hands. Section 12 forbids a mixture: the unit finds what the host wrote before it handed " +
    "the block over, and the host writes it again only when the unit has given it back.")
@Outcome(id = "0, [0-6]", expect = Expect.ACCEPTABLE, desc = "blocks are whole and in order")
@State
public class BlocksOfPool
{
    private static final int COUNT = 6;
    private static final int WORDS = 8;

    private final BlockPool pool = new BlockPool(1, 64);

    @Actor
    public void host()
    {
        int sent = 0;
        for (int i = 0; i < 4 * COUNT && sent < COUNT; i++)
        {
            final int block = pool.tryTake();
            if (BlockPool.NONE != block)
            {
                sent++;
                for (int word = 0; word < WORDS; word++)
                {
                    pool.buffer().putLong(pool.offset(block) + word * Long.BYTES, sent);
                }
                pool.tryTransmit(block, 64);
                pool.free(block);
            }
        }
    }

    @Actor
    public void unit(final II_Result r)
    {
        final BlockUnit unit = pool.unit();
        for (int i = 0; i < 4 * COUNT; i++)
        {
            final int block = unit.tryTakeReady();
            if (BlockPool.NONE != block)
            {
                r.r2++;
                for (int word = 0; word < WORDS; word++)
                {
                    r.r1 += unit.buffer().getLong(unit.offset(block) + word * Long.BYTES) == r.r2 ? 0 : 1;
                }
                unit.sent(block);
            }
        }
    }
}
