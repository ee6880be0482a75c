/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.function.IntConsumer;

import org.isotach.memory.Padded;

/**
 * Reads of local copies by one port without an isochron. All values of a valid read are those of one revision, the
 * latest one when the read began. A variable that has changed since makes the read invalid; changes of other variables
 * do not matter. See docs/protocol.md, section 13. Belongs to the application thread of the port.
 */
sealed class OptimisticReads extends Padded permits ConfinedReads
{
    /**
     * Stamp of no read.
     */
    static final long NO_READ = 0;

    private static final int INITIAL_CAPACITY = 16;

    /**
     * After this number of reads in a row during which nothing was executed, variables are not noted any more.
     */
    private static final int QUIET_READS = 64;

    /**
     * A read that looks at more variables than this, and at more than there are, notes no further ones, and is valid
     * only if nothing at all has changed: an application may look at variables for ever without a new read.
     */
    private static final int MAX_NOTED = 1 << 16;

    private final RevisionReads whole;
    private final VariableCells cells;
    private final Revisions revisions;
    private final IntConsumer missing;
    private long readCount;

    // The current read: its number, the sequence when it began, its variables so far, and whether it can still be
    // valid.
    private long stamp = NO_READ;
    private long sequence;
    private boolean areAllSubstantiated;
    private boolean areAllHere;
    private int[] cellsRead = new int[INITIAL_CAPACITY];
    private int count;

    // True if variables are noted. Noting costs as much as reading, and is useless while nothing is executed. So it is
    // left out when nothing seems to be executed; if that is wrong the read is not valid, and the next ones note.
    private boolean isNoting;
    private int quietReads = QUIET_READS;

    // True if the read has only to read values.
    private boolean isDirect;

    /**
     * @param whole   reads of the same host that read everything in one call.
     * @param store   the store of the host.
     * @param missing takes the address of a variable without a copy here; it throws if the variable has no copy
     *                anywhere.
     */
    OptimisticReads(final RevisionReads whole, final VariableStore store, final IntConsumer missing)
    {
        this.whole = whole;
        this.missing = missing;
        cells = store.cells();
        revisions = store.revisions();
    }

    long begin()
    {
        // First: it may be refused, and the read that was under way is over.
        end();
        count = 0;
        areAllHere = true;
        if (whole.mayRead())
        {
            readCount++;
            stamp = readCount;
            sequence = revisions.sequence();
            areAllSubstantiated = revisions.areAllSubstantiated();
            isNoting = quietReads < QUIET_READS || !areAllSubstantiated || Revisions.isInBetween(sequence);
            isDirect = !isNoting && cells.isWhole();
        }
        return stamp;
    }

    private void end()
    {
        stamp = NO_READ;
        isNoting = false;
    }

    /**
     * Returns a value that may be out of date.
     */
    long value(final int address)
    {
        if (isDirect)
        {
            try
            {
                // This is the only place where the address is compared with its limit.
                return cells.valueAt(address);
            }
            catch (final IndexOutOfBoundsException ex)
            {
                return checkedValue(address);
            }
        }
        return checkedValue(address);
    }

    private long checkedValue(final int address)
    {
        final int cell = cells.cellAnywhere(address);
        if (VariableCells.NOT_HERE == cell)
        {
            // Refuses a variable without any copy, and leaves the read unchanged.
            missing.accept(address);
            areAllHere = false;
            return 0;
        }
        if (isNoting)
        {
            note(cell);
        }
        return cells.value(cell);
    }

    private void note(final int cell)
    {
        if (count > 0 && cellsRead[count - 1] == cell)
        {
            return;
        }
        if (count >= MAX_NOTED && count >= cells.count())
        {
            isNoting = false;
            return;
        }
        if (count == cellsRead.length)
        {
            cellsRead = Arrays.copyOf(cellsRead, 2 * count);
        }
        cellsRead[count] = cell;
        count++;
    }

    boolean isValid(final long stampOfRead)
    {
        if (stampOfRead != stamp || NO_READ == stampOfRead || !areAllHere)
        {
            return false;
        }
        if (whole.isLatest(sequence, areAllSubstantiated))
        {
            if (isNoting)
            {
                quietReads++;
            }
            return true;
        }
        quietReads = 0;
        return isNoting && whole.isSettled() && whole.areOfRevision(sequence, cellsRead, count);
    }

    /**
     * Reads all variables in a read of its own, which ends any read that was under way.
     */
    boolean tryRead(final int[] addresses, final long[] values)
    {
        end();
        return whole.tryRead(addresses, values);
    }

    /**
     * Returns the cells of variables, null if one of them has no copy here.
     */
    CellList cells(final int[] addresses)
    {
        return whole.cells(addresses);
    }

    /**
     * Returns whether one of some variables waits, as far as is known.
     */
    boolean hasFoundWaiting(final CellList list)
    {
        return whole.hasFoundWaiting(list);
    }

    /**
     * Reads variables whose cells are known, in a read of its own, which ends any read that was under way.
     */
    boolean tryReadCells(final CellList list, final long[] values)
    {
        end();
        return whole.tryReadCells(list, values);
    }

    @Override
    public String toString()
    {
        return "OptimisticReads{sequence=" + sequence + ", count=" + count + '}';
    }
}
