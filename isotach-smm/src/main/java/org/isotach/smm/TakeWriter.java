/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Writes operations on several variables into the isochrons of one port: TAKE, ASSIGN_ALL, and the CANCELs of all. Each
 * call appends everything or nothing. Belongs to the application thread of the port.
 */
final class TakeWriter extends Padded
{
    private final SharedMemoryManager manager;
    private final MemoryWriter writer;
    private final SchedLedger scheds;
    private final OpenReads openReads;

    /**
     * @param manager the manager of the host.
     * @param writer  the writer of the other operations of the port.
     */
    TakeWriter(final SharedMemoryManager manager, final MemoryWriter writer)
    {
        this.manager = manager;
        this.writer = writer;
        scheds = writer.scheds();
        openReads = writer.openReads();
    }

    /**
     * Appends one TAKE if one host answers for all variables, which is the usual case. Otherwise it appends one TAKE
     * for each row of variables that one host answers, which only read, and a last one that schedules all variables,
     * because a variable may be in two rows.
     *
     * @param pages     the pages of the addresses, all of which exist.
     * @param isOnePage true if all addresses are on pages with one copyset.
     */
    void take(
        final Isochron isochron,
        final PageTable pages,
        final boolean isOnePage,
        final int[] addresses,
        final TakenVariables into)
    {
        writer.checkMayJoin(isochron);
        scheds.makeRoomForTake();
        final int count = addresses.length;
        final int source = pages.page(addresses[0]).nearestHost;
        if (isOnePage || count == endOfRow(pages, addresses, 0))
        {
            final int slots = slotsNeeded(source, count);
            openReads.checkRoom(slots);
            into.values().makeRoom(1, slots);
            final int offset = writer.append(isochron, MemoryOperation.takeLength(count));
            final long version = scheds.nextOf(count);
            into.begin(scheds.portId(), manager, addresses, version);
            writeTake(isochron.buffer(), offset, source, version, addresses, 0, count);
            openReads.add(into.values().addPart(source, 0, count), offset + MemoryOperation.TAKE_SLOT_OFFSET);
        }
        else
        {
            appendRows(isochron, pages, addresses, into, true);
        }
        MemoryWriter.touch(isochron, pages, isOnePage, addresses, count);
        scheds.addAll(into);
    }

    /**
     * Appends one TAKE for each row of variables that one host answers, which only reads.
     */
    void read(final Isochron isochron, final PageTable pages, final int[] addresses, final TakenVariables into)
    {
        writer.checkMayJoin(isochron);
        appendRows(isochron, pages, addresses, into, false);
    }

    /**
     * @param isScheduling true if a last TAKE follows that schedules all variables; otherwise nobody holds them, and
     *                     only those hosts receive the isochron that answer.
     */
    private void appendRows(
        final Isochron isochron,
        final PageTable pages,
        final int[] addresses,
        final TakenVariables into,
        final boolean isScheduling)
    {
        final int count = addresses.length;
        int length = isScheduling ? MemoryOperation.takeLength(count) : 0;
        int slots = 0;
        int rows = 0;
        for (int first = 0; first < count;)
        {
            final int end = endOfRow(pages, addresses, first);
            length += MemoryOperation.takeLength(end - first);
            final int slotsOfRow = slotsNeeded(pages.page(addresses[first]).nearestHost, end - first);
            slots += slotsOfRow;
            rows++;
            into.values().makeRoom(rows, slotsOfRow);
            first = end;
        }
        openReads.checkRoom(slots);
        int offset = writer.append(isochron, length);
        final long version = isScheduling ? scheds.nextOf(count) : Version.SUBSTANTIATED;
        into.begin(isScheduling ? scheds.portId() : TakenVariables.NOBODY, manager, addresses, version);
        for (int first = 0; first < count;)
        {
            final PageTable.Page page = pages.page(addresses[first]);
            final int source = page.nearestHost;
            final int end = endOfRow(pages, addresses, first);
            if (!isScheduling)
            {
                isochron.touch(source, page.nearestDistance);
            }
            writeTake(isochron.buffer(), offset, source, Version.SUBSTANTIATED, addresses, first, end);
            openReads.add(into.values().addPart(source, first, end - first), offset + MemoryOperation.TAKE_SLOT_OFFSET);
            offset += MemoryOperation.takeLength(end - first);
            first = end;
        }
        if (isScheduling)
        {
            writeTake(isochron.buffer(), offset, MemoryOperation.NO_HOST, version, addresses, 0, count);
        }
    }

    /**
     * Results of another host come one by one.
     */
    private int slotsNeeded(final int source, final int variables)
    {
        return manager.host().id() == source ? 1 : variables;
    }

    void assign(
        final Isochron isochron,
        final PageTable pages,
        final boolean isOnePage,
        final TakenVariables taken,
        final long[] values)
    {
        writer.checkMayJoin(isochron);
        scheds.makeRoomForTake();
        final int count = taken.count();
        final int length = MemoryOperation.assignAllLength(count);
        final int offset = writer.append(isochron, length);
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
        MemoryWriter.touch(isochron, pages, isOnePage, taken.values().addresses(), count);
        scheds.settleAll(taken);
    }

    /**
     * Cancels all variables, even those all copies of which are lost, so that the others are given back.
     */
    void cancel(final Isochron isochron, final PageTable pages, final TakenVariables taken)
    {
        writer.checkMayJoin(isochron);
        scheds.makeRoomForTake();
        final int count = taken.count();
        int offset = writer.append(isochron, count, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        for (int i = 0; i < count; i++)
        {
            buffer.putLong(offset, OperationHeader.encode(
                MemoryOperation.CANCEL, MemoryOperation.SHORT_LENGTH, 0, taken.address(i)));
            buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, taken.firstVersion() + i);
            offset += MemoryOperation.SHORT_LENGTH;
            final PageTable.Page page = pages.pageOrLost(taken.address(i));
            isochron.touch(page.copyset, page.farthestDistance);
        }
        scheds.settleAll(taken);
    }

    private static void writeTake(
        final OffHeapBuffer buffer,
        final int offset,
        final int source,
        final long version,
        final int[] addresses,
        final int first,
        final int end)
    {
        final int length = MemoryOperation.takeLength(end - first);
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

    @Override
    public String toString()
    {
        return "TakeWriter{" + scheds + '}';
    }
}
