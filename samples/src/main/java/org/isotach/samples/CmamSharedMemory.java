/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.CmamMemory;

/**
 * Measures round trips of CMAM and the shared memory above it. For the thread of the member that asks; another one
 * serves the member that has the memory.
 */
final class CmamSharedMemory
{
    private static final double NS_PER_US = 1e3;

    // Places in the memory of the other member, in bytes, behind those where blocks land.
    private static final int WORD = 2048;
    private static final int DOUBLE_WORD = 2056;
    private static final int SIXTEEN = 2064;

    // Places in the own memory.
    private static final int LANDING = 4096;
    private static final int SIXTEEN_BYTES = 16;

    // Calls before a sync: no queue is full, and no segment is missing.
    private static final int BURST = 4;

    private final CmamNode node;
    private final CmamMemory shared;
    private final int other;
    private final int calls;
    private final Violations violations;
    private final Progress progress;
    private CmamColumn here;
    private long operations;

    /**
     * @param node  of the member that asks.
     * @param other number of the member that has the memory.
     * @param calls of each operation.
     */
    CmamSharedMemory(
        final CmamNode node, final int other, final int calls, final Violations violations, final Progress progress)
    {
        this.node = node;
        this.other = other;
        this.calls = calls;
        this.violations = violations;
        this.progress = progress;
        shared = node.shared();
    }

    /**
     * Measures all of them once.
     */
    void measure(final CmamColumn column)
    {
        here = column;
        each(CmamOperation.TRIP, i -> node.trip(other));
        each(CmamOperation.TRIP_N, i -> node.tripOfWord(other));
        each(CmamOperation.WRITE_INT, i -> shared.writeInt(other, WORD, i));
        each(CmamOperation.READ_INT, i -> check("word", calls - 1, shared.readInt(other, WORD)));
        each(CmamOperation.WRITE_DOUBLE, i -> shared.writeDouble(other, DOUBLE_WORD, i));
        each(CmamOperation.READ_DOUBLE, i -> check("double word", calls - 1, shared.readDouble(other, DOUBLE_WORD)));
        splitPhase(CmamOperation.PUT, CmamOperation.PUT_SYNC, k -> shared.putInt(other, WORD, calls + k));
        final OffHeapBuffer memory = node.memory();
        splitPhase(CmamOperation.GET, CmamOperation.GET_SYNC,
            k -> shared.getInt(other, WORD, LANDING + k * Integer.BYTES));
        for (int k = 0; k < BURST; k++)
        {
            // The last put was a single one.
            check("word that was got", calls, memory.getInt(LANDING + k * Integer.BYTES));
        }
        for (int index = 0; index < SIXTEEN_BYTES; index += Integer.BYTES)
        {
            shared.putInt(other, SIXTEEN + index, ~index);
        }
        shared.sync();
        splitPhase(CmamOperation.GET_16, CmamOperation.GET_16_SYNC,
            k -> shared.get16(other, SIXTEEN, LANDING + k * SIXTEEN_BYTES));
        for (int index = 0; index < BURST * SIXTEEN_BYTES; index += Integer.BYTES)
        {
            check("one of the words that were got", ~(index % SIXTEEN_BYTES), memory.getInt(LANDING + index));
        }
    }

    private void each(final CmamOperation operation, final IntConsumer call)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++)
        {
            call.accept(i);
        }
        done(operation, System.nanoTime() - startNs, calls);
    }

    private void done(final CmamOperation operation, final long ns, final int count)
    {
        here.set(operation, ns / NS_PER_US / count);
        operations += operation.ordinal() > CmamOperation.TRIP_N.ordinal() ? count : 0;
        progress.step();
    }

    /**
     * First calls alone, in bursts, then calls of which each is waited for.
     */
    private void splitPhase(final CmamOperation begin, final CmamOperation untilSync, final IntConsumer call)
    {
        final int bursts = (calls + BURST - 1) / BURST;
        long sumNs = 0;
        for (int i = 0; i < bursts; i++)
        {
            final long startNs = System.nanoTime();
            for (int k = 0; k < BURST; k++)
            {
                call.accept(k);
            }
            sumNs += System.nanoTime() - startNs;
            shared.sync();
        }
        done(begin, sumNs, bursts * BURST);
        each(untilSync, i ->
        {
            call.accept(0);
            shared.sync();
        });
    }

    private void check(final String what, final double expected, final double found)
    {
        if (found != expected)
        {
            violations.add(what + " is " + found + " instead of " + expected);
        }
    }

    /**
     * Returns how many reads, writes, gets and puts were measured.
     */
    long operations()
    {
        return operations;
    }
}
