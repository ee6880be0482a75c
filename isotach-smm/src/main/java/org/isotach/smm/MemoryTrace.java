/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;
import org.isotach.niu.spi.OperationReader;

/**
 * Reads operations of the shared memory model, for traces. Threadsafe.
 */
final class MemoryTrace implements OperationReader
{
    private final HostSet[] copysets;
    private final int pageShift;
    private final VariableNames names;

    /**
     * @param copysets the copysets of the pages, null for a page that does not exist.
     * @param pageSize variables per page, a power of two.
     * @param names    the names of variables.
     */
    MemoryTrace(final HostSet[] copysets, final int pageSize, final VariableNames names)
    {
        this.copysets = copysets;
        this.names = names;
        pageShift = Integer.numberOfTrailingZeros(pageSize);
    }

    @Override
    public void read(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        final int opcode = OperationHeader.opcode(frame.getLong(offset));
        if (MemoryOperation.TAKE == opcode || MemoryOperation.ASSIGN_ALL == opcode)
        {
            readGroup(frame, offset, available, host, listener);
            return;
        }
        if (MemoryOperation.WRITE_ROW == opcode)
        {
            readRow(frame, offset, available, host, listener);
            return;
        }
        final int needed = switch (opcode)
        {
            case MemoryOperation.ASSIGN -> MemoryOperation.ASSIGN_LENGTH;
            case MemoryOperation.UPDATE_LONG -> MemoryOperation.UPDATE_LONG_LENGTH;
            default -> MemoryOperation.SHORT_LENGTH;
        };
        if (available < needed)
        {
            listener.operation("operation 0x" + Integer.toHexString(opcode), "", "cut");
            return;
        }
        readOne(frame, offset, opcode, host, listener);
    }

    private void readOne(
        final OffHeapBuffer frame,
        final int offset,
        final int opcode,
        final int host,
        final OperationListener listener)
    {
        final long header = frame.getLong(offset);
        final int address = OperationHeader.address(header);
        final int source = OperationHeader.host(header);
        final String name = names.of(address);
        final long word = frame.getLong(offset + MemoryOperation.FIRST_OFFSET);
        final boolean isHere = isAt(address, host);
        switch (opcode)
        {
            case MemoryOperation.READ ->
            {
                listener.operation("read", name, "at host " + source);
                answer(listener, source == host, address, name);
            }
            case MemoryOperation.WRITE ->
            {
                listener.operation("write", name, "= " + word);
                if (isHere)
                {
                    listener.overwritten(address);
                }
            }
            case MemoryOperation.SCHED ->
            {
                listener.operation("sched", name, "");
                reserve(listener, isHere, address, name, word);
            }
            case MemoryOperation.ASSIGN ->
            {
                listener.operation(
                    "assign", name, "= " + frame.getLong(offset + MemoryOperation.SECOND_OFFSET));
                settle(listener, isHere, address, word, true);
            }
            case MemoryOperation.CANCEL ->
            {
                listener.operation("cancel", name, "");
                settle(listener, isHere, address, word, false);
            }
            case MemoryOperation.UPDATE -> listener.operation("update", name, function(source, word));
            case MemoryOperation.UPDATE_LONG ->
            {
                final int code = (int)frame.getLong(offset + MemoryOperation.UPDATE_FUNCTION_OFFSET);
                listener.operation("update", name, function(code, word));
                answer(listener, source == host, address, name);
            }
            default -> listener.operation("operation 0x" + Integer.toHexString(opcode), "", "");
        }
    }

    private void readGroup(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        final long header = frame.getLong(offset);
        final boolean isTake = MemoryOperation.TAKE == OperationHeader.opcode(header);
        if (available < MemoryOperation.TAKE_ADDRESSES_OFFSET)
        {
            listener.operation(isTake ? "take" : "assign", "", "cut");
            return;
        }
        final int count = MemoryOperation.variables(frame, offset);
        final long version = frame.getLong(offset + MemoryOperation.GROUP_VERSION_OFFSET);
        final int addresses = isTake ? MemoryOperation.TAKE_ADDRESSES_OFFSET :
            MemoryOperation.ASSIGN_VALUES_OFFSET + count * Long.BYTES;
        for (int i = 0; i < count; i++)
        {
            final int place = addresses + i * Integer.BYTES;
            if (place + Integer.BYTES > available)
            {
                listener.operation(isTake ? "take" : "assign", "...", "and " + (count - i) + " more");
                return;
            }
            final int address = frame.getInt(offset + place);
            final String name = names.of(address);
            if (isTake)
            {
                take(header, version, i, address, host, listener);
            }
            else
            {
                listener.operation("assign", name, "= " + frame.getLong(
                    offset + MemoryOperation.ASSIGN_VALUES_OFFSET + i * Long.BYTES));
                settle(listener, isAt(address, host), address, version + i, true);
            }
        }
    }

    private void readRow(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        if (available < MemoryOperation.WRITE_VALUES_OFFSET)
        {
            listener.operation("write", "", "cut");
            return;
        }
        final long header = frame.getLong(offset);
        final int count = MemoryOperation.variables(frame, offset);
        for (int i = 0; i < count; i++)
        {
            final int value = MemoryOperation.writeRowLength(i);
            if (value + Long.BYTES > available)
            {
                listener.operation("write", "...", "and " + (count - i) + " more");
                return;
            }
            final int address = OperationHeader.address(header) + i;
            listener.operation("write", names.of(address), "= " + frame.getLong(offset + value));
            if (isAt(address, host))
            {
                listener.overwritten(address);
            }
        }
    }

    private void take(
        final long header,
        final long version,
        final int index,
        final int address,
        final int host,
        final OperationListener listener)
    {
        final String name = names.of(address);
        final int source = OperationHeader.host(header);
        final boolean isScheduled = Version.SUBSTANTIATED != version;
        final boolean isRead = MemoryOperation.NO_HOST != source;
        listener.operation(
            isScheduled && isRead ? "take" : isScheduled ? "sched" : "read", name, isRead ? "at host " + source : "");
        answer(listener, source == host, address, name);
        if (isScheduled)
        {
            reserve(listener, isAt(address, host), address, name, version + index);
        }
    }

    private static void answer(
        final OperationListener listener, final boolean isHere, final int address, final String name)
    {
        if (isHere)
        {
            listener.answered(address, name);
        }
    }

    private static void reserve(
        final OperationListener listener,
        final boolean isHere,
        final int address,
        final String name,
        final long version)
    {
        if (isHere)
        {
            listener.reserved(address, name, version);
        }
    }

    private static void settle(
        final OperationListener listener,
        final boolean isHere,
        final int address,
        final long version,
        final boolean isAssigned)
    {
        if (isHere)
        {
            listener.settled(address, version, isAssigned);
        }
    }

    private static String function(final int code, final long argument)
    {
        return "with " + UpdateFunction.describe(code) + ' ' + argument;
    }

    private boolean isAt(final int address, final int host)
    {
        final int page = address >>> pageShift;
        return page < copysets.length && null != copysets[page] && copysets[page].contains(host);
    }

    @Override
    public String toString()
    {
        return "MemoryTrace{pages=" + copysets.length + '}';
    }
}
