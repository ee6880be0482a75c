/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.Padded;

/**
 * The rules for one variable: WRITE, SCHED and ASSIGN (V1 section 3.2.6, Ironman section 3.4), CANCEL, and UPDATEs that
 * wait. Initially all variables are substantiated and 0.
 * <p>
 * A variable that waits waits for a SCHED, or for the last one of the UPDATEs that wait for that SCHED, its root. The
 * SCHEDs below are covered, each together with the UPDATEs that wait for it.
 * <p>
 * Belongs to the executor of the host, which says where a frame ends ({@link #complete()}). All that a frame changes
 * gets the revision of the frame, so that others can tell it from what was there before.
 */
final class VariableStore extends Padded
{
    static final int NOT_HERE = VariableCells.NOT_HERE;

    private final VariableCells cells;
    private final Revisions revisions = new Revisions();
    private final CoveredScheds covered;
    private final WaitingUpdates updates;

    // That of the frame which is being executed, or was executed last.
    private long revision;
    private boolean isInFrame;

    /**
     * @param cells   of the host.
     * @param updates that wait at the host.
     */
    VariableStore(final VariableCells cells, final WaitingUpdates updates)
    {
        this.cells = cells;
        this.updates = updates;
        covered = new CoveredScheds(cells.count());
    }

    /**
     * The memory of the variables; any thread may read it.
     */
    VariableCells cells()
    {
        return cells;
    }

    /**
     * Revisions of all variables together; any thread may read the latest one.
     */
    Revisions revisions()
    {
        return revisions;
    }

    /**
     * Operations of a frame are going to be executed, the first ones or, when others were between them, some more. Also
     * after a frame that was cut short by what it threw: nobody reads then, until the next one is complete.
     */
    void begin()
    {
        if (!isInFrame)
        {
            isInFrame = true;
            revision++;
            revisions.begin(revision);
        }
    }

    /**
     * A frame was executed, with all its operations on variables.
     */
    void complete()
    {
        isInFrame = false;
        revisions.complete(revision);
    }

    /**
     * Where the copy of a variable is.
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
     * Does a variable have a value? As long as all of them do, which is often so, nobody looks at its state.
     */
    boolean isSubstantiated(final int cell)
    {
        return revisions.areAllSubstantiated() || cells.state(cell) >= 0;
    }

    /**
     * For those who are not the owner: had a variable a value when somebody looked?
     */
    boolean mayBeSubstantiated(final int cell)
    {
        return cells.state(cell) >= 0;
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
     * Gives a variable a value.
     */
    void change(final int cell, final long value)
    {
        cells.state(cell, revision);
        cells.value(cell, value);
    }

    /**
     * Changes the value of a variable, or the value below the SCHEDs of one that waits.
     */
    void update(final int cell, final long value)
    {
        if (isSubstantiated(cell))
        {
            change(cell, value);
        }
        else
        {
            // Nobody sees it unless the SCHEDs that cover it are taken back.
            cells.value(cell, value);
        }
    }

    /**
     * An UPDATE that waits is the last thing that has happened to a variable.
     */
    void dependOn(final int cell, final long version)
    {
        cells.await(cell, version);
    }

    /**
     * Tells of all SCHEDs of a host that were neither assigned nor overwritten, for each of them to be cancelled.
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
     * A SCHED is as if it had never been. UPDATEs that waited for it wait for the SCHED before it, if there is one.
     *
     * @return the version that was waited for before it; {@link Version#SUBSTANTIATED} if the variable had the value
     * that it still has, perhaps below later SCHEDs; {@link Version#UNKNOWN} if it has been overwritten since.
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
            // Of this revision: the variable had no value in the one before.
            cells.state(cell, revision);
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
        if (covered.removeFrom(VariableCells.number(cell), version))
        {
            // Nobody sees it unless the SCHEDs that cover it are taken back.
            cells.value(cell, value);
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
        cells.forEach(limit, (address, cell) ->
        {
            final long version = version(cell);
            if (Version.SUBSTANTIATED != version)
            {
                action.accept(address, version);
            }
        });
    }

    /**
     * Is told of a SCHED without ASSIGN.
     */
    @FunctionalInterface
    interface OpenSched
    {
        void accept(int address, long version);
    }

    @Override
    public String toString()
    {
        return "VariableStore{cells=" + cells.count() + ", revision=" + revision + '}';
    }
}
