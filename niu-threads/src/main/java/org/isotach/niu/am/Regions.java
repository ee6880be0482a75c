/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory of one host that transfers may write to. The thread of the port changes the list; all threads may read it.
 */
final class Regions
{
    private static final int NONE = -1;

    private final int host;
    private final PortTurn turn;

    // Those that are open, by number, ascending; replaced as a whole.
    private volatile Region[] regions = {};
    private int nextNumber;

    Regions(final int host, final PortTurn turn)
    {
        this.host = host;
        this.turn = turn;
    }

    synchronized Region add(final OffHeapBuffer memory)
    {
        if (nextNumber < 0)
        {
            throw new IllegalStateException("host " + host + " has registered 2^31 regions, which is the limit: " +
                "use larger ones for longer");
        }
        final Region region = new Region(host, nextNumber, memory, this::remove);
        final Region[] all = Arrays.copyOf(regions, regions.length + 1);
        all[regions.length] = region;
        // Release: the region. Partner: find().
        regions = all;
        // Memory may have run out before: hosts that register the same regions have the same numbers.
        nextNumber++;
        return region;
    }

    private void remove(final int number)
    {
        if (turn.isMine())
        {
            removeNow(number);
            return;
        }
        // Nothing is being copied to the memory then, nor will be.
        turn.enter();
        try
        {
            removeNow(number);
        }
        finally
        {
            turn.exit();
        }
    }

    private synchronized void removeNow(final int number)
    {
        final Region[] before = regions;
        final int place = place(before, number);
        if (NONE != place)
        {
            final Region[] rest = Arrays.copyOf(before, before.length - 1);
            System.arraycopy(before, place + 1, rest, place, rest.length - place);
            // Release: as in add().
            regions = rest;
        }
    }

    /**
     * Returns where a region is among those that are open, {@link #NONE} if it is not.
     */
    private static int place(final Region[] all, final long number)
    {
        int first = 0;
        int last = (int)Math.min(number, all.length - 1);
        // While no earlier one is closed, it is there.
        int place = last;
        while (first <= last)
        {
            final long found = all[place].number();
            if (found == number)
            {
                return place;
            }
            if (found < number)
            {
                first = place + 1;
            }
            else
            {
                last = place - 1;
            }
            place = first + last >>> 1;
        }
        return NONE;
    }

    /**
     * Returns the region that a transfer may write to.
     *
     * @return null if there is no such memory.
     */
    private Region find(final long pointer, final long length)
    {
        // Acquire: the regions. Partner: add().
        final Region[] all = regions;
        final int place = place(all, Region.number(pointer));
        if (NONE == place)
        {
            return null;
        }
        final Region region = all[place];
        final int offset = Region.offset(pointer);
        return offset >= 0 && length >= 0 && length <= region.memory().capacity() - offset ? region : null;
    }

    /**
     * Copies the bytes of a transfer that have arrived to where they belong. For the thread of the port.
     *
     * @return false if there is no such memory.
     */
    boolean tryCopyIn(final OffHeapBuffer source, final int offset, final long length, final long pointer)
    {
        final Region region = find(pointer, length);
        if (null == region)
        {
            return false;
        }
        source.copyTo(offset, region.memory(), Region.offset(pointer), (int)length);
        return true;
    }

    /**
     * Copies bytes of another host, on the thread of that one, which may do so whatever this host does meanwhile.
     *
     * @return false if there is no such memory.
     */
    boolean tryCopyInDirectly(final OffHeapBuffer source, final int offset, final int length, final long pointer)
    {
        final Region region = find(pointer, length);
        return null != region && region.tryCopyIn(Region.offset(pointer), source, offset, length);
    }

    /**
     * Does the same as {@link #tryCopyIn}, and refuses what has no memory.
     */
    void copyIn(final OffHeapBuffer source, final int offset, final long length, final long pointer)
    {
        if (!tryCopyIn(source, offset, length, pointer))
        {
            throw refusal(pointer, length);
        }
    }

    /**
     * Returns whether there is such memory.
     */
    boolean has(final long pointer, final long length)
    {
        return null != find(pointer, length);
    }

    /**
     * Refuses a transfer to memory that is not there.
     */
    void check(final long pointer, final long length)
    {
        if (!has(pointer, length))
        {
            throw refusal(pointer, length);
        }
    }

    private IllegalArgumentException refusal(final long pointer, final long length)
    {
        return new IllegalArgumentException("pointer: region " + Region.number(pointer) + ", offset " +
            Region.offset(pointer) + ", length " + length + " (expected: inside memory that host " + host +
            " has registered; see AmPort.register)");
    }

    @Override
    public String toString()
    {
        return "Regions{host=" + host + ", open=" + regions.length + '}';
    }
}
