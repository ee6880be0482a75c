/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * Executes UPDATEs on the copies that one host holds: at once, or, when the variable waits for an ASSIGN, as soon as
 * that is executed. Belongs to the executor of the host.
 */
final class UpdateExecutor extends Padded
{
    private final Host host;
    private final int hostId;
    private final VariableStore store;
    private final WaitingUpdates updates;
    private final ReadAnswers answers;
    private final PortDirectory ports;
    private final FunctionCaller caller;

    /**
     * @param host      in question.
     * @param store     of the host.
     * @param updates   that wait at the host.
     * @param answers   of the host.
     * @param ports     of all hosts.
     * @param functions of UPDATEs.
     */
    UpdateExecutor(
        final Host host,
        final VariableStore store,
        final WaitingUpdates updates,
        final ReadAnswers answers,
        final PortDirectory ports,
        final UpdateFunctions functions)
    {
        this.host = host;
        this.store = store;
        this.updates = updates;
        this.answers = answers;
        this.ports = ports;
        hostId = host.id();
        caller = new FunctionCaller(host, functions);
    }

    /**
     * UPDATE without a result.
     */
    void update(final int address, final int cell, final int function, final long argument)
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
    void updateLong(final int sender, final OffHeapBuffer frame, final int offset, final long header)
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
                answers.deliver(reader, ~place, ReadFailure.hasThrown(hostId));
            }
            else
            {
                answers.deliver(reader, place, result);
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
            answers.noteWait(reader, place, address, root);
        }
    }

    private void refuseUpdate(final int address, final long root, final int reader, final int place)
    {
        if (WaitingUpdates.NO_READER != reader)
        {
            answers.deliver(reader, ~place, ReadFailure.tooMany(Version.host(root)));
        }
        host.models().runHandler(() -> host.models().report(new IsotachException(
            "an UPDATE of variable " + address + " has changed nothing, at host " + hostId + " as at all that hold a" +
            " copy: " + WaitingUpdates.MAX_PER_SCHED + " UPDATEs wait already for the ASSIGN of version " +
            Version.toString(root) + ", scheduled by " + ports.describeHolder(root) +
            ". Assign or cancel that first")));
    }

    /**
     * The SCHED of a version is assigned: computes the UPDATEs that have waited for it.
     *
     * @param isKept has the variable this value now, perhaps below later SCHEDs?
     */
    void assigned(final int address, final int cell, final long version, final long value, final boolean isKept)
    {
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
     * The SCHED of a version is taken back.
     *
     * @param before what was waited for before it.
     */
    void cancelled(final int address, final int cell, final long version, final long before)
    {
        if (updates.isEmpty())
        {
            return;
        }
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
            answers.deliverAll(address, updates.version(update), last);
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
                answers.deliver(updates.reader(update), ~updates.place(update), failure);
            }
            answers.failAll(updates.address(update), updates.version(update), failure);
            update = freeUpdate(update);
        }
    }

    private int freeUpdate(final int update)
    {
        final int following = updates.following(update);
        updates.free(update);
        return following;
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
                answers.noteWait(reader, updates.place(update), address, root);
            }
            answers.noteWaits(address, updates.version(update), root);
        }
    }

    /**
     * UPDATEs of variables that have been overwritten, and wait for a SCHED of a host that was expelled.
     */
    void hostExpelled(final int expelled)
    {
        for (int update = updates.takeScheduledBy(expelled);
            WaitingUpdates.NONE != update;
            update = updates.takeScheduledBy(expelled))
        {
            failUpdates(update, ReadFailure.expelled(expelled));
        }
    }

    /**
     * UPDATEs that wait here for an ASSIGN.
     */
    int waiting()
    {
        return updates.size();
    }

    @Override
    public String toString()
    {
        return "UpdateExecutor{host=" + hostId + ", waiting=" + updates.size() + '}';
    }
}
