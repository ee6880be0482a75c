/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.Arrays;

/**
 * A systolic priority queue (Martin, HPAM, section 6.2, after C. Leiserson, <i>Systolic Priority Queues</i>), tick by
 * tick: a row of cells, each of which works with its neighbours only. Operations enter at the first cell, one every two
 * ticks, and move on by one cell in each tick. So the queue takes an operation every two ticks, however many cells it
 * has, and its first cell always holds the entry with the smallest priority when the next operation comes.
 * <p>
 * An entry that is inserted passes by all that are not larger, takes a place, and pushes the others on. An operation
 * that deletes passes by all entries in front of its own; from there on each cell takes over what its neighbour has.
 */
final class SystolicQueue
{
    /**
     * Ticks from one operation to the next.
     */
    static final int TICKS = 2;

    /**
     * In place of an entry: there is none.
     */
    static final int NONE = -1;

    private enum Kind
    {
        NOTHING, INSERT, PUSH, DELETE, SHIFT
    }

    private static final long EMPTY = Long.MAX_VALUE;

    // By cell.
    private final long[] priorities;
    private final int[] ids;
    private final Kind[] kinds;
    private final long[] movingPriorities;
    private final int[] movingIds;
    private long ticks;

    SystolicQueue(final int cells)
    {
        priorities = new long[cells];
        ids = new int[cells];
        kinds = new Kind[cells];
        movingPriorities = new long[cells];
        movingIds = new int[cells];
        Arrays.fill(priorities, EMPTY);
        Arrays.fill(ids, NONE);
        Arrays.fill(kinds, Kind.NOTHING);
    }

    /**
     * Inserts an entry.
     *
     * @param priority of the entry; the smallest one is the first.
     * @param id       of the entry, which no other one has.
     */
    void insert(final long priority, final int id)
    {
        enter(Kind.INSERT, priority, id);
    }

    /**
     * Deletes an entry, if it is there.
     */
    void delete(final int id)
    {
        enter(Kind.DELETE, 0, id);
    }

    private void enter(final Kind kind, final long priority, final int id)
    {
        kinds[0] = kind;
        movingPriorities[0] = priority;
        movingIds[0] = id;
        for (int i = 0; i < TICKS; i++)
        {
            tick();
        }
    }

    /**
     * All cells at once: those with an operation are never neighbours, so it does not matter in which order. What
     * leaves a cell is at the next one in the next tick.
     */
    private void tick()
    {
        ticks++;
        for (int cell = kinds.length - 1; cell >= 0; cell--)
        {
            if (Kind.NOTHING != kinds[cell])
            {
                final Kind next = work(cell);
                if (cell + 1 < kinds.length)
                {
                    kinds[cell + 1] = next;
                    movingPriorities[cell + 1] = movingPriorities[cell];
                    movingIds[cell + 1] = movingIds[cell];
                }
                else if (Kind.INSERT == next || Kind.PUSH == next)
                {
                    throw new IllegalStateException("the queue is full: it has " + kinds.length + " cells");
                }
                kinds[cell] = Kind.NOTHING;
            }
        }
    }

    private Kind work(final int cell)
    {
        switch (kinds[cell])
        {
            case INSERT:
                return movingPriorities[cell] < priorities[cell] ? push(cell) : Kind.INSERT;
            case PUSH:
                return push(cell);
            case DELETE:
                return movingIds[cell] == ids[cell] ? shift(cell) : EMPTY == priorities[cell] ? Kind.NOTHING :
                    Kind.DELETE;
            default:
                return shift(cell);
        }
    }

    /**
     * Puts an entry into a cell. That of the cell moves on, in front of all behind it, also those of the same priority.
     */
    private Kind push(final int cell)
    {
        final long priority = priorities[cell];
        final int id = ids[cell];
        priorities[cell] = movingPriorities[cell];
        ids[cell] = movingIds[cell];
        movingPriorities[cell] = priority;
        movingIds[cell] = id;
        return EMPTY == priority ? Kind.NOTHING : Kind.PUSH;
    }

    private Kind shift(final int cell)
    {
        final boolean isLast = cell + 1 == priorities.length;
        priorities[cell] = isLast ? EMPTY : priorities[cell + 1];
        ids[cell] = isLast ? NONE : ids[cell + 1];
        return EMPTY == priorities[cell] ? Kind.NOTHING : Kind.SHIFT;
    }

    /**
     * Returns the entry with the smallest priority; of several, the one that was inserted first.
     *
     * @return {@link #NONE} if there is none.
     */
    int first()
    {
        return ids[0];
    }

    /**
     * Returns the smallest priority.
     */
    long firstPriority()
    {
        return priorities[0];
    }

    /**
     * Returns how many ticks have passed.
     */
    long ticks()
    {
        return ticks;
    }

    @Override
    public String toString()
    {
        return "SystolicQueue{cells=" + kinds.length + ", ticks=" + ticks + ", first=" + first() + '}';
    }
}
