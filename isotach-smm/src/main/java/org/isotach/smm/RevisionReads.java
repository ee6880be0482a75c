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
 * values of a valid read are those of one revision, the latest one that the thread can know. See docs/protocol.md,
 * section 13. Threadsafe: an object has no state but that of its host.
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
    private final Revisions.Unannounced unannounced;
    private final SeenRevisions seen = new SeenRevisions();
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
        unannounced = revisions.unannounced();
    }

    /**
     * Returns whether everything that this host has issued has been executed. Call it before reading the sequence: then
     * the revision contains all of it.
     */
    boolean mayRead()
    {
        return host.mayRead("MemoryPort.tryOptimisticRead()");
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
        // Values read before this line are read before the sequence. Partner:
        // Revisions.beginAnnounced(), storeStoreFence.
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
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        final int first = 0 == addresses.length ? VariableCells.NOT_HERE : cells.cellAnywhere(addresses[0]);
        if (VariableCells.NOT_HERE == first || !mayRead)
        {
            return readAll(addresses, values) && mayRead;
        }
        final long revision = seen.revision(first);
        if (SeenRevisions.NONE != revision)
        {
            final long before = unannounced.sequence();
            if (readAll(addresses, values) && isUndisturbed(before) && areOf(revision, addresses))
            {
                return true;
            }
            seen.forget(first);
        }
        final long frames = unannounced.sequence();
        final long sequence = revisions.sequence();
        final boolean areAllSubstantiated = revisions.areAllSubstantiated();
        return readAll(addresses, values) && (isLatest(sequence, areAllSubstantiated) ||
            isSettled() && areOfRevision(sequence, addresses) && isSeen(sequence, frames, first));
    }

    /**
     * @return false if one of the variables has no copy here.
     */
    private boolean readAll(final int[] addresses, final long[] values)
    {
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
        return areAllHere;
    }

    /**
     * Remembers the revision of a read that was disturbed, but not by changes of its variables. Not so if other frames
     * were executed than those that announce what they change: they would disturb the next read, too.
     *
     * @param frames the sequence of these when the read began.
     * @return true.
     */
    private boolean isSeen(final long sequence, final long frames, final int first)
    {
        if (isUndisturbed(frames))
        {
            seen.remember(first, Revisions.latest(sequence));
        }
        return true;
    }

    /**
     * Returns whether all frames that were executed since then have announced what they changed. The states tell then.
     *
     * @param frames the sequence of the others.
     */
    private boolean isUndisturbed(final long frames)
    {
        // Values read before this line are read before the sequence, and before the states. Partner:
        // Revisions, storeStoreFence.
        VarHandle.loadLoadFence();
        return frames == unannounced.sequence() && !Revisions.isInBetween(frames);
    }

    private boolean areOfRevision(final long sequence, final int[] addresses)
    {
        return areOf(Revisions.latest(sequence), addresses);
    }

    private boolean areOf(final long revision, final int[] addresses)
    {
        boolean areOfRevision = true;
        for (int i = 0; i < addresses.length && areOfRevision; i++)
        {
            areOfRevision = isOf(revision, cells.state(cells.cell(addresses[i])));
        }
        return areOfRevision;
    }

    /**
     * Reads a variable of which this host may have a copy.
     *
     * @param otherwise what to return if that is not possible at present.
     */
    long valueOr(final int address, final long otherwise)
    {
        final boolean mayRead = mayRead();
        final int cell = cells.cellAnywhere(address);
        if (VariableCells.NOT_HERE == cell)
        {
            missing.accept(address);
        }
        if (!mayRead || VariableCells.NOT_HERE == cell)
        {
            return otherwise;
        }
        final long revision = seen.revision(cell);
        if (SeenRevisions.NONE != revision)
        {
            final long before = unannounced.sequence();
            final long value = cells.value(cell);
            if (isUndisturbed(before) && isOf(revision, cells.state(cell)))
            {
                return value;
            }
            seen.forget(cell);
        }
        return latestValueOr(cell, otherwise);
    }

    private long latestValueOr(final int cell, final long otherwise)
    {
        final long frames = unannounced.sequence();
        final long sequence = revisions.sequence();
        final boolean areAllSubstantiated = revisions.areAllSubstantiated();
        final long value = cells.value(cell);
        return isLatest(sequence, areAllSubstantiated) ||
            isSettled() && isOf(Revisions.latest(sequence), cells.state(cell)) && isSeen(sequence, frames, cell) ?
            value : otherwise;
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
        final long revision = seen.atPlace(list.seenPlace());
        if (SeenRevisions.NONE != revision)
        {
            final long before = unannounced.sequence();
            cells.values(list, values);
            if (isUndisturbed(before) && areOf(revision, list.cells(), list.count()))
            {
                return true;
            }
            seen.forget(list.first());
        }
        final long frames = unannounced.sequence();
        final long sequence = revisions.sequence();
        final boolean areAllSubstantiated = revisions.areAllSubstantiated();
        cells.values(list, values);
        return isLatest(sequence, areAllSubstantiated) ||
            isSettled() && areOfRevision(sequence, list.cells(), list.count()) &&
            isSeen(sequence, frames, list.first());
    }

    /**
     * Returns whether the first of some variables have values that existed when a read began.
     *
     * @param sequence the sequence when the read began.
     */
    boolean areOfRevision(final long sequence, final int[] someCells, final int length)
    {
        return areOf(Revisions.latest(sequence), someCells, length);
    }

    private boolean areOf(final long revision, final int[] someCells, final int length)
    {
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
