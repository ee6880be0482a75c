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

    // NO_SLOT before they have one; TAKEN_OUT after another thread has failed the read.
    private int[] slots = new int[INITIAL_CAPACITY];

    // Which use of its object each read is: after it has failed, the object may be used for another one.
    private int[] uses = new int[INITIAL_CAPACITY];
    private int readCount;
    private int slotsNeeded;

    // The number of reads that have slots, the first ones.
    private int preparedCount;
    private int slotHint;

    OpenReads(final SharedMemoryManager manager)
    {
        this.manager = manager;
        readSlots = manager.readSlots();
    }

    /**
     * Refuses reads that could never be issued, and makes room for the others: memory may run out, and then they must
     * not be appended.
     *
     * @param more number of slots that they need, at least one each.
     */
    void checkRoom(final int more)
    {
        if (slotsNeeded + more > readSlots.capacity())
        {
            throw new IsochronTooLargeException("isochron has " + slotsNeeded + " reads already, and " + more +
                " more would be more than the " + readSlots.capacity() + " that host " + manager.host().id() +
                " may have outstanding: issue fewer at a time, or raise ClusterContext.readCap");
        }
        if (readCount + more > reads.length)
        {
            grow(Math.max(2 * reads.length, readCount + more));
        }
    }

    private void grow(final int capacity)
    {
        // The array whose length is checked comes last.
        offsets = Arrays.copyOf(offsets, capacity);
        slots = Arrays.copyOf(slots, capacity);
        uses = Arrays.copyOf(uses, capacity);
        reads = Arrays.copyOf(reads, capacity);
    }

    /**
     * Notes that a READ or TAKE was appended, after {@link #checkRoom}.
     *
     * @param into   receives its values.
     * @param offset offset of the word in the isochron that gets the slot.
     */
    void add(final SlotRead into, final int offset)
    {
        reads[readCount] = into;
        offsets[readCount] = offset;
        slots[readCount] = SlotRead.NO_SLOT;
        uses[readCount] = ++into.appends;
        readCount++;
        slotsNeeded += 1 + into.roomNeeded();
    }

    /**
     * Claims slots for all reads, or for none.
     *
     * @param buffer the buffer of the isochron.
     * @return false if there are too few slots at present.
     */
    boolean prepare(final OffHeapBuffer buffer)
    {
        while (preparedCount < readCount)
        {
            if (SlotRead.TAKEN_OUT == slots[preparedCount])
            {
                // It has failed in an earlier attempt: no host will answer it.
                buffer.putLong(offsets[preparedCount++], ReadSlots.NONE);
                continue;
            }
            final int slot = readSlots.claim(reads[preparedCount], slotHint);
            if (ReadSlots.NONE == slot)
            {
                // A thread keeps no slots while it waits for more: otherwise two threads would wait for each other.
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
                if (isCurrent(i))
                {
                    manager.checkSource(slots[i], reads[i]);
                }
            }
        }
        return true;
    }

    /**
     * Notes that the isochron has been issued.
     */
    void issued()
    {
        for (int i = 0; i < readCount; i++)
        {
            if (isCurrent(i))
            {
                reads[i].issued(slots[i]);
            }
        }
        clear();
    }

    /**
     * Notes that the isochron was abandoned.
     */
    void abandoned()
    {
        for (int i = 0; i < readCount; i++)
        {
            // A read that is just failing will be failed by the thread that has removed it from its slot, and must not
            // be reused before that.
            if (SlotRead.NO_SLOT == slots[i] || tryFree(i))
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
            // The thread that has removed it will fail it: it must neither get a slot again nor be reset.
            slots[i] = tryFree(i) ? SlotRead.NO_SLOT : SlotRead.TAKEN_OUT;
        }
        preparedCount = 0;
    }

    private boolean tryFree(final int read)
    {
        return slots[read] >= 0 && isCurrent(read) && readSlots.tryFree(slots[read], reads[read]);
    }

    /**
     * Returns false if the read has failed, and its object is used for another one, perhaps in the same slot.
     */
    private boolean isCurrent(final int read)
    {
        return reads[read].appends == uses[read];
    }

    @Override
    public String toString()
    {
        return "OpenReads{host=" + manager.host().id() + ", reads=" + readCount + ", prepared=" + preparedCount +
            '}';
    }
}
