/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.IntConsumer;

import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;

/**
 * Reads of local copies without an isochron that read everything in one call, and the rules of all such reads: the
 * values of a valid read are those of one revision, the latest one when the read began. See docs/protocol.md, section
 * 13. Threadsafe: an object has no state but that of its host.
 */
final class RevisionReads extends Padded
{
    /**
     * Number of looks at the sequence before the read gives up waiting for the end of a frame; most frames take less.
     */
    private static final int MAX_LOOKS = 64;

    private final ModelHost host;
    private final VariableCells cells;
    private final Revisions revisions;
    private final IntConsumer missing;

    /**
     * @param host    the host whose variables are read.
     * @param store   the store of the host.
     * @param missing takes the address of a variable without a copy here; it throws if the variable has no copy
     *                anywhere.
     */
    RevisionReads(final ModelHost host, final VariableStore store, final IntConsumer missing)
    {
        this.host = host;
        this.missing = missing;
        cells = store.cells();
        revisions = store.revisions();
    }

    /**
     * Returns whether everything that this host has issued has been executed. Call it before reading the sequence: then
     * the revision contains all of it.
     */
    boolean mayRead()
    {
        host.checkNotInHandler("MemoryPort.tryOptimisticRead()");
        host.checkOpen();
        return host.isNothingPending();
    }

    /**
     * Returns whether nothing has been executed since the read began, and all variables had values then. This is the
     * usual case, in which the states are not read.
     *
     * @param sequence            the sequence when the read began.
     * @param areAllSubstantiated whether all variables had values then.
     */
    boolean isLatest(final long sequence, final boolean areAllSubstantiated)
    {
        // Values read before this line are read before the sequence. Partner: Revisions.begin(), storeStoreFence.
        VarHandle.loadLoadFence();
        return areAllSubstantiated && sequence == revisions.sequence() && !Revisions.isInBetween(sequence);
    }

    /**
     * Waits for a short time for the end of a frame that may have changed variables of the read. After that the states
     * tell.
     */
    boolean isSettled()
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
     * Reads variables, of which this host may have copies.
     */
    boolean tryRead(final int[] addresses, final long[] values)
    {
        final boolean mayRead = mayRead();
        final long sequence = revisions.sequence();
        final boolean areAllSubstantiated = revisions.areAllSubstantiated();
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        boolean areAllHere = true;
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
        return mayRead && areAllHere &&
            (isLatest(sequence, areAllSubstantiated) || isSettled() && areOfRevision(sequence, addresses));
    }

    private boolean areOfRevision(final long sequence, final int[] addresses)
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
    CellList cells(final int[] addresses)
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
        return areHere ? new CellList(found) : null;
    }

    /**
     * Returns whether one of some variables waits, as far as is known.
     */
    boolean hasFoundWaiting(final CellList list)
    {
        for (final int cell : list.cells())
        {
            if (cells.state(cell) < 0)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads variables whose cells are known.
     */
    boolean tryReadCells(final CellList list, final long[] values)
    {
        if (!mayRead())
        {
            return false;
        }
        final long sequence = revisions.sequence();
        final boolean areAllSubstantiated = revisions.areAllSubstantiated();
        cells.values(list, values);
        return isLatest(sequence, areAllSubstantiated) ||
            isSettled() && areOfRevision(sequence, list.cells(), list.count());
    }

    /**
     * Returns whether the first of some variables have values that existed when a read began.
     *
     * @param sequence the sequence when the read began.
     */
    boolean areOfRevision(final long sequence, final int[] someCells, final int length)
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
        return "RevisionReads{" + revisions + '}';
    }
}
