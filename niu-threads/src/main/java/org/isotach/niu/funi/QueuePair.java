/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * All that a member of a gang gets: it sends to the members of its own gang, and takes what they send, and there is no
 * way to name others. Requests and replies have queues of their own, in both directions (Hoe, FUNet, section 3).
 * <p>
 * A packet is a message of up to {@link #MAX_WORDS} words, or the notice of a put, which says that bytes are in memory.
 * Packets that one member sends to another one with one priority arrive in that order; nothing else is promised about
 * order. Each arrives once, as long as both members are there.
 * <p>
 * A queue is full when all of its slots but one are in use. Then calls that try return null, false or -1, and calls
 * that wait take packets meanwhile, in the order that keeps gangs free of deadlocks: who waits to send a request takes
 * replies first and requests after that, who waits to send a reply takes replies only. In {@link
 * org.isotach.niu.ThreadingMode#INVOKER} calls without success work for the host as well.
 * <p>
 * Calls throw {@link IllegalStateException} when the queue pair or its gang was closed, {@link
 * org.isotach.HostExpelledException} when its host was expelled, {@link org.isotach.ClusterClosedException} when the
 * cluster was closed, and {@link org.isotach.IsotachException} when the gang has failed ({@link Gang#isFailed}); but
 * not {@link #close()}, {@link #node()}, {@link #size()} and {@link #dropped()}, nor {@link #commit()} and {@link
 * #abort()}, which end a packet that was opened before. Those that send also throw {@link
 * org.isotach.HostExpelledException} when the host of the other member was expelled, and {@link
 * org.isotach.IsotachException} when the other member was closed: that is not the same as a full queue.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #close()} and {@link #segment}: it belongs to one
 * application thread at a time.
 */
public abstract class QueuePair extends Padded implements AutoCloseable
{
    /**
     * Most words of a message.
     */
    public static final int MAX_WORDS = PacketLayout.MAX_WORDS;

    /**
     * Number of types, for each priority.
     */
    public static final int TYPES = PacketLayout.TYPES;

    /**
     * How many of the last transfers to one member, with one priority, have a status.
     */
    public static final int TICKETS = Transfer.KEPT;

    QueuePair()
    {
    }

    /**
     * Returns the number of this member in its gang.
     *
     * @return 0..{@link #size()} - 1.
     */
    public abstract int node();

    /**
     * Returns the number of members of the gang.
     *
     * @return number of members.
     */
    public abstract int size();

    /**
     * Returns which incarnation of its node a member is: another one, and a larger number, after each {@link
     * Gang#remap}. What was on its way to the former one is lost, so whoever waits for an answer looks at this before
     * it asks, and while it waits.
     *
     * @param node number of a member; may be this one.
     * @return at least 1.
     * @throws IllegalArgumentException if there is no such member. If the member is gone, what calls that send throw.
     */
    public abstract long incarnation(int node);

    /**
     * Opens a packet. {@link #commit()} or {@link #abort()} must follow before anything else is sent.
     *
     * @param priority of the packet.
     * @param node     number of a member; may be this one.
     * @param type     any number in 0..511.
     * @param words    0..{@link #MAX_WORDS}.
     * @return where to write it; null if the queue is full, a put to that member with that priority is under way, or
     * the gang is suspended.
     * @throws IllegalArgumentException if there is no such member, type or length.
     * @throws IllegalStateException    if a packet is open.
     */
    public abstract PacketBuffer tryClaim(Priority priority, int node, int type, int words);

    /**
     * Opens a packet as {@link #tryClaim} does, and waits for room within the time limit of the cluster. Meanwhile it
     * takes packets.
     *
     * @param priority of the packet; only a reply inside the handler of a request, and none inside that of a reply.
     * @param node     number of a member; may be this one.
     * @param type     any number in 0..511.
     * @param words    0..{@link #MAX_WORDS}.
     * @param handler  takes packets.
     * @return where to write it.
     * @throws IllegalStateException               if a packet is open, or this handler may not wait for that.
     * @throws org.isotach.IsotachTimeoutException if it takes too long. All else as for {@link #tryClaim}.
     */
    public abstract PacketBuffer claim(Priority priority, int node, int type, int words, PacketHandler handler);

    /**
     * Ends the open packet. It is sent with the next {@link #flush()}, {@link #poll} or waiting call, and at the latest
     * when its queue is full.
     *
     * @throws IllegalStateException if no packet is open.
     */
    public abstract void commit();

    /**
     * Gives the open packet up.
     *
     * @throws IllegalStateException if no packet is open.
     */
    public abstract void abort();

    /**
     * Sends what was committed, and goes on with transfers.
     */
    public abstract void flush();

    /**
     * Takes packets: a request only if no reply is there. It flushes first.
     *
     * @param limit   how many at most.
     * @param handler takes them.
     * @return how many were taken; 0 if none is there, or the gang is suspended.
     * @throws IllegalStateException inside the handler of a reply.
     */
    public abstract int poll(int limit, PacketHandler handler);

    /**
     * Takes packets as {@link #poll} does, but of one priority only.
     *
     * @param priority of the packets; only replies inside the handler of a request.
     * @param limit    how many at most.
     * @param handler  takes them.
     * @return how many were taken.
     * @throws IllegalStateException inside the handler of a reply, or for requests inside the handler of a request.
     */
    public abstract int poll(Priority priority, int limit, PacketHandler handler);

    /**
     * Takes packets, and waits for one within the time limit of the cluster if none is there.
     *
     * @param limit   how many at most.
     * @param handler takes them.
     * @return how many were taken, at least 1.
     * @throws IllegalStateException               inside the handler of a reply.
     * @throws org.isotach.IsotachTimeoutException if it takes too long.
     */
    public abstract int receive(int limit, PacketHandler handler);

    /**
     * Lets the other members reach some new memory, filled with zeros.
     *
     * @param length in bytes, at least 1.
     * @param rights what they may do.
     * @return the segment.
     * @throws IllegalStateException if this member has made 256 segments.
     */
    public final SharedSegment segment(final int length, final Rights rights)
    {
        return segment(OffHeapBuffer.allocate(length), rights);
    }

    /**
     * Lets the other members reach some memory.
     *
     * @param memory all of it.
     * @param rights what they may do.
     * @return the segment.
     * @throws IllegalStateException if this member has made 256 segments.
     */
    public abstract SharedSegment segment(OffHeapBuffer memory, Rights rights);

    /**
     * Copies bytes into memory of another member, and sends it a notice after that (XFER, Hoe, FUNet, section 3.2.4).
     * One call is one packet, of any length. The bytes are copied once, by this thread, in this call and, if there are
     * more than {@link GangContext#pieceLength}, in later ones; they may change as soon as {@link #isReusable} says so.
     * Until the notice is sent, nothing else can be sent to that member with that priority.
     *
     * @param priority of the notice.
     * @param source   memory to copy from.
     * @param offset   index in bytes of the first byte.
     * @param pointer  to a {@link SharedSegment}, also of this member.
     * @param length   in bytes; 0 sends the notice only.
     * @param type     of the notice, 0..511.
     * @param argument of the notice.
     * @return a ticket; -1 if nothing was done, as for {@link #tryClaim}.
     * @throws IllegalArgumentException  if there is no such member or type, or the length is negative.
     * @throws IndexOutOfBoundsException if the source has no such bytes.
     * @throws IllegalStateException     if a packet is open.
     */
    public abstract long tryPut(
        Priority priority, OffHeapBuffer source, int offset, long pointer, int length, int type, long argument);

    /**
     * Copies bytes from memory of another member. It need not do anything, and gets no notice. The bytes are copied
     * once, by this thread, as those of {@link #tryPut}.
     *
     * @param priority of the transfer: those with the other one do not wait for it.
     * @param pointer  to a {@link SharedSegment}, also of this member.
     * @param target   memory to copy to.
     * @param offset   index in bytes of the first byte.
     * @param length   in bytes.
     * @return a ticket; -1 if nothing was done, because another transfer with that member and priority is under way, or
     * the gang is suspended.
     * @throws IllegalArgumentException  if there is no such member, or the length is negative.
     * @throws IndexOutOfBoundsException if the target has no such bytes.
     * @throws IllegalStateException     if a packet is open.
     */
    public abstract long tryGet(Priority priority, long pointer, OffHeapBuffer target, int offset, int length);

    /**
     * Copies as {@link #tryPut} does, and waits within the time limit of the cluster until it is done. Meanwhile it
     * takes packets. Whatever it throws, it does not go on afterwards: a transfer that is not done is given up. Some
     * of its bytes may have been copied, but its notice is not sent. Through devices, bytes that were on their way may
     * still be copied; until that is over, nothing else can be sent to that member with that priority.
     *
     * @param priority of the notice; only a reply inside the handler of a request, and none inside that of a reply.
     * @param source   memory to copy from.
     * @param offset   index in bytes of the first byte.
     * @param pointer  to a {@link SharedSegment}, also of this member.
     * @param length   in bytes; 0 sends the notice only.
     * @param type     of the notice, 0..511.
     * @param argument of the notice.
     * @param handler  takes packets.
     * @return its status, which is not {@link TransferStatus#PENDING}.
     * @throws IllegalStateException               if a packet is open, or this handler may not wait for that; nothing
     *                                             was done then.
     * @throws org.isotach.IsotachTimeoutException if it takes too long. All else as for {@link #tryPut}.
     */
    public abstract TransferStatus put(
        Priority priority,
        OffHeapBuffer source,
        int offset,
        long pointer,
        int length,
        int type,
        long argument,
        PacketHandler handler);

    /**
     * Returns what has become of a transfer, and goes on with it.
     *
     * @param ticket of one of the last {@link #TICKETS} with that member and priority.
     * @return its status.
     * @throws IllegalArgumentException if there is no such ticket, or it is too old.
     */
    public abstract TransferStatus status(long ticket);

    /**
     * Returns whether the memory of this member that a transfer copies from, or to, may be used again, and goes on with
     * the transfer.
     *
     * @param ticket of one of the last {@link #TICKETS} with that member and priority.
     * @return true if the transfer is not pending.
     * @throws IllegalArgumentException if there is no such ticket, or it is too old.
     */
    public final boolean isReusable(final long ticket)
    {
        return TransferStatus.PENDING != status(ticket);
    }

    /**
     * Waits within the time limit of the cluster until a transfer is not pending, and takes packets meanwhile.
     *
     * @param ticket  of one of the last {@link #TICKETS} with that member and priority.
     * @param handler takes packets.
     * @return its status, which is not {@link TransferStatus#PENDING}.
     * @throws IllegalArgumentException            if there is no such ticket, or it is too old.
     * @throws IllegalStateException               inside the handler of a reply.
     * @throws org.isotach.IsotachTimeoutException if it takes too long.
     */
    public abstract TransferStatus await(long ticket, PacketHandler handler);

    /**
     * Waits within the time limit of the cluster until a condition holds, and takes packets meanwhile. It flushes
     * first.
     *
     * @param condition of what handlers change, or of members ({@link #incarnation}); called again after each packet,
     *                  and at least every 10 ms. What it throws ends the call. It must not wait.
     * @param handler   takes packets.
     * @throws IllegalStateException               inside the handler of a reply.
     * @throws org.isotach.IsotachTimeoutException if it takes too long.
     */
    public abstract void await(BooleanSupplier condition, PacketHandler handler);

    /**
     * Returns how many packets were dropped because their sender was not a member any more when they were to be taken.
     *
     * @return number of packets since this queue pair was made.
     */
    public abstract long dropped();

    /**
     * Ends this member: it sends and takes nothing any more, its segments are closed, and a thread that waits here is
     * told. What it has sent arrives. Any thread may call this, once or more.
     */
    @Override
    public abstract void close();
}
