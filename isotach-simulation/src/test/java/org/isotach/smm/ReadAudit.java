/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.link.LinkAudit;
import org.isotach.simulation.PrivateField;

/**
 * Counts the outstanding reads of the hosts of a cluster, where they are: what claimed slots must be for. Only between
 * steps of a simulation in which no host is expelled.
 */
public final class ReadAudit
{
    private static final VarHandle OPEN_READS = PrivateField.of(MemoryWriter.class, "openReads", OpenReads.class);
    private static final VarHandle PREPARED = PrivateField.of(OpenReads.class, "preparedCount", int.class);
    private static final VarHandle READS = PrivateField.of(OpenReads.class, "reads", SlotRead[].class);
    private static final VarHandle ENTRIES = PrivateField.of(PendingReads.class, "entries", OffHeapBuffer.class);
    private static final VarHandle BUCKETS = PrivateField.of(PendingReads.class, "buckets", OffHeapBuffer.class);
    private static final VarHandle CAPACITY = PrivateField.of(PendingReads.class, "capacity", int.class);
    private static final VarHandle UPDATES = PrivateField.of(UpdateEntries.class, "entries", OffHeapBuffer.class);
    private static final VarHandle UPDATE_BUCKETS =
        PrivateField.of(WaitingUpdates.class, "buckets", OffHeapBuffer.class);
    private static final VarHandle UPDATE_CAPACITY = PrivateField.of(UpdateEntries.class, "capacity", int.class);
    private static final VarHandle UNSUBSTANTIATED =
        PrivateField.of(Revisions.class, "waiting", int.class);

    private static final int ENTRY_LENGTH = 24;
    private static final int READER_OFFSET = 4;
    private static final int PLACE_OFFSET = 16;
    private static final int NEXT_OFFSET = 20;

    private static final int UPDATE_LENGTH = 64;
    private static final int UPDATE_BUCKET_OFFSET = 48;

    /**
     * The memory of one host.
     */
    private static final class Parts
    {
        final SharedMemoryManager memory;
        final AtomicReferenceArray<SlotRead> slots;
        final PendingReads pendingReads;
        final WaitingUpdates updates;
        private final List<PortOwner> owners;
        private final List<MemoryWriter> writers = new ArrayList<>();

        // Slots for reads that this host has issued.
        int underWay;

        // Those of own copies that wait, one for all variables of a TAKE.
        final Set<Integer> waitingHere = new HashSet<>();

        Parts(final SharedMemoryManager memory)
        {
            this.memory = memory;
            slots = PrivateField.read(memory.readSlots(), "values");
            pendingReads = PrivateField.read(PrivateField.read(memory, "answers"), "pendingReads");
            updates = PrivateField.read(PrivateField.read(memory, "updates"), "updates");
            final List<List<PortOwner>> ofHosts = PrivateField.read(PrivateField.read(memory, "ports"), "owners");
            owners = ofHosts.get(memory.host().id());
        }

        /**
         * Those of the ports that there are at present; an owner is inside its writer.
         */
        private List<MemoryWriter> writers()
        {
            while (writers.size() < owners.size())
            {
                writers.add(PrivateField.read(owners.get(writers.size()), "this$0"));
            }
            return writers;
        }

        int claimed()
        {
            int claimed = 0;
            for (int slot = 0; slot < slots.length(); slot++)
            {
                claimed += null == slots.getPlain(slot) ? 0 : 1;
            }
            return claimed;
        }

        int prepared()
        {
            int prepared = 0;
            for (final MemoryWriter writer : writers())
            {
                final OpenReads openReads = (OpenReads)OPEN_READS.get(writer);
                final SlotRead[] reads = (SlotRead[])READS.get(openReads);
                for (int i = (int)PREPARED.get(openReads) - 1; i >= 0; i--)
                {
                    prepared += 1 + reads[i].roomNeeded();
                }
            }
            return prepared;
        }

        /**
         * What is left, null if nothing is.
         */
        String left()
        {
            if (!pendingReads.isEmpty() || !updates.isEmpty() || 0 < claimed())
            {
                return pendingReads.size() + " pending reads, " + updates + ", " + claimed() + " slots claimed";
            }
            for (final MemoryWriter writer : writers())
            {
                if (0 < writer.scheds().size())
                {
                    return writer.toString();
                }
            }
            final VariableStore store = memory.store();
            final int[] chains = PrivateField.read(PrivateField.read(store, "covered"), "newest");
            final int unsubstantiated = (int)UNSUBSTANTIATED.get(store.revisions());
            return 0 == unsubstantiated && Arrays.stream(chains).allMatch(chain -> 0 == chain) ? null :
                unsubstantiated + " variables without a value, covered SCHEDs " + Arrays.toString(chains);
        }
    }

    private final LinkAudit links;
    // Null for hosts of other members.
    private final Parts[] hosts;

    /**
     * An audit of a memory that has just been put on its cluster.
     */
    public ReadAudit(final Cluster cluster, final SharedMemory memory, final LinkAudit links)
    {
        this.links = links;
        hosts = new Parts[cluster.hostCount()];
        cluster.localHosts().forEach(host -> hosts[host.id()] = new Parts(memory.manager(host.id())));
    }

    /**
     * INV-13, in a cluster without members: for each host, {@code read cap = free slots + prepared reads + reads in
     * frames that were not executed + reads that wait for an ASSIGN + results that were not taken}.
     *
     * @return null if it is so; otherwise what is wrong.
     */
    public String violation()
    {
        for (final Parts host : hosts)
        {
            host.underWay = 0;
        }
        links.visitFrames(this::countReads);
        for (final Parts host : hosts)
        {
            if (!host.pendingReads.isEmpty())
            {
                countPending(host);
            }
            if (!host.updates.isEmpty())
            {
                countUpdates(host.updates);
            }
        }
        for (int id = 0; id < hosts.length; id++)
        {
            final Parts host = hosts[id];
            final int claimed = host.claimed();
            final int prepared = host.prepared();
            final long replies = links.repliesTo(id);
            if (claimed != prepared + host.underWay + replies)
            {
                return "host " + id + " has claimed " + claimed + " of " + host.slots.length() + " slots for " +
                    prepared + " reads that are to be issued, " + host.underWay +
                    " that were not executed or wait, and " + replies + " results";
            }
        }
        return null;
    }

    /**
     * INV-12: what is left when everything that was scheduled was assigned, or cancelled.
     *
     * @return null if there is nothing; otherwise what it is.
     */
    public String pending()
    {
        for (int id = 0; id < hosts.length; id++)
        {
            final String left = null == hosts[id] ? null : hosts[id].left();
            if (null != left)
            {
                return "host " + id + ": " + left;
            }
        }
        return null;
    }

    private void countReads(
        final int sender, final int receiver, final OffHeapBuffer frame, final int offset, final int length)
    {
        final int limit = offset + length;
        for (int next = offset; next < limit; next += OperationHeader.length(frame, next))
        {
            if (OperationHeader.length(frame, next) <= 0)
            {
                throw new IllegalStateException("host " + sender + " has sent an operation without a length");
            }
            final long header = frame.getLong(next);
            final int source = OperationHeader.host(header);
            if (LinkAudit.NOT_SENT == receiver || source == receiver)
            {
                if (MemoryOperation.READ == OperationHeader.opcode(header) ||
                    MemoryOperation.UPDATE_LONG == OperationHeader.opcode(header) && MemoryOperation.NO_HOST != source)
                {
                    hosts[sender].underWay++;
                }
                else if (MemoryOperation.TAKE == OperationHeader.opcode(header) && MemoryOperation.NO_HOST != source)
                {
                    hosts[sender].underWay += source == sender ? 1 : MemoryOperation.variables(frame, next);
                }
            }
        }
    }

    private void countUpdates(final WaitingUpdates updates)
    {
        final OffHeapBuffer entries = (OffHeapBuffer)UPDATES.get(updates);
        final OffHeapBuffer buckets = (OffHeapBuffer)UPDATE_BUCKETS.get(updates);
        final int capacity = (int)UPDATE_CAPACITY.get(updates);
        for (int bucket = 0; bucket < capacity; bucket++)
        {
            int link = buckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int first = (link - 1) * UPDATE_LENGTH;
                for (int update = first; WaitingUpdates.NONE != update; update = updates.following(update))
                {
                    if (WaitingUpdates.NO_READER != updates.reader(update))
                    {
                        hosts[updates.reader(update)].underWay++;
                    }
                }
                link = entries.getInt(first + UPDATE_BUCKET_OFFSET);
            }
        }
    }

    private void countPending(final Parts host)
    {
        final PendingReads pending = host.pendingReads;
        host.waitingHere.clear();
        final OffHeapBuffer entries = (OffHeapBuffer)ENTRIES.get(pending);
        final OffHeapBuffer buckets = (OffHeapBuffer)BUCKETS.get(pending);
        final int capacity = (int)CAPACITY.get(pending);
        for (int bucket = 0; bucket < capacity; bucket++)
        {
            int link = buckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int entry = (link - 1) * ENTRY_LENGTH;
                final Parts reader = hosts[entries.getInt(entry + READER_OFFSET)];
                if (reader != host || host.waitingHere.add(ReadSlots.slot(entries.getInt(entry + PLACE_OFFSET))))
                {
                    reader.underWay++;
                }
                link = entries.getInt(entry + NEXT_OFFSET);
            }
        }
    }
}
