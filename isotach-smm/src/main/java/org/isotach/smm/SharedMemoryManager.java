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
 * The shared memory manager of one host (V1 section 3.2): executes operations on the copies that the host holds. Its
 * methods belong to the executor of the host, except where they say otherwise.
 */
final class SharedMemoryManager implements OperationExecutor, ReplyHandler, ReadOrigin
{
    private final Host host;
    private final int hostId;
    private volatile PageTable pageTable;
    private final VariableStore store;
    private final ReadSlots readSlots;
    private final ReadAnswers answers;
    private final UpdateExecutor updates;
    private final UpdateFunctions functions;
    private final PortDirectory ports;

    /**
     * @param host         in question.
     * @param pageTable    of the host.
     * @param cells        of the host.
     * @param slotsOfHosts where the reads of each host are noted down.
     * @param ports        of all hosts.
     * @param functions    of UPDATEs.
     */
    SharedMemoryManager(
        final Host host,
        final PageTable pageTable,
        final VariableCells cells,
        final ReadSlots[] slotsOfHosts,
        final PortDirectory ports,
        final UpdateFunctions functions)
    {
        this.host = host;
        this.pageTable = pageTable;
        this.ports = ports;
        this.functions = functions;
        hostId = host.id();
        readSlots = slotsOfHosts[hostId];
        final WaitingUpdates waiting = new WaitingUpdates();
        store = new VariableStore(cells, waiting);
        answers = new ReadAnswers(host, store, waiting, slotsOfHosts);
        updates = new UpdateExecutor(host, store, waiting, answers, ports, functions);
    }

    /**
     * {@inheritDoc}
     * <p>
     * One method for all operations on purpose: it is too large to be inlined, and is therefore compiled by itself,
     * with everything that it calls. As a part of the executor's loop it did not always fit into the limits of the
     * compiler, and then cost 1.5 times as much for the whole life of the JVM.
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
            final int opcode = OperationHeader.opcode(header);
            if (MemoryOperation.WRITE == opcode)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    store.write(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.READ == opcode)
            {
                if (OperationHeader.host(header) == hostId)
                {
                    answers.answer(sender, address, (int)frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.SCHED == opcode)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    store.sched(cell, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.ASSIGN == opcode)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    final long version = frame.getLong(next + MemoryOperation.FIRST_OFFSET);
                    assign(address, cell, version, frame.getLong(next + MemoryOperation.SECOND_OFFSET));
                }
                next += MemoryOperation.ASSIGN_LENGTH;
            }
            else if (MemoryOperation.UPDATE == opcode)
            {
                final int cell = store.cell(address);
                if (VariableStore.NOT_HERE != cell)
                {
                    final long argument = frame.getLong(next + MemoryOperation.FIRST_OFFSET);
                    updates.update(address, cell, OperationHeader.host(header), argument);
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.UPDATE_LONG == opcode)
            {
                updates.updateLong(sender, frame, next, header);
                next += MemoryOperation.UPDATE_LONG_LENGTH;
            }
            else if (MemoryOperation.TAKE == opcode)
            {
                take(sender, frame, next, header);
                next += OperationHeader.length(frame, next);
            }
            else if (MemoryOperation.ASSIGN_ALL == opcode)
            {
                assignAll(frame, next);
                next += OperationHeader.length(frame, next);
            }
            else if (MemoryOperation.CANCEL == opcode)
            {
                cancel(address, frame.getLong(next + MemoryOperation.FIRST_OFFSET));
                next += MemoryOperation.SHORT_LENGTH;
            }
            else
            {
                // Of another family, or unknown: the executor of the host finds out.
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
     * @param place of the result, see {@link ReadSlots}; complemented if it will never have a value.
     * @param value that was read, or else why there is none, see {@link ReadFailure}.
     */
    @Override
    public void onReply(final int place, final long value)
    {
        answers.onReply(place, value);
    }

    /**
     * ASSIGN of a variable that this host holds.
     */
    void assign(final int address, final int cell, final long version, final long value)
    {
        final boolean isKept = store.assign(cell, version, value);
        answers.deliverAll(address, version, value);
        updates.assigned(address, cell, version, value, isKept);
    }

    /**
     * READ of all variables, if this host is to answer, and then SCHED of those that it holds.
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
        // Else another TAKE behind it schedules what this one reads.
        if (Version.SUBSTANTIATED != version)
        {
            schedAll(frame, addresses, count, version);
        }
    }

    private void schedAll(final OffHeapBuffer frame, final int addresses, final int count, final long firstVersion)
    {
        long version = firstVersion;
        for (int i = 0; i < count; i++)
        {
            final int cell = store.cell(frame.getInt(addresses + i * Integer.BYTES));
            if (VariableStore.NOT_HERE != cell)
            {
                store.sched(cell, version);
            }
            version++;
        }
    }

    /**
     * ASSIGN of all variables that this host holds.
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
     * A SCHED is as if it had never been, also for the reads and UPDATEs that wait for it.
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
     * SCHEDs of the host that have not been assigned are taken back: the variable has the value that it had before,
     * and reads that wait for them fail. So do own reads that the host has not answered. UPDATEs that wait for such a
     * SCHED change what was before it.
     */
    @Override
    public void hostExpelled(final int expelled, final long pulse)
    {
        // First nobody reads there any more, then come the reads that are on their way. Partner: hasExpelled().
        pageTable = pageTable.without(expelled);
        answers.hostExpelled(expelled, pulse);
        store.begin();
        store.forEachSched(expelled, this::cancel);
        updates.hostExpelled(expelled);
        store.complete();
    }

    /**
     * {@inheritDoc}
     * <p>
     * Reads that are outstanding fail: whoever waits for them is told, and whoever is to be called.
     */
    @Override
    public void clusterClosed()
    {
        answers.close(slot -> describeWait((int)slot));
    }

    @Override
    public Host host()
    {
        return host;
    }

    /**
     * The own copies, for application threads that read optimistically.
     */
    VariableStore store()
    {
        return store;
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
     * Number for a port of this host; called by any thread.
     *
     * @param owner of the port.
     */
    int addPort(final PortOwner owner)
    {
        return ports.add(hostId, owner);
    }

    /**
     * Has any host been expelled, as far as is known here? Called by application threads: one that has claimed a slot
     * before, and finds none, will have its read failed by the executor; all that is volatile. Partner: hostExpelled().
     */
    boolean hasExpelled()
    {
        return pageTable.isWithoutAny();
    }

    /**
     * Fails a read that has just been put into a slot if the host that is to answer it has been expelled meanwhile;
     * called by application threads.
     */
    void checkSource(final int slot, final SlotRead read)
    {
        if (slot >= 0 && pageTable.isWithout(read.source()))
        {
            readSlots.tryFail(slot, read, "host " + read.source() + " was expelled before the read of variable " +
                read.address() + " by host " + hostId + " was issued: read again");
        }
    }

    @Override
    public String describeWait(final int slot)
    {
        final long version = readSlots.waitsFor(slot);
        return Version.SUBSTANTIATED == version ? "" : describeVersion(version);
    }

    @Override
    public String describeVersion(final long version)
    {
        return ports.describeVersion(version);
    }

    @Override
    public String toString()
    {
        return "SharedMemoryManager{host=" + hostId + ", pendingReads=" + answers.pendingReads() + ", waitingUpdates=" +
            updates.waiting() + '}';
    }
}
