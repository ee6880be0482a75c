/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.AmPort;

/**
 * What the thread of one host does with global memory. Words are 64 bits at offsets that are multiples of 8, or 32 bits
 * at multiples of 4; the bulk operations take any bytes.
 * <table>
 * <caption>When an operation has taken effect</caption>
 * <tr><th>operation</th><th>that is known</th></tr>
 * <tr><td>{@link #read}, {@link #write}, {@link #readInt}, {@link #writeInt}, {@link #bulkRead},
 * {@link #bulkWrite}</td><td>when it returns</td></tr>
 * <tr><td>{@link #get}, {@link #put}, {@link #getInt}, {@link #putInt}, {@link #get16}, {@link #put16},
 * {@link #bulkGet}, {@link #bulkPut}</td>
 * <td>when the next {@link #sync} of this host returns</td></tr>
 * <tr><td>{@code store}, {@link #storeInt}, {@link #store16}, {@link #bulkStore}</td>
 * <td>to all hosts, when the next {@link #allStoreSync} returns; to the host of the memory, when {@link #storeSync}
 * does</td></tr>
 * </table>
 * Each call serves the port, and so answers other hosts, also while it waits: hosts that read from each other do not
 * block each other. A program that computes for long should {@link #poll} now and then.
 * <p>
 * Words, and two words at once, do not tear. Accesses of other hosts to the memory of this one happen inside calls of
 * the port, on its thread, with one exception: bytes of {@link #bulkWrite}, {@link #bulkPut} and {@link #bulkStore}
 * that are more than 256, or than a packet takes, arrive at any time before they are known to be there, whatever this
 * host does, and the words that they overwrite may tear until then. With {@link
 * org.isotach.niu.am.AmContext#directTransfers(boolean) directTransfers(false)}, and on links with faults, there is no
 * exception.
 * <p>
 * Calls throw {@link HostExpelledException} if this host or the one that is needed was expelled, {@link
 * ClusterClosedException} if the cluster is closed, {@link IsotachTimeoutException} if the other host is silent for too
 * long or the time limit of the cluster is over, {@link IllegalStateException} inside handlers and, if they wait,
 * inside the condition of {@link AmPort#await}, and {@link IsotachException} when the thread is interrupted. What a
 * call that has failed has begun may take effect, later as well; it neither delays nor fails a later read or write.
 * {@link #sync} and its like wait for puts, gets and stores, {@link #finish} waits for everything.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread at a time, together with the {@link
 * AmPort} of its host.
 */
public final class GlobalPort extends GlobalWords
{
    private final AmPort port;
    private final Part part;
    private final MemoryAccess access;
    private final Barrier barrier;
    private final Members members;
    private final Finish finish;
    private final BooleanSupplier arrived;
    private final Stored stored = new Stored();

    GlobalPort(
        final AmPort port, final Part part, final MemoryAccess access, final Members members, final Finish finish)
    {
        super(port, part, access);
        this.members = members;
        this.port = port;
        this.part = part;
        this.access = access;
        this.finish = finish;
        barrier = part.barrier();
        arrived = barrier::hasArrived;
    }

    /**
     * The number of the host of this port.
     *
     * @return the number.
     */
    public int self()
    {
        return port.self();
    }

    /**
     * The number of hosts.
     *
     * @return the number, this host included.
     */
    public int size()
    {
        return port.size();
    }

    /**
     * The memory of this host, for the thread of the port.
     *
     * @return always the same object.
     */
    public OffHeapBuffer memory()
    {
        return part.memory();
    }

    /**
     * Waits for all puts and gets that this host has begun.
     *
     * @throws HostExpelledException   if one of them has failed for that reason, since the last call.
     * @throws IsotachTimeoutException the same.
     */
    public void sync()
    {
        port.poll();
        settle(Kind.SPLIT_PHASE);
    }

    /**
     * Waits until all stores of all hosts have taken effect. All hosts call it, and none returns before all have.
     *
     * @throws HostExpelledException   if any host was expelled.
     * @throws IsotachTimeoutException if a store of this host has failed, since the last call, because the other host
     *                                 is silent.
     */
    public void allStoreSync()
    {
        port.poll();
        settle(Kind.STORE);
        barrier();
    }

    /**
     * Waits until stores of any hosts, this one included, have brought that many more bytes into the memory of this
     * host. Bytes are taken once: a later call waits for others. Which stores they are of is not known, so wait for all
     * bytes of one step of a program at once.
     *
     * @param bytes how many, at least 0.
     * @throws IllegalArgumentException if the number is negative.
     * @throws HostExpelledException    if any host was expelled, and the bytes are not there: they may be its.
     */
    public void storeSync(final long bytes)
    {
        if (bytes < 0)
        {
            throw new IllegalArgumentException("bytes: " + bytes + " (expected: at least 0)");
        }
        stored.await(bytes);
    }

    /**
     * Copies bytes into the memory of this host, and waits for them.
     *
     * @param from   pointer to the first byte.
     * @param into   index in bytes in the memory of this host.
     * @param length in bytes.
     * @throws IllegalArgumentException  if there are no such bytes.
     * @throws IndexOutOfBoundsException if there is no room for them.
     */
    public void bulkRead(final long from, final int into, final int length)
    {
        part.beginCall();
        try
        {
            access.fetchBytes(Kind.BLOCKING, from, into, length);
            settle(Kind.BLOCKING);
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Copies bytes of the memory of this host, and waits until they are there.
     *
     * @param to     pointer to where the first byte belongs.
     * @param from   index in bytes in the memory of this host.
     * @param length in bytes.
     * @throws IllegalArgumentException  if there is no such memory.
     * @throws IndexOutOfBoundsException if this host has no such bytes.
     */
    public void bulkWrite(final long to, final int from, final int length)
    {
        part.beginCall();
        try
        {
            access.depositBytes(Kind.BLOCKING, to, from, length);
            settle(Kind.BLOCKING);
        }
        finally
        {
            part.endCall();
        }
    }

    /**
     * Begins to copy bytes into the memory of this host, as {@link #bulkRead} does. It returns when all pieces have
     * been asked for, so it waits for room if they are more than {@link org.isotach.niu.am.AmContext#depth}.
     *
     * @param from   pointer to the first byte.
     * @param into   index in bytes in the memory of this host.
     * @param length in bytes.
     */
    public void bulkGet(final long from, final int into, final int length)
    {
        access.fetchBytes(Kind.SPLIT_PHASE, from, into, length);
    }

    /**
     * Begins to copy bytes of the memory of this host, as {@link #bulkWrite} does. They may change as soon as it
     * returns; it waits for room if they are more than {@link org.isotach.niu.am.AmContext#depth} packets take.
     *
     * @param to     pointer to where the first byte belongs.
     * @param from   index in bytes in the memory of this host.
     * @param length in bytes.
     */
    public void bulkPut(final long to, final int from, final int length)
    {
        access.depositBytes(Kind.SPLIT_PHASE, to, from, length);
    }

    /**
     * Sends bytes of the memory of this host as {@code store} sends a word, and {@link #bulkPut} bytes.
     *
     * @param to     pointer to where the first byte belongs.
     * @param from   index in bytes in the memory of this host.
     * @param length in bytes.
     */
    public void bulkStore(final long to, final int from, final int length)
    {
        access.depositBytes(Kind.STORE, to, from, length);
    }

    /**
     * Waits until all hosts have called this, or {@link #allStoreSync}, as often as this one. It does not wait for
     * puts, gets and stores. A call that has failed may be repeated; it goes on where it was.
     *
     * @throws HostExpelledException if any host was expelled.
     */
    public void barrier()
    {
        port.poll();
        barrier.begin();
        while (!barrier.isOver())
        {
            if (!barrier.isSent())
            {
                access.arrive(barrier.partner(), barrier.round());
                barrier.sent();
            }
            port.await(arrived, barrier);
            barrier.nextRound();
        }
    }

    /**
     * Ends the program of this host: waits for all that it has begun, and serves the port until the programs of all
     * hosts that were not expelled have come here. End with this call, not with {@link #barrier}: a host that has gone
     * answers nobody, and does not repeat what was lost.
     *
     * @throws HostExpelledException   if a put, a get or a store has failed for that reason, and no call has said so.
     * @throws IsotachTimeoutException the same.
     */
    public void finish()
    {
        // First: inside a handler it is refused, and another call may be waiting for its own operations.
        port.poll();
        for (int i = 0; i < Kind.count(); i++)
        {
            final Account account = part.account(Kind.of(i));
            account.awaitAll();
            port.await(account, account);
        }
        finish.finish(port.self());
        if (finish.getAsBoolean())
        {
            // The last one.
            access.wakeAll();
        }
        port.await(finish, finish);
        part.account(Kind.SPLIT_PHASE).throwFailure();
        part.account(Kind.STORE).throwFailure();
    }

    /**
     * Answers what other hosts have asked for.
     *
     * @return how many packets have arrived, 0 if none.
     */
    public int poll()
    {
        return port.poll();
    }

    /**
     * Puts and gets without an answer.
     *
     * @return their number, where each piece of a bulk operation counts as one.
     */
    public int outstanding()
    {
        return part.account(Kind.SPLIT_PHASE).outstanding();
    }

    @Override
    public String toString()
    {
        return "GlobalPort{host=" + port.self() + ", " + part + '}';
    }

    /**
     * Bytes of stores that are waited for.
     */
    private final class Stored implements BooleanSupplier
    {
        private long taken;
        private long wanted;

        void await(final long bytes)
        {
            // First: inside a handler it is refused, and another call may be waiting for its own bytes.
            port.poll();
            // More than there will ever be: the wait ends with its time limit.
            wanted = bytes > Long.MAX_VALUE - taken ? Long.MAX_VALUE : taken + bytes;
            port.await(this, this);
            taken = wanted;
        }

        @Override
        public boolean getAsBoolean()
        {
            if (part.stored() >= wanted)
            {
                return true;
            }
            final int expelled = members.anyExpelled();
            if (Members.NONE != expelled)
            {
                throw new HostExpelledException("host " + expelled + " was expelled: host " + port.self() +
                    " waits for " + this + ", which may never come; what has come is counted, so wait for less, or" +
                    " go on without them");
            }
            return false;
        }

        @Override
        public String toString()
        {
            return wanted - part.stored() + " more bytes of stores";
        }
    }
}
