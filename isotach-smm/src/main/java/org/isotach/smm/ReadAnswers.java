/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.status.Counter;

/**
 * Answers reads of the copies of one host, at once or when the value is known, and accepts the answers for the reads of
 * the host itself. Belongs to the executor of the host.
 */
final class ReadAnswers extends Padded
{
    private final Host host;
    private final int hostId;
    private final VariableStore store;
    private final WaitingUpdates updates;
    private final OutstandingReads reads;
    private final ReadSlots readSlots;
    private final PendingReads pendingReads = new PendingReads();
    private final VariableNames names;
    private final Consumer<Runnable> handlers;
    private final ResultSender results;
    private boolean isClosed;

    /**
     * @param host    the host.
     * @param store   the store of the host.
     * @param updates the UPDATEs that wait at the host.
     * @param reads   the outstanding reads of all hosts.
     * @param names   the names of variables.
     */
    ReadAnswers(
        final Host host,
        final VariableStore store,
        final WaitingUpdates updates,
        final OutstandingReads reads,
        final VariableNames names)
    {
        this.names = names;
        this.host = host;
        this.store = store;
        this.updates = updates;
        this.reads = reads;
        hostId = host.id();
        readSlots = reads.of(hostId);
        handlers = host.models()::runHandler;
        results = new ResultSender(host.models(), hostId);
    }

    /**
     * Does the same as {@link org.isotach.niu.spi.ReplyHandler#onReply}.
     */
    void onReply(final int place, final long value)
    {
        if (isClosed)
        {
            // The read has failed, and its slot may have been claimed again since.
            return;
        }
        final int slot = ReadSlots.slot(withoutSign(place));
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
                read.fail(ReadFailure.type(value), describe(value, read.address()), handlers);
            }
        }
    }

    /**
     * Notes that one of several variables has its value, or never will.
     */
    private void onTaken(final TakenPart part, final int slot, final int place, final long value)
    {
        final int index = ReadSlots.index(withoutSign(place));
        part.tryNoteWait(index, Version.SUBSTANTIATED);
        if (place >= 0)
        {
            part.value(index, value);
        }
        else
        {
            part.failOne(ReadFailure.type(value), describe(value, part.address(index)));
        }
        settle(part, slot, 1);
    }

    private String describe(final long failure, final int address)
    {
        return ReadFailure.describe(failure, names, host.models(), address, hostId);
    }

    private void settle(final TakenPart part, final int slot, final int variables)
    {
        if (part.settle(variables))
        {
            readSlots.free(slot);
            part.complete(handlers);
        }
        else
        {
            readSlots.freeOneRoom(part);
        }
    }

    /**
     * Answers a READ of one variable that this host holds.
     */
    void answer(final int reader, final int address, final int place)
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
     * @param first index of the first one among all that were taken.
     */
    void answerAll(
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

    /**
     * Puts the values, all that there are at once, where the application thread finds them.
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

    private void await(final int address, final long version, final int reader, final int place)
    {
        host.models().counters().increment(Counter.READS_WAITED);
        await(address, version, updates.root(version), reader, place);
    }

    private void await(
        final int address, final long version, final long root, final int reader, final int place)
    {
        pendingReads.add(address, version, reader, place);
        noteWait(reader, place, address, root);
    }

    /**
     * Notes that a result is outstanding until a SCHED is assigned; for messages.
     */
    void noteWait(final int reader, final int place, final int address, final long root)
    {
        reads.waitsFor(reader, place, address, root);
    }

    /**
     * Notes the same for all reads of a version; for messages.
     */
    void noteWaits(final int address, final long version, final long root)
    {
        pendingReads.forEach(
            address, version, read -> noteWait(pendingReads.reader(read), pendingReads.slot(read), address, root));
    }

    boolean hasPending()
    {
        return !pendingReads.isEmpty();
    }

    /**
     * Delivers a value to all reads that wait for a version.
     */
    void deliverAll(final int address, final long version, final long value)
    {
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            deliverAwaited(pendingReads.reader(read), pendingReads.slot(read), value);
        }
    }

    /**
     * Fails the reads that wait for a version.
     */
    void failAll(final int address, final long version, final long failure)
    {
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            deliverAwaited(pendingReads.reader(read), ~pendingReads.slot(read), failure);
        }
    }

    /**
     * Makes all reads that wait for a version wait for another one.
     */
    void moveAll(final int address, final long version, final long before)
    {
        final long root = updates.root(before);
        for (int read = pendingReads.take(address, version);
            read >= 0;
            read = pendingReads.take(address, version))
        {
            await(address, before, root, pendingReads.reader(read), pendingReads.slot(read));
        }
    }

    /**
     * Fails the reads that an expelled host would have answered.
     */
    void hostExpelled(final int expelled, final long pulse)
    {
        readSlots.failAll(expelled, read -> host.models().describe(expelled) + " was expelled in pulse " + pulse +
            " before it answered the read of variable " + read.address() + " by host " + hostId + ": read again",
            handlers);
    }

    /**
     * The SCHEDs of an expelled host have been taken back: fails the reads that still wait for one, whose variables
     * have been overwritten, and forgets what the reads of that host wait for.
     */
    void schedsTakenBack(final int expelled)
    {
        pendingReads.takeScheduledBy(expelled, read ->
        {
            if (pendingReads.reader(read) != expelled)
            {
                deliverAwaited(
                    pendingReads.reader(read), ~pendingReads.slot(read), ReadFailure.expelled(expelled));
            }
        });
        reads.forgetAll(expelled);
    }

    /**
     * Fails the reads of the host, because the cluster is closed.
     *
     * @param describe describes a variable, and what the read of it in a slot waits for.
     */
    void close(final BiFunction<Integer, Integer, String> describe)
    {
        isClosed = true;
        readSlots.failAll((slot, read) -> "the cluster was closed while host " + hostId +
            " waited for the value of " + describe.apply(read.address(), slot), handlers);
    }

    /**
     * Returns the place of a result, which is complemented where a reason is sent instead of the result.
     */
    private static int withoutSign(final int place)
    {
        return place >= 0 ? place : ~place;
    }

    /**
     * Sends a result that had to wait.
     *
     * @param place as for {@link #deliver}.
     */
    void deliverAwaited(final int reader, final int place, final long value)
    {
        forget(reader, withoutSign(place));
        deliver(reader, place, value);
    }

    /**
     * Forgets what a read has waited for, whose result is sent next.
     */
    void forget(final int reader, final int place)
    {
        reads.forget(reader, place);
    }

    /**
     * Sends a result.
     *
     * @param place the place of the result at the reader, complemented if the value is the reason for its absence.
     */
    void deliver(final int reader, final int place, final long value)
    {
        if (reader == hostId)
        {
            onReply(place, value);
        }
        else
        {
            results.send(reader, place, value);
        }
    }

    /**
     * Returns the number of reads that wait here for an ASSIGN.
     */
    int pendingReads()
    {
        return pendingReads.size();
    }

    @Override
    public String toString()
    {
        return "ReadAnswers{host=" + hostId + ", pendingReads=" + pendingReads.size() + '}';
    }
}
