/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

import org.isotach.IsochronTooLargeException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The READs and TAKEs of the open isochron of one port: each gets a slot for its result before the isochron is issued.
 * Belongs to the application thread of the port.
 */
final class OpenReads extends Padded
{
    private static final int INITIAL_CAPACITY = 16;

    private final SharedMemoryManager manager;
    private final ReadSlots readSlots;
    private SlotRead[] reads = new SlotRead[INITIAL_CAPACITY];
    private int[] offsets = new int[INITIAL_CAPACITY];

    // NO_SLOT before they have one; TAKEN_OUT from then on that somebody else fails the read.
    private int[] slots = new int[INITIAL_CAPACITY];
    private int readCount;
    private int slotsNeeded;

    // The first ones, which have slots.
    private int preparedCount;
    private int slotHint;

    OpenReads(final SharedMemoryManager manager)
    {
        this.manager = manager;
        readSlots = manager.readSlots();
    }

    /**
     * Refuses more of them that could never be issued.
     *
     * @param more slots that they need.
     */
    void checkRoom(final int more)
    {
        if (slotsNeeded + more > readSlots.capacity())
        {
            throw new IsochronTooLargeException("isochron has " + slotsNeeded + " reads already, and " + more +
                " more would be more than the " + readSlots.capacity() + " that host " + manager.host().id() +
                " may have outstanding: issue fewer at a time, or raise ClusterContext.readCap");
        }
    }

    /**
     * A READ, or TAKE, was appended.
     *
     * @param into   where its value, or values, will arrive.
     * @param offset of the word in the isochron that the slot is put into.
     */
    void add(final SlotRead into, final int offset)
    {
        if (readCount == reads.length)
        {
            reads = Arrays.copyOf(reads, 2 * readCount);
            offsets = Arrays.copyOf(offsets, 2 * readCount);
            slots = Arrays.copyOf(slots, 2 * readCount);
        }
        reads[readCount] = into;
        offsets[readCount] = offset;
        slots[readCount] = SlotRead.NO_SLOT;
        readCount++;
        slotsNeeded += 1 + into.roomNeeded();
    }

    /**
     * Claims slots for all of them, or for none.
     *
     * @param buffer of the isochron.
     * @return false if there are too few at present.
     */
    boolean prepare(final OffHeapBuffer buffer)
    {
        while (preparedCount < readCount)
        {
            if (SlotRead.TAKEN_OUT == slots[preparedCount])
            {
                // In an earlier attempt: nobody will answer it.
                buffer.putLong(offsets[preparedCount++], ReadSlots.NONE);
                continue;
            }
            final int slot = readSlots.claim(reads[preparedCount], slotHint);
            if (ReadSlots.NONE == slot)
            {
                // Nobody keeps some slots while it waits for more: two threads would wait for each other.
                releaseSlots();
                return false;
            }
            slotHint = slot + 1 + reads[preparedCount].roomNeeded();
            slots[preparedCount] = slot;
            buffer.putLong(offsets[preparedCount], slot);
            preparedCount++;
        }
        // After the slots were claimed. See SharedMemoryManager.hostExpelled().
        if (manager.hasExpelled())
        {
            for (int i = 0; i < readCount; i++)
            {
                manager.checkSource(slots[i], reads[i]);
            }
        }
        return true;
    }

    /**
     * The isochron has been issued.
     */
    void issued()
    {
        for (int i = 0; i < readCount; i++)
        {
            reads[i].issued(slots[i]);
        }
        clear();
    }

    /**
     * The isochron was given up.
     */
    void abandoned()
    {
        for (int i = 0; i < readCount; i++)
        {
            // One that is just failing will be failed by who has taken it out of its slot, and must not be reused
            // before.
            if (SlotRead.NO_SLOT == slots[i] || slots[i] >= 0 && readSlots.tryFree(slots[i], reads[i]))
            {
                reads[i].reset();
            }
        }
        clear();
    }

    private void clear()
    {
        if (readCount > 0)
        {
            Arrays.fill(reads, 0, readCount, null);
            readCount = 0;
            slotsNeeded = 0;
            preparedCount = 0;
        }
    }

    private void releaseSlots()
    {
        for (int i = 0; i < preparedCount; i++)
        {
            if (slots[i] >= 0)
            {
                // Whoever has taken it out fails it, sooner or later: it must neither get a slot again nor be reset.
                slots[i] = readSlots.tryFree(slots[i], reads[i]) ? SlotRead.NO_SLOT : SlotRead.TAKEN_OUT;
            }
        }
        preparedCount = 0;
    }

    @Override
    public String toString()
    {
        return "OpenReads{host=" + manager.host().id() + ", reads=" + readCount + ", prepared=" + preparedCount +
            '}';
    }
}
