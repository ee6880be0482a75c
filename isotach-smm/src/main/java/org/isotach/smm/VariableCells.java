/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The memory of the copies of variables that one host holds, and where each of them is. A variable has two words, its
 * value and its state, in two places, because states are mostly not looked at: twice as many values fit into a cache
 * line (docs/decisions/0011).
 * <p>
 * A state that is negative says that the variable waits: the rest of the word is the {@link Version}. Otherwise the
 * variable has a value, and the state is the {@link Revisions revision} that has changed the variable last.
 * <p>
 * The executor of the host writes cells, any thread may read them, and learns from {@link Revisions} what that is
 * worth. All accesses are plain. A simulation puts steps of others between them, by a subclass.
 */
class VariableCells extends Padded
{
    static final int NOT_HERE = -1;

    private static final long WAITS = Long.MIN_VALUE;
    private static final int CELL_LENGTH = Long.BYTES;
    private static final int CELL_SHIFT = 3;

    private final int pageShift;
    private final int indexMask;
    private final int[] pageOffsets;
    private final int count;

    // Behind the last variable of the memory.
    private final long addressLimit;

    // Are all variables of the memory here, in the order of their addresses?
    private final boolean isWhole;
    private final OffHeapBuffer values;
    private final OffHeapBuffer states;

    VariableCells(final int hostId, final HostSet[] copysets, final int pageSize)
    {
        pageShift = Integer.numberOfTrailingZeros(pageSize);
        indexMask = pageSize - 1;
        pageOffsets = new int[copysets.length];
        long end = 0;
        for (int page = 0; page < copysets.length; page++)
        {
            pageOffsets[page] = NOT_HERE;
            if (null != copysets[page] && copysets[page].contains(hostId))
            {
                if (end > Integer.MAX_VALUE - OffHeapBuffer.CACHE_LINE_LENGTH - (long)pageSize * CELL_LENGTH)
                {
                    throw new IllegalArgumentException("host " + hostId + " would hold more than " +
                        (Integer.MAX_VALUE / CELL_LENGTH) + " variables (page " + page + " of " + copysets.length +
                        "): spread the copies over more hosts");
                }
                pageOffsets[page] = (int)end;
                end += (long)pageSize * CELL_LENGTH;
            }
        }
        count = (int)(end >> CELL_SHIFT);
        addressLimit = (long)copysets.length * pageSize;
        isWhole = count == addressLimit;
        values = OffHeapBuffer.allocate(Math.max(end, CELL_LENGTH));
        states = OffHeapBuffer.allocate(Math.max(end, CELL_LENGTH));
    }

    /**
     * How many there are.
     */
    int count()
    {
        return count;
    }

    /**
     * Where the copy of a variable is that exists.
     *
     * @return the cell, {@link #NOT_HERE} if this host holds no copy.
     */
    final int cell(final int address)
    {
        if (isWhole)
        {
            return address << CELL_SHIFT;
        }
        final int pageOffset = pageOffsets[address >>> pageShift];
        return NOT_HERE == pageOffset ? NOT_HERE : pageOffset + ((address & indexMask) << CELL_SHIFT);
    }

    /**
     * Where the copy of a variable is, at an address that nobody has checked.
     *
     * @return the cell, {@link #NOT_HERE} if this host holds no copy, or there is no such variable.
     */
    final int cellAnywhere(final int address)
    {
        // One comparison for both ends.
        return Integer.toUnsignedLong(address) >= addressLimit ? NOT_HERE : cell(address);
    }

    /**
     * Are all variables of the memory here?
     */
    final boolean isWhole()
    {
        return isWhole;
    }

    /**
     * The value of a variable, at an address that nobody has checked, where all variables are.
     *
     * @throws IndexOutOfBoundsException if there is no such variable.
     */
    long valueAt(final int address)
    {
        return values.getWord(address, count);
    }

    /**
     * Number of a cell, 0 .. {@link #count()} - 1.
     */
    static int number(final int cell)
    {
        return cell >> CELL_SHIFT;
    }

    long value(final int cell)
    {
        return values.getLong(cell);
    }

    /**
     * See above; negative if the variable waits.
     */
    long state(final int cell)
    {
        return states.getLong(cell);
    }

    /**
     * The version that a variable waits for, of which the state is given, {@link Version#SUBSTANTIATED} if it has a
     * value.
     */
    static long version(final long state)
    {
        return state >= 0 ? Version.SUBSTANTIATED : state & ~WAITS;
    }

    /**
     * The variable waits from now on.
     */
    final void await(final int cell, final long version)
    {
        state(cell, version | WAITS);
    }

    void state(final int cell, final long state)
    {
        states.putLong(cell, state);
    }

    void value(final int cell, final long value)
    {
        values.putLong(cell, value);
    }

    /**
     * Tells of all cells, page by page.
     */
    final void forEach(final CellAction action)
    {
        forEach(count, action);
    }

    /**
     * Tells of the first cells, page by page.
     *
     * @param limit most of them.
     */
    final void forEach(final int limit, final CellAction action)
    {
        int left = limit;
        for (int page = 0; page < pageOffsets.length && left > 0; page++)
        {
            for (int index = 0; index <= indexMask && NOT_HERE != pageOffsets[page] && left > 0; index++)
            {
                left--;
                action.accept(page << pageShift | index, pageOffsets[page] + (index << CELL_SHIFT));
            }
        }
    }

    /**
     * Is told of a cell.
     */
    @FunctionalInterface
    interface CellAction
    {
        void accept(int address, int cell);
    }
}
