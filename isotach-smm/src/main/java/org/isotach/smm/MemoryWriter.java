/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.IsochronParticipant;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * Appends the operations of one port to the isochrons of its host, one isochron at a time, and learns whether the
 * isochron is issued or abandoned. Belongs to the application thread of the port.
 */
final class MemoryWriter extends Padded
{
    // For fewer variables an operation for each takes less time.
    private static final int MIN_ROW = 8;

    private final SharedMemoryManager manager;
    private final Host host;
    private final Participant participant = new Participant();
    private final SchedLedger scheds;
    private final OpenReads openReads;

    // The open isochron that has operations of this port.
    private Isochron joined;
    private boolean isClosed;

    MemoryWriter(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host();
        final PortDirectory.PortNumber port = manager.ports().open(host.id(), participant);
        scheds = new SchedLedger(host.id(), port.number(), port.scheds());
        openReads = new OpenReads(manager);
    }

    SchedLedger scheds()
    {
        return scheds;
    }

    OpenReads openReads()
    {
        return openReads;
    }

    boolean isOpen()
    {
        return null != joined;
    }

    /**
     * Does what {@link MemoryPort#close} says.
     */
    void close()
    {
        host.models().checkNotInHandler("MemoryPort.close()");
        if (null != joined || scheds.size() > 0)
        {
            throw new IllegalStateException("close of a memory port of host " + host.id() + (null != joined ?
                " while an isochron of it is open: issue() or abandon() it first" :
                " that has " + scheds.size() + " SCHEDs outstanding: assign, cancel or hand them over first"));
        }
        if (!isClosed)
        {
            manager.ports().close(host.id(), scheds.portId(), scheds.count());
            isClosed = true;
        }
    }

    /**
     * Appends a READ of the nearest copy.
     */
    void read(final Isochron isochron, final PageTable.Page page, final int address, final IsoValue into)
    {
        checkMayJoin(isochron);
        openReads.checkRoom(1);
        into.checkNotPending("another read");
        final int offset = append(isochron, MemoryOperation.SHORT_LENGTH);
        into.pending(manager, address, page.nearestHost);
        isochron.buffer().putLong(
            offset,
            OperationHeader.encode(MemoryOperation.READ, MemoryOperation.SHORT_LENGTH, page.nearestHost, address));
        isochron.touch(page.nearestHost, page.nearestDistance);
        openReads.add(into, offset + MemoryOperation.FIRST_OFFSET);
    }

    /**
     * Appends an operation with one word on all copies.
     */
    void append(
        final Isochron isochron, final PageTable.Page page, final int opcode, final int address, final long word)
    {
        checkMayJoin(isochron);
        final int offset = append(isochron, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(offset, OperationHeader.encode(opcode, MemoryOperation.SHORT_LENGTH, 0, address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, word);
        isochron.touch(page.copyset, page.farthestDistance);
    }

    /**
     * Appends an UPDATE without a result.
     */
    void update(
        final Isochron isochron,
        final PageTable.Page page,
        final int address,
        final UpdateFunction function,
        final long argument)
    {
        checkMayJoin(isochron);
        final int offset = append(isochron, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(
            offset,
            OperationHeader.encode(MemoryOperation.UPDATE, MemoryOperation.SHORT_LENGTH, function.code(), address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, argument);
        isochron.touch(page.copyset, page.farthestDistance);
    }

    /**
     * Appends an UPDATE whose result the nearest copy delivers.
     *
     * @param expected the second argument of COMPARE_AND_SET.
     * @param into     receives the result, null if there is none.
     * @param result   selects the result.
     */
    void update(
        final Isochron isochron,
        final PageTable.Page page,
        final int address,
        final UpdateFunction function,
        final long argument,
        final long expected,
        final IsoValue into,
        final int result)
    {
        checkMayJoin(isochron);
        if (null != into)
        {
            openReads.checkRoom(1);
            into.checkNotPending("an UPDATE");
        }
        final int offset = append(isochron, MemoryOperation.UPDATE_LONG_LENGTH);
        final int source = null == into ? MemoryOperation.NO_HOST : page.nearestHost;
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(
            offset,
            OperationHeader.encode(
                MemoryOperation.UPDATE_LONG, MemoryOperation.UPDATE_LONG_LENGTH, source, address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, argument);
        buffer.putLong(
            offset + MemoryOperation.UPDATE_FUNCTION_OFFSET, MemoryOperation.function(function.code(), result));
        buffer.putLong(offset + MemoryOperation.UPDATE_EXPECTED_OFFSET, expected);
        isochron.touch(page.copyset, page.farthestDistance);
        if (null != into)
        {
            into.pending(manager, address, source);
            openReads.add(into, offset + MemoryOperation.UPDATE_SLOT_OFFSET);
        }
    }

    /**
     * Appends WRITEs of all variables, or nothing.
     */
    void writeAll(final Isochron isochron, final int[] addresses, final long[] values, final int count)
    {
        Objects.checkFromIndexSize(0, count, values.length);
        final PageTable pageTable = manager.pageTable();
        final boolean isRow = count >= MIN_ROW && isRow(addresses, count);
        final boolean isOneCopyset =
            isRow ? pageTable.hasRowOneCopyset(addresses[0], count) : pageTable.haveOneCopyset(addresses, count);
        checkMayJoin(isochron);
        if (isRow)
        {
            appendRow(isochron, addresses[0], values, count);
        }
        else
        {
            appendEach(isochron, addresses, values, count);
        }
        touch(isochron, pageTable, isOneCopyset, addresses, count);
    }

    private static boolean isRow(final int[] addresses, final int count)
    {
        final int first = addresses[0];
        for (int i = 1; i < count; i++)
        {
            if (addresses[i] - first != i)
            {
                return false;
            }
        }
        return true;
    }

    private void appendRow(final Isochron isochron, final int first, final long[] values, final int count)
    {
        final int length = MemoryOperation.writeRowLength(count);
        final int offset = append(isochron, length);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(offset, OperationHeader.encode(MemoryOperation.WRITE_ROW, length, 0, first));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, MemoryOperation.lengths(length, count));
        buffer.putLongs(offset + MemoryOperation.WRITE_VALUES_OFFSET, values, count);
    }

    private void appendEach(
        final Isochron isochron, final int[] addresses, final long[] values, final int count)
    {
        int offset = append(isochron, count, MemoryOperation.SHORT_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        for (int i = 0; i < count; i++)
        {
            buffer.putLong(
                offset,
                OperationHeader.encode(MemoryOperation.WRITE, MemoryOperation.SHORT_LENGTH, 0, addresses[i]));
            buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, values[i]);
            offset += MemoryOperation.SHORT_LENGTH;
        }
    }

    /**
     * Adds all copies of some variables, the first ones of an array, to the receivers of the isochron.
     *
     * @param isOneCopyset true if all of them are on pages with one copyset.
     */
    static void touch(
        final Isochron isochron,
        final PageTable pageTable,
        final boolean isOneCopyset,
        final int[] addresses,
        final int count)
    {
        final int distinct = isOneCopyset ? Math.min(count, 1) : count;
        for (int i = 0; i < distinct; i++)
        {
            final PageTable.Page page = pageTable.page(addresses[i]);
            isochron.touch(page.copyset, page.farthestDistance);
        }
    }

    void assign(
        final Isochron isochron,
        final PageTable.Page page,
        final int address,
        final long version,
        final long value)
    {
        checkMayJoin(isochron);
        scheds.makeRoom();
        final int offset = append(isochron, MemoryOperation.ASSIGN_LENGTH);
        final OffHeapBuffer buffer = isochron.buffer();
        buffer.putLong(
            offset, OperationHeader.encode(MemoryOperation.ASSIGN, MemoryOperation.ASSIGN_LENGTH, 0, address));
        buffer.putLong(offset + MemoryOperation.FIRST_OFFSET, version);
        buffer.putLong(offset + MemoryOperation.SECOND_OFFSET, value);
        isochron.touch(page.copyset, page.farthestDistance);
        scheds.settle(address, version);
    }

    void cancel(final Isochron isochron, final PageTable.Page page, final int address, final long version)
    {
        scheds.makeRoom();
        append(isochron, page, MemoryOperation.CANCEL, address, version);
        scheds.settle(address, version);
    }

    /**
     * Refuses an isochron in which this port cannot take part. It takes part with the first operation that is appended:
     * one that is refused does not keep other ports out.
     *
     * @throws IllegalStateException if the port is closed, the isochron is not open, belongs to another host or has
     *                               operations of another port, the port has another one open, or the call comes from
     *                               inside a handler.
     */
    void checkMayJoin(final Isochron isochron)
    {
        if (joined != isochron)
        {
            checkFirst(isochron);
        }
    }

    /**
     * Appends room for one operation, with which this port takes part in the isochron; after {@link #checkMayJoin}.
     *
     * @return as {@link Isochron#append(int)}, which may refuse it.
     */
    int append(final Isochron isochron, final int length)
    {
        final int offset = isochron.append(length);
        if (joined != isochron)
        {
            join(isochron);
        }
        return offset;
    }

    /**
     * Does the same for several operations, or none.
     */
    int append(final Isochron isochron, final int count, final int length)
    {
        final int offset = isochron.append(count, length);
        if (joined != isochron && count > 0)
        {
            join(isochron);
        }
        return offset;
    }

    private void join(final Isochron isochron)
    {
        isochron.join(participant);
        manager.functions().use();
        joined = isochron;
    }

    private void checkFirst(final Isochron isochron)
    {
        if (isClosed)
        {
            throw new IllegalStateException(
                "this memory port of host " + host.id() + " is closed: make another one with SharedMemory.port()");
        }
        if (!host.models().isHostOf(isochron))
        {
            throw new IllegalStateException("isochron of host " + isochron.hostId() +
                (isochron.hostId() == host.id() ? " of another cluster" : "") +
                " used with a memory port of host " + host.id() + ": use the port of the same host");
        }
        if (null != joined)
        {
            throw new IllegalStateException("this port takes part in another open isochron of host " + host.id() +
                ": issue() or abandon() that one first, or use a port for each");
        }
        if (isochron.isJoinedBy(Participant.class))
        {
            // Each port claims slots for its own reads, all or none. Two in one isochron could each keep some.
            throw new IllegalStateException("another port takes part in this isochron of host " + host.id() +
                ": append all memory operations of an isochron with one port");
        }
        // Nothing: it refuses an isochron that is not open, and calls from inside handlers.
        isochron.append(0, 0);
    }

    @Override
    public String toString()
    {
        return "MemoryWriter{" + scheds + ", " + openReads + '}';
    }

    /**
     * The participant, which keeps the promises of the operations; hidden from the public port.
     */
    private final class Participant implements IsochronParticipant, PortOwner
    {
        @Override
        public Thread threadOf(final long version)
        {
            return scheds.threadOf(version);
        }

        @Override
        public boolean prepare()
        {
            return openReads.prepare(joined.buffer());
        }

        @Override
        public void issued()
        {
            openReads.issued();
            scheds.issued();
            joined = null;
        }

        @Override
        public void abandoned()
        {
            openReads.abandoned();
            scheds.abandoned();
            joined = null;
        }
    }
}
