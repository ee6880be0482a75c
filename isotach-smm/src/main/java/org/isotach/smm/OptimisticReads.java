/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;

import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;

/**
 * Reads of local copies by one port without an isochron. All values of a valid read are those of one revision, the
 * latest one when the read began. A variable that has changed since makes the read invalid; changes of other variables
 * do not matter. See docs/protocol.md, section 13. Belongs to the application thread of the port.
 */
final class OptimisticReads extends Padded
{
    private static final long NO_READ = 0;
    private static final int INITIAL_CAPACITY = 16;

    /**
     * After this number of reads in a row during which nothing was executed, variables are not noted any more.
     */
    private static final int QUIET_READS = 64;

    /**
     * Number of looks at the sequence before the read gives up waiting for the end of a frame; most frames take less.
     */
    private static final int MAX_LOOKS = 64;

    private final ModelHost host;
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
     * @param host    the host whose variables are read.
     * @param store   the store of the host.
     * @param missing takes the address of a variable without a copy here; it throws if the variable has no copy
     *                anywhere.
     */
    OptimisticReads(final ModelHost host, final VariableStore store, final IntConsumer missing)
    {
        this.host = host;
        this.missing = missing;
        cells = store.cells();
        revisions = store.revisions();
    }

    long begin()
    {
        count = 0;
        areAllHere = true;
        if (mayRead())
        {
            readCount++;
            stamp = readCount;
            beginRevision();
            isNoting = quietReads < QUIET_READS || !areAllSubstantiated || Revisions.isInBetween(sequence);
            isDirect = !isNoting && cells.isWhole();
        }
        else
        {
            stamp = NO_READ;
        }
        return stamp;
    }

    /**
     * Returns whether everything that this host has issued has been executed. Call it before reading the sequence: then
     * the revision contains all of it.
     */
    private boolean mayRead()
    {
        host.checkNotInHandler("MemoryPort.tryOptimisticRead()");
        host.checkOpen();
        return host.isNothingPending();
    }

    private void beginRevision()
    {
        sequence = revisions.sequence();
        areAllSubstantiated = revisions.areAllSubstantiated();
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
        if (isLatest())
        {
            if (isNoting)
            {
                quietReads++;
            }
            return true;
        }
        quietReads = 0;
        return isNoting && isSettled() && areOfRevision(cellsRead, count);
    }

    /**
     * Returns whether nothing has been executed since the read began, and all variables had values then. This is the
     * usual case, in which the states are not read.
     */
    private boolean isLatest()
    {
        // Values read before this line are read before the sequence. Partner: Revisions.begin(), storeStoreFence.
        VarHandle.loadLoadFence();
        return areAllSubstantiated && sequence == revisions.sequence() && !Revisions.isInBetween(sequence);
    }

    /**
     * Waits for a short time for the end of a frame that may have changed variables of the read. After that the states
     * tell.
     */
    private boolean isSettled()
    {
        // Acquire: the states left by all frames that may have left a value that was read.
        final long first = revisions.sequence();
        int looks = 0;
        while (Revisions.isInBetween(first) && first == revisions.sequence())
        {
            looks++;
            if (looks == MAX_LOOKS)
            {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /**
     * Returns whether a variable has a value that existed in a revision, by its state. One comparison does for both:
     * states of waiting variables are negative.
     */
    private static boolean isOf(final long revision, final long state)
    {
        return Long.compareUnsigned(state, revision) <= 0;
    }

    /**
     * Reads all variables in a read of its own.
     */
    boolean tryRead(final int[] addresses, final long[] values)
    {
        final boolean mayRead = beginWhole();
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        areAllHere = true;
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = cells.cellAnywhere(addresses[i]);
            if (VariableCells.NOT_HERE == cell)
            {
                missing.accept(addresses[i]);
                areAllHere = false;
            }
            else
            {
                values[i] = cells.value(cell);
            }
        }
        return mayRead && areAllHere && (isLatest() || isSettled() && areOfRevision(addresses));
    }

    /**
     * Ends any read that was under way.
     */
    private boolean beginWhole()
    {
        stamp = NO_READ;
        final boolean mayRead = mayRead();
        beginRevision();
        return mayRead;
    }

    private boolean areOfRevision(final int[] addresses)
    {
        final long revision = Revisions.latest(sequence);
        boolean areOfRevision = true;
        for (int i = 0; i < addresses.length && areOfRevision; i++)
        {
            areOfRevision = isOf(revision, cells.state(cells.cell(addresses[i])));
        }
        return areOfRevision;
    }

    /**
     * Returns the cells of variables, null if one of them has no copy here.
     */
    int[] cells(final int[] addresses)
    {
        final int[] found = new int[addresses.length];
        boolean areHere = true;
        for (int i = 0; i < found.length; i++)
        {
            found[i] = cells.cellAnywhere(addresses[i]);
            if (VariableCells.NOT_HERE == found[i])
            {
                missing.accept(addresses[i]);
                areHere = false;
            }
        }
        return areHere ? found : null;
    }

    /**
     * Returns whether one of some variables waits, as far as is known.
     */
    boolean hasFoundWaiting(final int[] someCells)
    {
        for (final int cell : someCells)
        {
            if (cells.state(cell) < 0)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads variables whose cells are known, in a read of its own.
     */
    boolean tryReadCells(final int[] someCells, final long[] values)
    {
        if (!beginWhole())
        {
            return false;
        }
        for (int i = 0; i < someCells.length; i++)
        {
            values[i] = cells.value(someCells[i]);
        }
        return isLatest() || isSettled() && areOfRevision(someCells, someCells.length);
    }

    private boolean areOfRevision(final int[] someCells, final int length)
    {
        final long revision = Revisions.latest(sequence);
        boolean areOfRevision = true;
        for (int i = 0; i < length && areOfRevision; i++)
        {
            areOfRevision = isOf(revision, cells.state(someCells[i]));
        }
        return areOfRevision;
    }

    @Override
    public String toString()
    {
        return "OptimisticReads{sequence=" + sequence + ", count=" + count + '}';
    }
}
