/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.Isochron;
import org.isotach.OffHeapBuffer;
import org.isotach.OperationHeader;
import org.isotach.Padded;

/**
 * Writes the operations on several variables at once into the isochrons of one port: TAKE, ASSIGN_ALL, and the CANCELs
 * of all. Each appends everything or nothing. Belongs to the application thread of the port.
 */
final class TakeWriter extends Padded
{
    private final HostMemory hostMemory;
    private final MemoryWriter writer;
    private final SchedLedger scheds;
    private final OpenReads openReads;

    /**
     * @param hostMemory of the port.
     * @param writer     of the port, of its other operations.
     */
    TakeWriter(final HostMemory hostMemory, final MemoryWriter writer)
    {
        this.hostMemory = hostMemory;
        this.writer = writer;
        scheds = writer.scheds();
        openReads = writer.openReads();
    }

    /**
     * One TAKE for each row of variables that one host answers: mostly one.
     *
     * @param pages     of the addresses, all of which exist.
     * @param isOnePage are all addresses on pages with one copyset?
     */
    void take(
        final Isochron isochron,
        final PageTable pages,
        final boolean isOnePage,
        final int[] addresses,
        final TakenVariables into)
    {
        writer.join(isochron);
        final int count = addresses.length;
        final int rows = isOnePage ? 1 : rows(pages, addresses);
        openReads.checkRoom(rows);
        // A row that is not the last may be padded.
        int offset = isochron.append(MemoryOperation.takeLength(count) +
            (rows - 1) * (MemoryOperation.TAKE_ADDRESSES_OFFSET + Long.BYTES));
        final int limit = isochron.offset() + isochron.length();
        final long version = scheds.nextOf(count);
        into.begin(scheds.portId(), hostMemory, addresses, version);
        int first = 0;
        while (first < count)
        {
            final int source = pages.page(addresses[first]).nearestHost;
            final int end = 1 == rows ? count : endOfRow(pages, addresses, first);
            final boolean isLast = end == count;
            // The last one takes what is left of the room.
            final int length = isLast ? limit - offset : MemoryOperation.takeLength(end - first);
            writeTake(isochron.buffer(), offset, length, source, version + first, addresses, first, end);
            openReads.add(into.addPart(source, first, end - first), offset + MemoryOperation.TAKE_SLOT_OFFSET);
            offset += length;
            first = end;
        }
        touch(isochron, pages, isOnePage, addresses, count);
        scheds.addAll(into);
    }

    void assign(
        final Isochron isochron,
        final PageTable pages,
        final boolean isOnePage,
        final TakenVariables taken,
        final long[] values)
    {
        writer.join(isochron);
        final int count = taken.count();
        final int length = MemoryOperation.assignAllLength(count);
        final int offset = isochron.append(length);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(offset, OperationHeader.encode(MemoryOperation.ASSIGN_ALL, length, 0, 0));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, MemoryOperation.lengths(length, count));
        buffer.putLong(offset + MemoryOperation.GROUP_VERSION_OFFSET, taken.firstVersion());
        int next = offset + MemoryOperation.ASSIGN_VALUES_OFFSET;
        for (int i = 0; i < count; i++)
        {
            buffer.putLong(next, values[i]);
            next += Long.BYTES;
        }
        for (int i = 0; i < count; i++)
        {
            buffer.putInt(next, taken.address(i));
            next += Integer.BYTES;
        }
        touch(isochron, pages, isOnePage, taken.addresses(), count);
        scheds.settleAll(taken);
    }

    void cancel(final Isochron isochron, final PageTable pages, final boolean isOnePage, final TakenVariables taken)
    {
        writer.join(isochron);
        final int count = taken.count();
        int offset = isochron.append(count, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        for (int i = 0; i < count; i++)
        {
            buffer.putLong(offset, OperationHeader.encode(
                MemoryOperation.CANCEL, MemoryOperation.SHORT_LENGTH, 0, taken.address(i)));
            buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, taken.firstVersion() + i);
            offset += MemoryOperation.SHORT_LENGTH;
        }
        touch(isochron, pages, isOnePage, taken.addresses(), count);
        scheds.settleAll(taken);
    }

    private static void writeTake(
        final OffHeapBuffer buffer,
        final int offset,
        final int length,
        final int source,
        final long version,
        final int[] addresses,
        final int first,
        final int end)
    {
        buffer.putLong(offset, OperationHeader.encode(MemoryOperation.TAKE, length, source, first));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, MemoryOperation.lengths(length, end - first));
        buffer.putLong(offset + MemoryOperation.GROUP_VERSION_OFFSET, version);
        int next = offset + MemoryOperation.TAKE_ADDRESSES_OFFSET;
        for (int i = first; i < end; i++)
        {
            buffer.putInt(next, addresses[i]);
            next += Integer.BYTES;
        }
    }

    private static int rows(final PageTable pages, final int[] addresses)
    {
        int rows = 0;
        for (int first = 0; first < addresses.length; first = endOfRow(pages, addresses, first))
        {
            rows++;
        }
        return rows;
    }

    private static int endOfRow(final PageTable pages, final int[] addresses, final int first)
    {
        final int source = pages.page(addresses[first]).nearestHost;
        int end = first + 1;
        while (end < addresses.length && pages.page(addresses[end]).nearestHost == source)
        {
            end++;
        }
        return end;
    }

    private static void touch(
        final Isochron isochron,
        final PageTable pages,
        final boolean isOnePage,
        final int[] addresses,
        final int count)
    {
        final int distinct = isOnePage ? 1 : count;
        for (int i = 0; i < distinct; i++)
        {
            final PageTable.Page page = pages.page(addresses[i]);
            isochron.touch(page.copyset, page.farthestDistance);
        }
    }

    @Override
    public String toString()
    {
        return "TakeWriter{" + scheds + '}';
    }
}
