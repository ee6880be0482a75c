/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Host;
import org.isotach.niu.spi.ReplyHandler;

/**
 * The shared memory manager of one host (V1 section 3.2): executes operations on the copies of the host. Its methods
 * belong to the executor of the host, except where they say otherwise.
 */
final class SharedMemoryManager implements OperationExecutor, ReplyHandler, ReadOrigin
{
    private final Host host;
    private final int hostId;
    private final RevisionReads reads;
    private volatile PageTable pageTable;
    private final VariableStore store;
    private final ReadSlots readSlots;
    private final ReadAnswers answers;
    private final UpdateExecutor updates;
    private final UpdateFunctions functions;
    private final PortDirectory ports;
    private final VariableNames names;

    /**
     * @param host        the host.
     * @param pageTable   the page table of the host.
     * @param cells       the cells of the host.
     * @param outstanding the outstanding reads of all hosts.
     * @param ports       the ports of all hosts.
     * @param names       the names of variables.
     * @param functions   the functions of UPDATEs.
     */
    SharedMemoryManager(
        final Host host,
        final PageTable pageTable,
        final VariableCells cells,
        final OutstandingReads outstanding,
        final PortDirectory ports,
        final VariableNames names,
        final UpdateFunctions functions)
    {
        this.host = host;
        this.pageTable = pageTable;
        this.ports = ports;
        this.names = names;
        this.functions = functions;
        hostId = host.id();
        readSlots = outstanding.of(hostId);
        final WaitingUpdates waiting = new WaitingUpdates();
        store = new VariableStore(cells, waiting);
        reads = new RevisionReads(host.models(), store, address -> pageTable().page(address));
        answers = new ReadAnswers(host, store, waiting, outstanding, names);
        updates = new UpdateExecutor(host, store, waiting, answers, ports, functions, names);
    }

    /**
     * {@inheritDoc}
     * <p>
     * This is deliberately one method for all operations: it is too large to be inlined, and is therefore compiled by
     * itself, together with everything that it calls. As a part of the executor's loop it did not always fit into the
     * limits of the compiler, and then cost 1.5 times as much for the whole life of the JVM.
     */
    @Override
    public int execute(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        store.begin();
        int next = offset;
        while (next < limit)
        {
            final long header = frame.getLong(next);
            final int address = OperationHeader.address(header);
            final int start = MemoryOperation.start(header);
            if (MemoryOperation.WRITE_START == start)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.isOfSeveral(OperationHeader.opcode(header)))
            {
                final int length = OperationHeader.lengthWithin(frame, next, limit);
                if (0 == length)
                {
                    // The executor of the host reports it, as if it were unknown.
                    break;
                }
                if (MemoryOperation.WRITE_ROW == OperationHeader.opcode(header))
                {
                    final int count = MemoryOperation.variables(frame, next);
                    store.writeRow(address, frame, next + MemoryOperation.WRITE_VALUES_OFFSET, count);
                }
                else if (MemoryOperation.TAKE == OperationHeader.opcode(header))
                {
                    take(sender, frame, next, header);
                }
                else
                {
                    assignAll(frame, next);
                }
                next += length;
            }
            else if (MemoryOperation.READ_START == start)
            {
                if (OperationHeader.host(header) == hostId)
                {
                    answers.answer(sender, address, (int)frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.SCHED_START == start)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    store.sched(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.ASSIGN_START == start)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    final long version = frame.getLong(next + MemoryOperation.FIRST_OFFSET);
                    assign(address, cell, version, frame.getLong(next + MemoryOperation.SECOND_OFFSET));
                }
                next += MemoryOperation.ASSIGN_LENGTH;
            }
            else if (MemoryOperation.UPDATE_START == start)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    final long argument = frame.getLong(next + MemoryOperation.FIRST_OFFSET);
                    updates.update(address, cell, OperationHeader.host(header), argument);
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.UPDATE_LONG_START == start)
            {
                updates.updateLong(sender, frame, next, header);
                next += MemoryOperation.UPDATE_LONG_LENGTH;
            }
            else if (MemoryOperation.CANCEL_START == start)
            {
                cancel(address, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                next += MemoryOperation.SHORT_LENGTH;
            }
            else
            {
                // Of another family, unknown, or of a length that does not fit: the executor of the host decides.
                if (!MemoryOperation.isBehind(frame, next, limit))
                {
                    store.complete();
                }
                return next;
            }
        }
        store.complete();
        return next;
    }

    /**
     * {@inheritDoc}
     *
     * @param place the place of the result, see {@link ReadSlots}; complemented if it will never have a value.
     * @param value the value, or the reason for its absence, see {@link ReadFailure}.
     */
    @Override
    public void onReply(final int place, final long value)
    {
        answers.onReply(place, value);
    }

    /**
     * Executes an ASSIGN of a variable that this host holds.
     */
    void assign(final int address, final int cell, final long version, final long value)
    {
        final boolean isKept = store.assign(cell, version, value);
        answers.deliverAll(address, version, value);
        updates.assigned(address, cell, version, value, isKept);
    }

    /**
     * Executes the READ of all variables, if this host is to answer, and then the SCHED of those that it holds.
     */
    private void take(final int sender, final OffHeapBuffer frame, final int offset, final long header)
    {
        final int count = MemoryOperation.variables(frame, offset);
        final int addresses = offset + MemoryOperation.TAKE_ADDRESSES_OFFSET;
        if (OperationHeader.host(header) == hostId)
        {
            final int slot = (int)frame.getLong(offset + MemoryOperation.TAKE_SLOT_OFFSET);
            answers.answerAll(sender, frame, addresses, count, slot, OperationHeader.address(header));
        }
        final long version = frame.getLong(offset + MemoryOperation.GROUP_VERSION_OFFSET);
        // Otherwise another TAKE behind it schedules the variables that this one reads.
        if (Version.SUBSTANTIATED != version)
        {
            store.schedAll(frame, addresses, count, version);
        }
    }

    /**
     * Executes an ASSIGN of all variables that this host holds.
     */
    private void assignAll(final OffHeapBuffer frame, final int offset)
    {
        final int count = MemoryOperation.variables(frame, offset);
        final int values = offset + MemoryOperation.ASSIGN_VALUES_OFFSET;
        final int addresses = values + count * Long.BYTES;
        long version = frame.getLong(offset + MemoryOperation.GROUP_VERSION_OFFSET);
        for (int i = 0; i < count; i++)
        {
            final int address = frame.getInt(addresses + i * Integer.BYTES);
            final int cell = store.cell(address);
            if (VariableStore.NOT_HERE != cell)
            {
                assign(address, cell, version, frame.getLong(values + i * Long.BYTES));
            }
            version++;
        }
    }

    /**
     * Takes back a SCHED, as if it had never been, for the reads and UPDATEs that wait for it, too.
     */
    private void cancel(final int address, final long version)
    {
        final int cell = store.cell(address);
        if (VariableStore.NOT_HERE == cell)
        {
            return;
        }
        final long before = store.cancel(address, cell, version);
        if (Version.SUBSTANTIATED == before)
        {
            answers.deliverAll(address, version, store.value(cell));
        }
        else if (Version.UNKNOWN == before)
        {
            answers.failAll(address, version, ReadFailure.cancelled(Version.host(version)));
        }
        else
        {
            answers.moveAll(address, version, before);
        }
        updates.cancelled(address, cell, version, before);
    }

    /**
     * {@inheritDoc}
     * <p>
     * SCHEDs of the host that have not been assigned are taken back, as {@link #cancel} does. Reads that wait for one
     * whose variable was overwritten fail, as do reads of this host that the expelled host has not answered.
     */
    @Override
    public void hostExpelled(final int expelled, final long pulse)
    {
        // First no new read goes there, then the reads under way fail. Partner: hasExpelled().
        pageTable = pageTable.without(expelled);
        answers.hostExpelled(expelled, pulse);
        store.begin();
        store.forEachSched(expelled, this::cancel);
        answers.schedsTakenBack(expelled);
        updates.hostExpelled(expelled);
        store.complete();
    }

    /**
     * {@inheritDoc}
     * <p>
     * Outstanding reads fail: waiting threads and handlers are told.
     */
    @Override
    public void clusterClosed()
    {
        // The slots of a host of another member are in its own JVM.
        if (null != readSlots)
        {
            answers.close((address, slot) -> describe(address, waitsFor(slot)));
        }
    }

    @Override
    public Host host()
    {
        return host;
    }

    @Override
    public void takeOut(final int slot, final SlotRead read)
    {
        if (slot >= 0)
        {
            readSlots.tryFree(slot, read);
        }
    }

    /**
     * Returns the local copies, for application threads that read optimistically.
     */
    VariableStore store()
    {
        return store;
    }

    /**
     * Returns the reads of local copies, for application threads.
     */
    RevisionReads reads()
    {
        return reads;
    }

    PageTable pageTable()
    {
        return pageTable;
    }

    ReadSlots readSlots()
    {
        return readSlots;
    }

    UpdateExecutor updates()
    {
        return updates;
    }

    UpdateFunctions functions()
    {
        return functions;
    }

    /**
     * Returns where the ports of this host have their numbers from; threadsafe.
     */
    PortDirectory ports()
    {
        return ports;
    }

    /**
     * Returns whether any host has been expelled, as far as is known here. Called by application threads: a thread that
     * has claimed a slot before, and gets false, can rely on the executor to fail its read; all accesses are volatile.
     * Partner: hostExpelled().
     */
    boolean hasExpelled()
    {
        return pageTable.isWithoutAny();
    }

    /**
     * Fails a read that has just been put into a slot if the host that is to answer has been expelled since; called by
     * application threads. They do not own the executor, so its handler runs beside it.
     */
    void checkSource(final int slot, final SlotRead read)
    {
        if (slot >= 0 && pageTable.isWithout(read.source()))
        {
            readSlots.tryFail(slot, read, host.models().describe(read.source()) + " was expelled before the read of" +
                " variable " + read.address() + " by host " + hostId + " was issued: read again",
                host.models()::runHandlerOfCaller);
        }
    }

    @Override
    public long waitsFor(final int slot)
    {
        return readSlots.waitsFor(slot);
    }

    @Override
    public String describe(final int address, final long version)
    {
        return names.describe(address) + (Version.SUBSTANTIATED == version ? "" : ports.describeVersion(version));
    }

    @Override
    public String toString()
    {
        return "SharedMemoryManager{host=" + hostId + ", pendingReads=" + answers.pendingReads() + ", waitingUpdates=" +
            updates.waiting() + '}';
    }
}
