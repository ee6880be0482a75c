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
 * Executes UPDATEs on the copies of one host: at once, or, if the variable waits for an ASSIGN, when the ASSIGN is
 * executed. Belongs to the executor of the host.
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
    private final VariableNames names;

    /**
     * @param host      the host.
     * @param store     the store of the host.
     * @param updates   the UPDATEs that wait at the host.
     * @param answers   the answers of the host.
     * @param ports     the ports of all hosts.
     * @param functions the functions of UPDATEs.
     * @param names     the names of variables.
     */
    UpdateExecutor(
        final Host host,
        final VariableStore store,
        final WaitingUpdates updates,
        final ReadAnswers answers,
        final PortDirectory ports,
        final UpdateFunctions functions,
        final VariableNames names)
    {
        this.host = host;
        this.store = store;
        this.updates = updates;
        this.answers = answers;
        this.ports = ports;
        this.names = names;
        hostId = host.id();
        caller = new FunctionCaller(host, functions, names);
    }

    /**
     * Executes an UPDATE without a result.
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
     * Executes an UPDATE with a result, if this host is to answer, or with a second argument.
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
     * Answers the UPDATE that was computed last, if a reader has asked for its result here.
     */
    private void answerUpdate(final int reader, final int place, final long result)
    {
        if (WaitingUpdates.NO_READER != reader)
        {
            if (caller.hasThrown())
            {
                answers.deliver(reader, ~place, caller.failure());
            }
            else
            {
                answers.deliver(reader, place, result);
            }
        }
    }

    /**
     * Does the same for an UPDATE that has waited.
     */
    private void answerAwaited(final int update, final long result)
    {
        if (WaitingUpdates.NO_READER != updates.reader(update))
        {
            answers.forget(updates.reader(update), updates.place(update));
            answerUpdate(updates.reader(update), updates.place(update), result);
        }
    }

    /**
     * Makes an UPDATE wait for the SCHED that its variable waits for, behind those that already wait for it.
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
        final int update;
        try
        {
            update = updates.add(address, root, function, argument, expected, reader, place, kind);
        }
        catch (final IllegalStateException | OutOfMemoryError ex)
        {
            throw noRoom(address, ex);
        }
        store.dependOn(cell, updates.version(update));
        if (WaitingUpdates.NO_READER != reader)
        {
            answers.noteWait(reader, place, address, root);
        }
    }

    /**
     * Unlike {@link #refuseUpdate}, this concerns one host: others with fewer copies may have room.
     */
    private IllegalStateException noRoom(final int address, final Throwable cause)
    {
        return new IllegalStateException("an UPDATE of " + names.describe(address) + ", and what follows it in its" +
            " frame, has changed nothing at host " + hostId + ", and perhaps at others: " + updates.size() +
            " UPDATEs already wait here for SCHEDs, and there is no room for more. Assign or cancel these, and write" +
            " the variables of the frame anew: their copies may differ", cause);
    }

    private void refuseUpdate(final int address, final long root, final int reader, final int place)
    {
        if (WaitingUpdates.NO_READER != reader)
        {
            answers.deliver(reader, ~place, ReadFailure.tooMany(Version.host(root)));
        }
        host.models().runHandler(() -> host.models().report(new IsotachException(
            "an UPDATE of " + names.describe(address) + " has changed nothing, at host " + hostId +
            " and at every other host with a copy: " + WaitingUpdates.MAX_PER_SCHED +
            " UPDATEs already wait for the ASSIGN of version " +
            Version.toString(root) + ", scheduled by " + ports.describeHolder(root) +
            ". Assign or cancel that version first: an action or a reservation does so when it ends")));
    }

    /**
     * Returns whether UPDATEs or reads wait for variables.
     */
    boolean hasWaiting()
    {
        return !updates.isEmpty() || answers.hasPending();
    }

    /**
     * Computes the UPDATEs that have waited for the SCHED of a version, which is assigned.
     *
     * @param isKept true if the variable now has this value, possibly below later SCHEDs.
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
     * Takes back the SCHED of a version.
     *
     * @param before the version before it.
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
     * Computes UPDATEs that have waited, in their order, and answers everything that waits for them.
     *
     * @param first the first of them, removed from the waiting ones.
     * @param value the value that they waited for.
     * @return the value after the last one.
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
            answerAwaited(update, MemoryOperation.NEW_VALUE == updates.kind(update) ? last : before);
            answers.deliverAll(address, updates.version(update), last);
            update = freeUpdate(update);
        }
        return last;
    }

    /**
     * Fails UPDATEs whose value will never be known, and everything that waits for them.
     *
     * @param first the first of them, removed from the waiting ones.
     */
    private void failUpdates(final int first, final long failure)
    {
        int update = first;
        while (WaitingUpdates.NONE != update)
        {
            if (WaitingUpdates.NO_READER != updates.reader(update))
            {
                answers.deliverAwaited(updates.reader(update), ~updates.place(update), failure);
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
     * Notes that UPDATEs behind a version, and reads of them, now wait for another SCHED; for messages.
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
     * Fails the UPDATEs of overwritten variables that wait for a SCHED of an expelled host.
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
     * Returns the number of UPDATEs that wait here for an ASSIGN.
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
