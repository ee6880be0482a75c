/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The copies of variables that one host holds: per variable a value and the version that it waits for,
 * {@link Version#SUBSTANTIATED} if it waits for none. It owns the rules for WRITE, SCHED and ASSIGN on one variable
 * (V1 section 3.2.6, Ironman section 3.4), for CANCEL, and for UPDATEs that wait. Initially all variables are
 * substantiated and 0.
 * <p>
 * A variable that waits waits for a SCHED, or for the last one of the UPDATEs that wait for that SCHED, its root. The
 * SCHEDs below are covered, each together with the UPDATEs that wait for it.
 * <p>
 * Belongs to the executor of the host.
 */
final class VariableStore extends Padded
{
    static final int NOT_HERE = -1;

    private static final int CELL_LENGTH = Long.BYTES;
    private static final int CELL_SHIFT = 3;

    private final int pageShift;
    private final int indexMask;
    private final int[] pageOffsets;
    private final int length;

    // Behind the last variable of the memory.
    private final long addressLimit;

    // Are all variables of the memory here, in the order of their addresses?
    private final boolean isWhole;

    // Apart, because versions are mostly not looked at: twice as many values fit into the caches.
    private final OffHeapBuffer values;
    private final OffHeapBuffer versions;
    private final CoveredScheds covered;
    private final WaitingUpdates updates;
    private int unsubstantiated;

    /**
     * @param updates that wait at the host.
     */
    VariableStore(
        final int hostId, final HostSet[] copysets, final int pageSize, final WaitingUpdates updates)
    {
        this.updates = updates;
        pageShift = Integer.numberOfTrailingZeros(pageSize);
        indexMask = pageSize - 1;
        pageOffsets = new int[copysets.length];
        long end = 0;
        for (int page = 0; page < copysets.length; page++)
        {
            pageOffsets[page] = NOT_HERE;
            if (null != copysets[page] && copysets[page].contains(hostId))
            {
                if (end > Integer.MAX_VALUE - (long)pageSize * CELL_LENGTH)
                {
                    throw new IllegalArgumentException("host " + hostId + " would hold more than " +
                        (Integer.MAX_VALUE / CELL_LENGTH) + " variables (page " + page + " of " + copysets.length +
                        "): spread the copies over more hosts");
                }
                pageOffsets[page] = (int)end;
                end += (long)pageSize * CELL_LENGTH;
            }
        }
        length = (int)end;
        addressLimit = (long)copysets.length * pageSize;
        isWhole = end == addressLimit * CELL_LENGTH;
        covered = new CoveredScheds(length >> CELL_SHIFT);
        values = OffHeapBuffer.allocate(Math.max(end, CELL_LENGTH));
        versions = OffHeapBuffer.allocate(Math.max(end, CELL_LENGTH));
    }

    /**
     * Where the copy of a variable is.
     *
     * @return the cell, {@link #NOT_HERE} if this host holds no copy.
     */
    int cell(final int address)
    {
        if (isWhole)
        {
            return address << CELL_SHIFT;
        }
        final int pageOffset = pageOffsets[address >>> pageShift];
        return NOT_HERE == pageOffset ? NOT_HERE : pageOffset + ((address & indexMask) << CELL_SHIFT);
    }

    /**
     * Are all variables of the memory here, and has each of them a value?
     */
    boolean hasAllValues()
    {
        return isWhole && 0 == unsubstantiated;
    }

    /**
     * The value of a variable, at an address that nobody has checked, where all variables are.
     *
     * @throws IndexOutOfBoundsException when there is no such variable.
     */
    long valueAt(final int address)
    {
        return values.getWord(address, (int)addressLimit);
    }

    /**
     * Where a value of a variable is, at an address that nobody has checked.
     *
     * @return the cell, {@link #NOT_HERE} if the variable has no value here, or is nowhere.
     */
    int cellWithValue(final int address)
    {
        // One comparison for both ends.
        if (Integer.toUnsignedLong(address) >= addressLimit)
        {
            return NOT_HERE;
        }
        final int cell = cell(address);
        return (isWhole || NOT_HERE != cell) && isSubstantiated(cell) ? cell : NOT_HERE;
    }

    long version(final int cell)
    {
        return versions.getLong(cell);
    }

    /**
     * Does a variable have a value? As long as all of them do, which is often so, nobody looks at its version.
     */
    boolean isSubstantiated(final int cell)
    {
        return 0 == unsubstantiated || Version.SUBSTANTIATED == version(cell);
    }

    long value(final int cell)
    {
        return values.getLong(cell);
    }

    void write(final int cell, final long value)
    {
        values.putLong(cell, value);
        if (!isSubstantiated(cell))
        {
            waitFor(cell, Version.SUBSTANTIATED);
            covered.clear(cell >> CELL_SHIFT);
        }
    }

    /**
     * Changes a variable that has a value, or the value below the SCHEDs of one that waits.
     */
    void update(final int cell, final long value)
    {
        values.putLong(cell, value);
    }

    /**
     * An UPDATE that waits is the last thing that has happened to a variable.
     */
    void dependOn(final int cell, final long version)
    {
        versions.putLong(cell, version);
    }

    /**
     * Tells of all SCHEDs of a host that were neither assigned nor overwritten, for each of them to be cancelled.
     */
    void forEachSched(final int host, final OpenSched action)
    {
        for (int page = 0; page < pageOffsets.length; page++)
        {
            for (int index = 0; index <= indexMask && NOT_HERE != pageOffsets[page]; index++)
            {
                final int cell = pageOffsets[page] + (index << CELL_SHIFT);
                for (long version = schedOf(host, cell);
                    Version.SUBSTANTIATED != version;
                    version = schedOf(host, cell))
                {
                    action.accept(page << pageShift | index, version);
                }
            }
        }
    }

    private long schedOf(final int host, final int cell)
    {
        final long version = version(cell);
        if (Version.SUBSTANTIATED == version)
        {
            return version;
        }
        final long root = updates.root(version);
        return Version.host(root) == host ? root : covered.newestOf(host, cell >> CELL_SHIFT);
    }

    /**
     * A SCHED is as if it had never been. UPDATEs that waited for it wait for the SCHED before it, if there is one.
     *
     * @return the version that was waited for before it; {@link Version#SUBSTANTIATED} if the variable had the value
     * that it still has, perhaps below later SCHEDs; {@link Version#UNKNOWN} if it has been overwritten since.
     */
    long cancel(final int address, final int cell, final long version)
    {
        if (version != updates.root(version(cell)))
        {
            final long rootBefore = covered.remove(cell >> CELL_SHIFT, version);
            if (Version.SUBSTANTIATED == rootBefore || Version.UNKNOWN == rootBefore)
            {
                return rootBefore;
            }
            final long before = updates.last(address, rootBefore);
            updates.move(address, version, rootBefore);
            return before;
        }
        final long rootBefore = covered.pop(cell >> CELL_SHIFT);
        if (Version.SUBSTANTIATED == rootBefore)
        {
            waitFor(cell, rootBefore);
            return rootBefore;
        }
        final long before = updates.last(address, rootBefore);
        updates.move(address, version, rootBefore);
        waitFor(cell, updates.last(address, rootBefore));
        return before;
    }

    void sched(final int cell, final long version)
    {
        final long before = version(cell);
        if (Version.SUBSTANTIATED == before)
        {
            unsubstantiated++;
        }
        else
        {
            covered.push(cell >> CELL_SHIFT, updates.root(before));
        }
        versions.putLong(cell, version);
    }

    /**
     * A variable that waits for a version waits for another one from now on, or has a value.
     */
    private void waitFor(final int cell, final long version)
    {
        if (Version.SUBSTANTIATED == version)
        {
            unsubstantiated--;
        }
        versions.putLong(cell, version);
    }

    /**
     * The SCHED of a version gets its value; those that are covered by it do not count any more.
     *
     * @return true if the variable has that value now, perhaps below later SCHEDs.
     */
    boolean assign(final int cell, final long version, final long value)
    {
        if (version == updates.root(version(cell)))
        {
            write(cell, value);
            return true;
        }
        if (covered.removeFrom(cell >> CELL_SHIFT, version))
        {
            // Nobody sees it unless the SCHEDs that cover it are taken back.
            values.putLong(cell, value);
            return true;
        }
        return false;
    }

    /**
     * For those who look at the state without being the owner: tells of variables that wait, each with a version that
     * may have been overtaken, or be that of an UPDATE.
     *
     * @param limit variables that are looked at, at most.
     */
    void forEachOpen(final int limit, final OpenSched action)
    {
        int left = limit;
        for (int page = 0; page < pageOffsets.length && left > 0 && 0 != unsubstantiated; page++)
        {
            for (int index = 0; index <= indexMask && NOT_HERE != pageOffsets[page] && left > 0; index++)
            {
                left--;
                final long version = version(pageOffsets[page] + (index << CELL_SHIFT));
                if (Version.SUBSTANTIATED != version)
                {
                    action.accept(page << pageShift | index, version);
                }
            }
        }
    }

    /**
     * Is told of a SCHED without ASSIGN.
     */
    @FunctionalInterface
    interface OpenSched
    {
        void accept(int address, long version);
    }
}
