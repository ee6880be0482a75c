/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The memory of the copies of one host, and the cell of each copy. A variable has two words, its value and its state,
 * in two places, because states are rarely read: this way twice as many values fit into a cache line
 * (docs/decisions/0012).
 * <p>
 * A negative state says that the variable waits: the rest of the word is the {@link Version}. Otherwise the variable
 * has a value, and the state is the {@link Revisions revision} that has changed the variable last.
 * <p>
 * The executor of the host writes cells. Any thread may read them, and learns from {@link Revisions} whether what it
 * has read is valid. All accesses are plain. A simulation puts steps of others between them, by a subclass.
 */
class VariableCells extends Padded
{
    static final int NOT_HERE = -1;
    static final int CELL_SHIFT = 3;
    static final int CELL_LENGTH = 1 << CELL_SHIFT;

    private static final long WAITS = Long.MIN_VALUE;
    private static final int MAX_VARIABLES =
        (Integer.MAX_VALUE - OffHeapBuffer.CACHE_LINE_LENGTH) / CELL_LENGTH;

    private final int pageShift;
    private final int indexMask;
    private final int[] pageOffsets;
    private final int count;

    // One more than the last variable of the memory.
    private final long addressLimit;

    // True if all variables of the memory are here, in the order of their addresses.
    private final boolean isWhole;
    private final OffHeapBuffer values;
    private final OffHeapBuffer states;

    /**
     * After {@link #check}.
     */
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
     * Refuses more copies than fit the memory of one host.
     */
    static void check(final int hostId, final HostSet[] copysets, final int pageSize)
    {
        long variables = 0;
        for (int page = 0; page < copysets.length; page++)
        {
            variables += null != copysets[page] && copysets[page].contains(hostId) ? pageSize : 0;
            if (variables > MAX_VARIABLES)
            {
                throw new IllegalArgumentException("host " + hostId + " would hold more than " + MAX_VARIABLES +
                    " variables (page " + page + " of " + copysets.length + "): spread the copies over more hosts");
            }
        }
    }

    /**
     * Returns the number of variables at this host.
     */
    int count()
    {
        return count;
    }

    /**
     * Returns the cell of the copy of an existing variable.
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
     * Returns the cell of the copy of a variable, at an unchecked address.
     *
     * @return the cell, {@link #NOT_HERE} if this host holds no copy, or there is no such variable.
     */
    final int cellAnywhere(final int address)
    {
        // One comparison for both ends.
        return Integer.toUnsignedLong(address) >= addressLimit ? NOT_HERE : cell(address);
    }

    /**
     * Returns whether all variables of the memory are here.
     */
    final boolean isWhole()
    {
        return isWhole;
    }

    /**
     * Returns the value of a variable at an unchecked address, where all variables are here.
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
     * Reads variables into the beginning of an array.
     */
    void values(final CellList list, final long[] into)
    {
        if (list.isRow())
        {
            values.getLongs(list.first(), into, list.count());
        }
        else
        {
            final int[] cells = list.cells();
            for (int i = 0; i < cells.length; i++)
            {
                into[i] = value(cells[i]);
            }
        }
    }

    /**
     * Returns the state, see above; negative if the variable waits.
     */
    long state(final int cell)
    {
        return states.getLong(cell);
    }

    /**
     * Returns the version that a variable waits for, by its state; {@link Version#SUBSTANTIATED} if it has a value.
     */
    static long version(final long state)
    {
        return state >= 0 ? Version.SUBSTANTIATED : state & ~WAITS;
    }

    /**
     * Makes the variable wait.
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
     * Returns whether each variable, at an unchecked address, is here and has a value.
     */
    final boolean haveValues(final int[] addresses, final int variables)
    {
        for (int i = 0; i < variables; i++)
        {
            final int cell = cellAnywhere(addresses[i]);
            if (NOT_HERE == cell || state(cell) < 0)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads variables, at unchecked addresses.
     *
     * @param first index in {@code into} of the first value.
     * @return false if one of them is not here.
     */
    final boolean getValues(final int[] addresses, final long[] into, final int first)
    {
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = cellAnywhere(addresses[i]);
            if (NOT_HERE == cell)
            {
                return false;
            }
            into[first + i] = value(cell);
        }
        return true;
    }

    /**
     * Gives variables that are here values, one for each of the first addresses.
     */
    final void putValues(final int[] addresses, final int variables, final long[] from)
    {
        for (int i = 0; i < variables; i++)
        {
            value(cell(addresses[i]), from[i]);
        }
    }

    /**
     * Gives variables that are here one state.
     */
    final void putStates(final int[] addresses, final int variables, final long state)
    {
        for (int i = 0; i < variables; i++)
        {
            state(cell(addresses[i]), state);
        }
    }

    /**
     * Returns the cell of the first one of successive existing variables.
     *
     * @return the cell, whose successors are those of the other variables; {@link #NOT_HERE} if they do not lie like
     *         that, or not all of them are here.
     */
    final int row(final int address, final int count)
    {
        return isWhole || address >>> pageShift == address + count - 1 >>> pageShift ? cell(address) : NOT_HERE;
    }

    /**
     * Gives variables whose cells follow each other one state, and values from a frame.
     *
     * @param cell   of the first variable.
     * @param values index of the values in the frame.
     */
    void row(final int cell, final long state, final OffHeapBuffer frame, final int values, final int count)
    {
        states.fillLongs(cell, state, count);
        frame.copyWordsTo(values, this.values, cell, count * Long.BYTES);
    }

    /**
     * Passes on all cells, page by page.
     */
    final void forEach(final CellAction action)
    {
        forEach(count, action);
    }

    /**
     * Passes on the first cells, page by page.
     *
     * @param limit the largest number of cells.
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
     * Called for a cell.
     */
    @FunctionalInterface
    interface CellAction
    {
        void accept(int address, int cell);
    }
}
