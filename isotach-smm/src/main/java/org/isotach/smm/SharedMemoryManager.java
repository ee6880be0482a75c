/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.IsotachException;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Host;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.status.Counter;

/**
 * The shared memory manager of one host (V1 section 3.2): executes operations on the copies that the host holds,
 * keeps the reads that wait, and takes the results of its own reads. Its methods belong to the executor of the host,
 * except where they say otherwise.
 */
final class SharedMemoryManager implements OperationExecutor, ReplyHandler, ReadOrigin
{
    private final Host host;
    private final int hostId;
    private final SharedMemoryManager[] all;
    private volatile PageTable pageTable;
    private final VariableStore store;
    private final ReadSlots readSlots;
    private final PendingReads pendingReads = new PendingReads();
    private final WaitingUpdates updates;
    private final UpdateFunctions functions;
    private final FunctionCaller caller;
    private final List<PortOwner> portOwners = new CopyOnWriteArrayList<>();
    private boolean isClosed;

    /**
     * @param host      in question.
     * @param all       memories of all hosts, complete before the first isochron.
     * @param pageTable of the host.
     * @param store     of the host.
     * @param updates   that wait at the host, those of the store.
     * @param functions of UPDATEs.
     */
    SharedMemoryManager(
        final Host host,
        final SharedMemoryManager[] all,
        final PageTable pageTable,
        final VariableStore store,
        final WaitingUpdates updates,
        final UpdateFunctions functions)
    {
        this.host = host;
        this.all = all;
        this.pageTable = pageTable;
        this.store = store;
        this.updates = updates;
        this.functions = functions;
        caller = new FunctionCaller(host, functions);
        hostId = host.id();
        readSlots = new ReadSlots(host.context().readCap());
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
                    answer(sender, address, (int)frame.getLong(next + MemoryOperation.FIRST_OFFSET));
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
                    update(address, cell, OperationHeader.host(header), argument);
                }
                next += MemoryOperation.SHORT_LENGTH;
            }
            else if (MemoryOperation.UPDATE_LONG == opcode)
            {
                updateLong(sender, frame, next, header);
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
        if (isClosed)
        {
            // The read has failed, and its slot may have been claimed again since.
            return;
        }
        final int slot = ReadSlots.slot(place >= 0 ? place : ~place);
        final SlotRead read = readSlots.get(slot);
        if (read instanceof TakenPart part)
        {
            onTaken(part, slot, place, value);
        }
        else
        {
            readSlots.free(slot);
            if (place >= 0)
            {
                ((IsoValue)read).complete(value);
            }
            else
            {
                read.fail(ReadFailure.type(value), ReadFailure.describe(value, read.address(), hostId));
            }
        }
    }

    /**
     * One of several variables has its value, or never will.
     */
    private void onTaken(final TakenPart part, final int slot, final int place, final long value)
    {
        final int index = ReadSlots.index(place >= 0 ? place : ~place);
        part.tryNoteWait(index, Version.SUBSTANTIATED);
        if (place >= 0)
        {
            part.value(index, value);
        }
        else
        {
            part.failOne(ReadFailure.type(value), ReadFailure.describe(value, part.address(index), hostId));
        }
        settle(part, slot, 1);
    }

    private void settle(final TakenPart part, final int slot, final int variables)
    {
        if (part.settle(variables))
        {
            readSlots.free(slot);
            part.complete();
        }
        else
        {
            readSlots.freeOneRoom(part);
        }
    }

    private void assign(final int address, final int cell, final long version, final long value)
    {
        final boolean isKept = store.assign(cell, version, value);
        deliverAll(address, version, value);
        if (!updates.isEmpty())
        {
            final long last = computeAll(address, updates.take(address, version), value);
            if (isKept)
            {
                store.update(cell, last);
            }
        }
    }

    /**
     * To all reads that wait for a version.
     */
    private void deliverAll(final int address, final long version, final long value)
    {
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            deliver(pendingReads.reader(read), pendingReads.slot(read), value);
        }
    }

    /**
     * UPDATE without a result.
     */
    private void update(final int address, final int cell, final int function, final long argument)
    {
        if (store.isSubstantiated(cell))
        {
            store.change(cell, caller.compute(function, address, store.value(cell), argument, 0));
        }
        else
        {
            awaitUpdate(address, cell, function, argument, 0, WaitingUpdates.NO_READER, ReadSlots.NONE, 0);
        }
    }

    /**
     * UPDATE with a result, if this host is to answer, or with a second argument.
     */
    private void updateLong(final int sender, final OffHeapBuffer frame, final int offset, final long header)
    {
        final int address = OperationHeader.address(header);
        final int cell = store.cell(address);
        if (VariableStore.NOT_HERE == cell)
        {
            return;
        }
        final long argument = frame.getLong(offset + MemoryOperation.FIRST_OFFSET);
        final long expected = frame.getLong(offset + MemoryOperation.UPDATE_EXPECTED_OFFSET);
        final long function = frame.getLong(offset + MemoryOperation.UPDATE_FUNCTION_OFFSET);
        final int kind = (int)(function >>> Integer.SIZE);
        final boolean isAnswered = OperationHeader.host(header) == hostId;
        final int reader = isAnswered ? sender : WaitingUpdates.NO_READER;
        final int place =
            isAnswered ? (int)frame.getLong(offset + MemoryOperation.UPDATE_SLOT_OFFSET) : ReadSlots.NONE;
        if (store.isSubstantiated(cell))
        {
            final long before = store.value(cell);
            final long value = caller.compute((int)function, address, before, argument, expected);
            store.change(cell, value);
            answerUpdate(reader, place, MemoryOperation.NEW_VALUE == kind ? value : before);
        }
        else
        {
            awaitUpdate(address, cell, (int)function, argument, expected, reader, place, kind);
        }
    }

    /**
     * The result of the UPDATE that was computed last, if anybody has asked for it here.
     */
    private void answerUpdate(final int reader, final int place, final long result)
    {
        if (WaitingUpdates.NO_READER != reader)
        {
            if (caller.hasThrown())
            {
                deliver(reader, ~place, ReadFailure.hasThrown(hostId));
            }
            else
            {
                deliver(reader, place, result);
            }
        }
    }

    /**
     * An UPDATE waits for the SCHED that its variable waits for, behind those that wait for it already.
     */
    private void awaitUpdate(
        final int address,
        final int cell,
        final int function,
        final long argument,
        final long expected,
        final int reader,
        final int place,
        final int kind)
    {
        final long root = updates.root(store.version(cell));
        if (updates.count(address, root) >= WaitingUpdates.MAX_PER_SCHED)
        {
            refuseUpdate(address, root, reader, place);
            return;
        }
        final int update = updates.add(address, root, function, argument, expected, reader, place, kind);
        store.dependOn(cell, updates.version(update));
        if (WaitingUpdates.NO_READER != reader)
        {
            all[reader].readSlots.waitsFor(place, address, root);
        }
    }

    private void refuseUpdate(final int address, final long root, final int reader, final int place)
    {
        if (WaitingUpdates.NO_READER != reader)
        {
            deliver(reader, ~place, ReadFailure.tooMany(Version.host(root)));
        }
        host.models().runHandler(() -> host.models().report(new IsotachException(
            "an UPDATE of variable " + address + " has changed nothing, at host " + hostId + " as at all that hold a" +
            " copy: " + WaitingUpdates.MAX_PER_SCHED + " UPDATEs wait already for the ASSIGN of version " +
            Version.toString(root) + ", scheduled by " + all[Version.host(root)].describePort(Version.port(root)) +
            ". Assign or cancel that first")));
    }

    /**
     * Computes UPDATEs that have waited, in their order, and tells whoever waits for them.
     *
     * @param first of them, taken out.
     * @param value that they waited for.
     * @return the value behind the last one.
     */
    private long computeAll(final int address, final int first, final long value)
    {
        long last = value;
        int update = first;
        while (WaitingUpdates.NONE != update)
        {
            final long before = last;
            last = caller.compute(
                updates.function(update), address, before, updates.argument(update), updates.expected(update));
            answerUpdate(
                updates.reader(update),
                updates.place(update),
                MemoryOperation.NEW_VALUE == updates.kind(update) ? last : before);
            deliverAll(address, updates.version(update), last);
            update = freeUpdate(update);
        }
        return last;
    }

    /**
     * UPDATEs whose value will never be known, with all that waits for them.
     *
     * @param first of them, taken out.
     */
    private void failUpdates(final int first, final long failure)
    {
        int update = first;
        while (WaitingUpdates.NONE != update)
        {
            if (WaitingUpdates.NO_READER != updates.reader(update))
            {
                deliver(updates.reader(update), ~updates.place(update), failure);
            }
            failReads(updates.address(update), updates.version(update), failure);
            update = freeUpdate(update);
        }
    }

    private void failReads(final int address, final long version, final long failure)
    {
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            deliver(pendingReads.reader(read), ~pendingReads.slot(read), failure);
        }
    }

    private int freeUpdate(final int update)
    {
        final int following = updates.following(update);
        updates.free(update);
        return following;
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
            answerAll(sender, frame, addresses, count, slot, OperationHeader.address(header));
        }
        final long version = frame.getLong(offset + MemoryOperation.GROUP_VERSION_OFFSET);
        // Else another TAKE behind it schedules what this one reads.
        if (Version.SUBSTANTIATED != version)
        {
            schedAll(frame, addresses, count, version);
        }
    }

    /**
     * @param first index of the first one among all that were taken.
     */
    private void answerAll(
        final int sender,
        final OffHeapBuffer frame,
        final int addresses,
        final int count,
        final int slot,
        final int first)
    {
        if (sender != hostId)
        {
            for (int i = 0; i < count; i++)
            {
                answer(sender, frame.getInt(addresses + i * Integer.BYTES), ReadSlots.place(slot, first + i));
            }
        }
        else if (!isClosed)
        {
            answerOwn(frame, addresses, count, slot, first);
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
     * Puts the values where the application thread finds them, all that there are at once.
     */
    private void answerOwn(
        final OffHeapBuffer frame, final int addresses, final int count, final int slot, final int first)
    {
        final TakenPart part = (TakenPart)readSlots.get(slot);
        int settled = 0;
        for (int i = 0; i < count; i++)
        {
            final int address = frame.getInt(addresses + i * Integer.BYTES);
            final int cell = store.cell(address);
            if (store.isSubstantiated(cell))
            {
                part.value(first + i, store.value(cell));
                settled++;
            }
            else
            {
                await(address, store.version(cell), hostId, ReadSlots.place(slot, first + i));
            }
        }
        settle(part, slot, settled);
    }

    /**
     * READ of one variable that this host holds.
     */
    private void answer(final int reader, final int address, final int place)
    {
        final int cell = store.cell(address);
        if (store.isSubstantiated(cell))
        {
            deliver(reader, place, store.value(cell));
        }
        else
        {
            await(address, store.version(cell), reader, place);
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
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            final int reader = pendingReads.reader(read);
            final int slot = pendingReads.slot(read);
            if (Version.SUBSTANTIATED == before)
            {
                deliver(reader, slot, store.value(cell));
            }
            else if (Version.UNKNOWN == before)
            {
                deliver(reader, ~slot, ReadFailure.cancelled(Version.host(version)));
            }
            else
            {
                await(address, before, reader, slot);
            }
        }
        if (!updates.isEmpty())
        {
            cancelBelowUpdates(address, cell, version, before);
        }
    }

    /**
     * @param before what was waited for before the SCHED.
     */
    private void cancelBelowUpdates(final int address, final int cell, final long version, final long before)
    {
        if (Version.SUBSTANTIATED == before)
        {
            store.update(cell, computeAll(address, updates.take(address, version), store.value(cell)));
        }
        else if (Version.UNKNOWN == before)
        {
            failUpdates(updates.take(address, version), ReadFailure.cancelled(Version.host(version)));
        }
        else
        {
            noteWaits(address, before);
        }
    }

    /**
     * For messages: UPDATEs behind a version, and reads of them, wait for another SCHED than before.
     */
    private void noteWaits(final int address, final long before)
    {
        final long root = updates.root(before);
        for (int update = updates.behind(address, before);
            WaitingUpdates.NONE != update;
            update = updates.following(update))
        {
            final int reader = updates.reader(update);
            if (WaitingUpdates.NO_READER != reader)
            {
                all[reader].readSlots.waitsFor(updates.place(update), address, root);
            }
            pendingReads.forEach(address, updates.version(update), read ->
                all[pendingReads.reader(read)].readSlots.waitsFor(pendingReads.slot(read), address, root));
        }
    }

    private void await(final int address, final long version, final int reader, final int place)
    {
        pendingReads.add(address, version, reader, place);
        host.models().counters().increment(Counter.READS_WAITED);
        all[reader].readSlots.waitsFor(place, address, updates.root(version));
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
        readSlots.failAll(expelled, read -> "host " + expelled + " was expelled in pulse " + pulse +
            " before it answered the read of variable " + read.address() + " by host " + hostId + ": read again");
        pendingReads.takeScheduledBy(expelled, read ->
        {
            if (pendingReads.reader(read) != expelled)
            {
                deliver(pendingReads.reader(read), ~pendingReads.slot(read), ReadFailure.expelled(expelled));
            }
        });
        store.begin();
        store.forEachSched(expelled, this::cancel);
        // Of variables that have been overwritten.
        for (int update = updates.takeScheduledBy(expelled);
            WaitingUpdates.NONE != update;
            update = updates.takeScheduledBy(expelled))
        {
            failUpdates(update, ReadFailure.expelled(expelled));
        }
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
        isClosed = true;
        readSlots.failAll((slot, read) -> "the cluster was closed while host " + hostId +
            " waited for the value of variable " + read.address() + describeWait(slot));
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
        synchronized (portOwners)
        {
            final int ports = portOwners.size();
            if (ports == Version.MAX_PORTS)
            {
                throw new IllegalStateException("host " + hostId + " has " + ports +
                    " memory ports, as many as there can be: reuse the port of each application thread");
            }
            portOwners.add(owner);
            return ports;
        }
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
        if (Version.SUBSTANTIATED == version)
        {
            return "";
        }
        return describeVersion(version);
    }

    @Override
    public String describeVersion(final long version)
    {
        return ", which waits for the ASSIGN of version " + Version.toString(version) + ", scheduled by " +
            all[Version.host(version)].describePort(Version.port(version));
    }

    boolean hasPort(final int index)
    {
        return index < portOwners.size();
    }

    String describePort(final int index)
    {
        return "host " + hostId + " (" + host.name() + "), " +
            portOwners.get(index).describe();
    }

    private void deliver(final int reader, final int slot, final long value)
    {
        if (reader == hostId)
        {
            onReply(slot, value);
        }
        else
        {
            host.models().reply(reader, MemoryOperation.FAMILY, slot, value);
        }
    }

    @Override
    public String toString()
    {
        return "SharedMemoryManager{host=" + hostId + ", pendingReads=" + pendingReads.size() +
            ", waitingUpdates=" + updates.size() + '}';
    }
}
