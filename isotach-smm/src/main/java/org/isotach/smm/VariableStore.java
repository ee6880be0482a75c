/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The rules for one variable: WRITE, SCHED and ASSIGN (V1 section 3.2.6, Ironman section 3.4), CANCEL, and waiting
 * UPDATEs. Initially all variables are substantiated and 0.
 * <p>
 * A waiting variable waits for a SCHED, or for the last of the UPDATEs that wait for that SCHED, their root. The SCHEDs
 * below are covered, each together with the UPDATEs that wait for it.
 * <p>
 * Belongs to the executor of the host, which says where a frame ends ({@link #complete()}). All changes of a frame get
 * the revision of the frame, so that readers can tell them from earlier values.
 */
final class VariableStore extends Padded
{
    static final int NOT_HERE = VariableCells.NOT_HERE;

    private final VariableCells cells;
    private final Revisions revisions = new Revisions();
    private final CoveredScheds covered;
    private final WaitingUpdates updates;

    /**
     * @param cells   the cells of the host.
     * @param updates the UPDATEs that wait at the host.
     */
    VariableStore(final VariableCells cells, final WaitingUpdates updates)
    {
        this.cells = cells;
        this.updates = updates;
        covered = new CoveredScheds(cells.count());
    }

    /**
     * Returns the memory of the variables; any thread may read it.
     */
    VariableCells cells()
    {
        return cells;
    }

    /**
     * Returns the revisions of all variables together; any thread may read the latest one.
     */
    Revisions revisions()
    {
        return revisions;
    }

    /**
     * Begins to execute operations of a frame: the first ones or, after operations of other models, further ones. Also
     * called after a frame that an exception has cut short: no thread reads its changes until the next one is complete.
     */
    void begin()
    {
        revisions.begin();
    }

    /**
     * Does the same as {@link #begin()}, for a frame that changes only the values of some variables, with {@link
     * #changeAnnounced}. Threads that know beforehand that they read others are not disturbed then.
     *
     * @return false if one of them waits: nothing has begun.
     */
    boolean tryAnnounce(final int[] addresses, final int count)
    {
        final boolean isAnnounced = areSubstantiated(addresses, count);
        if (isAnnounced)
        {
            announce(addresses, count);
        }
        return isAnnounced;
    }

    /**
     * Does the same as {@link #tryAnnounce(int[], int)} for a variable with a value.
     */
    void announce(final int cell)
    {
        revisions.beginAnnounced();
        cells.state(cell, revisions.current());
        revisions.announced();
    }

    /**
     * Does the same as {@link #tryAnnounce(int[], int)} for variables that the frame assigns, with {@link
     * #assignAnnounced}, if all of them wait for that. They had values before, and nothing waits for them.
     *
     * @param version of the first variable; those of the others follow it.
     * @return false if one does not: nothing has begun.
     */
    boolean tryAnnounceAssigns(final int[] addresses, final int count, final long version)
    {
        for (int i = 0; i < count; i++)
        {
            if (version + i != version(cell(addresses[i])))
            {
                return false;
            }
        }
        announce(addresses, count);
        return true;
    }

    /**
     * Does the same for variables with values.
     */
    void announce(final int[] addresses, final int count)
    {
        revisions.beginAnnounced();
        cells.putStates(addresses, count, revisions.current());
        revisions.announced();
    }

    void beginScheds()
    {
        // They change no value.
        revisions.beginAnnounced();
    }

    /**
     * Completes a frame, all of whose operations on variables have been executed.
     */
    void complete()
    {
        revisions.complete();
    }

    /**
     * Returns the cell of the copy of a variable.
     *
     * @return the cell, {@link #NOT_HERE} if this host holds no copy.
     */
    int cell(final int address)
    {
        return cells.cell(address);
    }

    long version(final int cell)
    {
        return VariableCells.version(cells.state(cell));
    }

    /**
     * Does the same as {@link #isSubstantiated(int)}; the answer for a variable that does not exist means nothing.
     */
    boolean areSubstantiated(final int[] addresses, final int count)
    {
        return revisions.areAllSubstantiated() || cells.haveValues(addresses, count);
    }

    /**
     * Returns whether a variable has a value. While all of them do, which is the usual case, the state is not read.
     */
    boolean isSubstantiated(final int cell)
    {
        return revisions.areAllSubstantiated() || cells.state(cell) >= 0;
    }

    long value(final int cell)
    {
        return cells.value(cell);
    }

    void write(final int cell, final long value)
    {
        if (!isSubstantiated(cell))
        {
            revisions.addWaiting(-1);
            covered.clear(VariableCells.number(cell));
        }
        change(cell, value);
    }

    /**
     * Writes successive variables, as far as they are here.
     *
     * @param address address of the first one.
     * @param values  index of the values in the frame.
     */
    void writeRow(final int address, final OffHeapBuffer frame, final int values, final int count)
    {
        final int row = cells.row(address, count);
        if (NOT_HERE != row && revisions.areAllSubstantiated())
        {
            cells.row(row, revisions.current(), frame, values, count);
            return;
        }
        for (int i = 0; i < count; i++)
        {
            final int cell = cell(address + i);
            if (NOT_HERE != cell)
            {
                write(cell, frame.getLong(values + i * Long.BYTES));
            }
        }
    }

    /**
     * Executes the SCHEDs of variables, as far as they are here.
     *
     * @param addresses index of the addresses in the frame.
     * @param version   of the first variable; those of the others follow it.
     */
    void schedAll(final OffHeapBuffer frame, final int addresses, final int count, final long version)
    {
        for (int i = 0; i < count; i++)
        {
            final int cell = cell(frame.getInt(addresses + i * Integer.BYTES));
            if (NOT_HERE != cell)
            {
                sched(cell, version + i);
            }
        }
    }

    /**
     * Gives a variable a value, as announced.
     */
    void changeAnnounced(final int cell, final long value)
    {
        cells.value(cell, value);
    }

    void assignAnnounced(final int cell, final long value)
    {
        revisions.addWaiting(-1);
        changeAnnounced(cell, value);
    }

    /**
     * Gives a variable a value.
     */
    void change(final int cell, final long value)
    {
        cells.state(cell, revisions.current());
        cells.value(cell, value);
    }

    /**
     * Changes the value of a variable, or the value below the SCHEDs of a waiting variable.
     */
    void update(final int cell, final long value)
    {
        if (isSubstantiated(cell))
        {
            change(cell, value);
        }
        else
        {
            // No thread sees it unless the SCHEDs that cover it are taken back.
            cells.value(cell, value);
        }
    }

    /**
     * Makes a variable depend on a waiting UPDATE, the last operation on it.
     */
    void dependOn(final int cell, final long version)
    {
        cells.await(cell, version);
    }

    /**
     * Passes on all SCHEDs of a host that were neither assigned nor overwritten; the action cancels each of them.
     */
    void forEachSched(final int host, final OpenSched action)
    {
        cells.forEach((address, cell) ->
        {
            for (long version = schedOf(host, cell);
                Version.SUBSTANTIATED != version;
                version = schedOf(host, cell))
            {
                action.accept(address, version);
            }
        });
    }

    private long schedOf(final int host, final int cell)
    {
        final long version = version(cell);
        if (Version.SUBSTANTIATED == version)
        {
            return version;
        }
        final long root = updates.root(version);
        return Version.host(root) == host ? root : covered.newestOf(host, VariableCells.number(cell));
    }

    /**
     * Takes back a SCHED, as if it had never been. UPDATEs that wait for it wait for the SCHED before it, if there is
     * one.
     *
     * @return the version before it; {@link Version#SUBSTANTIATED} if the variable had the value that it still has,
     *         possibly below later SCHEDs; {@link Version#UNKNOWN} if it has been overwritten since.
     */
    long cancel(final int address, final int cell, final long version)
    {
        if (version != updates.root(version(cell)))
        {
            final long rootBefore = covered.remove(VariableCells.number(cell), version);
            if (Version.SUBSTANTIATED == rootBefore || Version.UNKNOWN == rootBefore)
            {
                return rootBefore;
            }
            final long before = updates.last(address, rootBefore);
            updates.move(address, version, rootBefore);
            return before;
        }
        final long rootBefore = covered.pop(VariableCells.number(cell));
        if (Version.SUBSTANTIATED == rootBefore)
        {
            revisions.addWaiting(-1);
            // Gets this revision: the variable had no value in the one before.
            cells.state(cell, revisions.current());
            return rootBefore;
        }
        final long before = updates.last(address, rootBefore);
        updates.move(address, version, rootBefore);
        cells.await(cell, updates.last(address, rootBefore));
        return before;
    }

    void sched(final int cell, final long version)
    {
        final long before = version(cell);
        if (Version.SUBSTANTIATED == before)
        {
            revisions.addWaiting(1);
        }
        else
        {
            covered.push(VariableCells.number(cell), updates.root(before));
        }
        cells.await(cell, version);
    }

    /**
     * Gives the SCHED of a version its value; the SCHEDs that it covers no longer count.
     *
     * @return true if the variable now has that value, possibly below later SCHEDs.
     */
    boolean assign(final int cell, final long version, final long value)
    {
        if (version == updates.root(version(cell)))
        {
            write(cell, value);
            return true;
        }
        if (covered.removeFrom(VariableCells.number(cell), version))
        {
            // No thread sees it unless the SCHEDs that cover it are taken back.
            cells.value(cell, value);
            return true;
        }
        return false;
    }

    /**
     * Passes on the waiting variables, for threads that are not the owner. Each version may be out of date, or be that
     * of an UPDATE.
     *
     * @param limit the largest number of variables to look at.
     */
    void forEachOpen(final int limit, final OpenSched action)
    {
        if (revisions.areAllSubstantiated())
        {
            return;
        }
        cells.forEach(limit, (address, cell) ->
        {
            final long version = version(cell);
            if (Version.SUBSTANTIATED != version)
            {
                action.accept(address, version);
            }
        });
    }

    @FunctionalInterface
    interface OpenSched
    {
        void accept(int address, long version);
    }

    @Override
    public String toString()
    {
        return "VariableStore{cells=" + cells.count() + ", " + revisions + '}';
    }
}
