/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;
import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Waiter;

/**
 * The queue pair of a member. How packets get to others is the business of its ends: through rings in shared memory
 * ({@link RingTransport}), or through devices ({@link DeviceTransport}).
 */
final class MemberQueuePair extends QueuePair
{
    private static final int FAILURES_PER_POLL = 128;
    private static final int NUMBER_SHIFT = 17;
    private static final int NONE = -1;

    private final GangState state;
    private final Endpoint self;
    private final QueuePairChecks checks;
    private final ReceivingEnd reception;
    private final EndSource ends;
    private final FailurePoll failurePoll;
    private final SendingEnd[] outbounds;
    private final WaitingCall[] waitingCalls = new WaitingCall[Priority.COUNT];
    private final boolean isParanoid;

    // Indices of the ends that have something to do, and of the one with an open slot. No references, because storing
    // one takes longer than the rest.
    private int[] busy = new int[4];
    private int busyCount;
    private int claimed = NONE;
    private PacketBuffer packet = new PacketBuffer();

    /**
     * Makes the ends to which this queue pair sends, on first use.
     */
    @FunctionalInterface
    interface EndSource
    {
        SendingEnd newEnd(Priority priority, int node);
    }

    /**
     * @param reception what comes to this member.
     * @param ends      where this member sends to.
     * @param waiters   of the thread, outside and inside of handlers.
     */
    MemberQueuePair(
        final GangState state,
        final Endpoint self,
        final ReceivingEnd reception,
        final EndSource ends,
        final Waiter... waiters)
    {
        this.state = state;
        this.self = self;
        isParanoid = self.host().context().paranoid();
        this.reception = reception;
        this.ends = ends;
        checks = new QueuePairChecks(state, self, reception::inside);
        failurePoll = self.host().models().failurePoll(FAILURES_PER_POLL);
        outbounds = new SendingEnd[state.size() * Priority.COUNT];
        Arrays.setAll(waitingCalls, depth -> new WaitingCall(this, waiters[depth]));
    }

    @Override
    public int node()
    {
        return self.node();
    }

    @Override
    public int size()
    {
        return state.size();
    }

    @Override
    public PacketBuffer tryClaim(final Priority priority, final int node, final int type, final int words)
    {
        checkOpen();
        checks.packet(node, type, words, isPacketOpen());
        final SendingEnd outbound = outbound(priority, node);
        if (!outbound.tryClaim())
        {
            reception.serve(isPacketOpen());
            failurePoll.poll();
            return null;
        }
        claimed = outbound.index();
        outbound.writeHeader(type, words);
        if (isParanoid)
        {
            packet = new PacketBuffer();
        }
        packet.open(outbound.buffer(), outbound.content(), words);
        return packet;
    }

    @Override
    public PacketBuffer claim(
        final Priority priority, final int node, final int type, final int words, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        final PacketBuffer claim = tryClaim(priority, node, type, words);
        if (null != claim)
        {
            return claim;
        }
        checks.waitingFor(priority);
        return waitingCall().awaitClaim(priority, node, type, words, handler);
    }

    @Override
    public void commit()
    {
        final SendingEnd outbound = claimed();
        outbound.commit();
        list(outbound);
    }

    @Override
    public void abort()
    {
        claimed().abort();
    }

    private SendingEnd claimed()
    {
        if (!isPacketOpen())
        {
            throw new IllegalStateException("no packet is open: call tryClaim() first");
        }
        final SendingEnd outbound = outbounds[claimed];
        claimed = NONE;
        packet.end();
        return outbound;
    }

    private boolean isPacketOpen()
    {
        return NONE != claimed;
    }

    @Override
    public void flush()
    {
        checkOpen();
        work();
        reception.serve(isPacketOpen());
    }

    @Override
    public int poll(final int limit, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        checkOpen();
        checks.polling(null);
        work();
        final int done = reception.poll(limit, handler);
        return counted(0 == done && reception.serve(isPacketOpen()) ? reception.poll(limit, handler) : done);
    }

    @Override
    public int poll(final Priority priority, final int limit, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        checkOpen();
        checks.polling(priority);
        work();
        final int done = take(priority, limit, handler);
        return counted(0 == done && reception.serve(isPacketOpen()) ? take(priority, limit, handler) : done);
    }

    private int take(final Priority priority, final int limit, final PacketHandler handler)
    {
        int done = 0;
        while (done < limit && reception.tryTake(priority, handler))
        {
            done++;
        }
        return done;
    }

    private int counted(final int done)
    {
        if (0 == done)
        {
            failurePoll.poll();
        }
        return done;
    }

    @Override
    public int receive(final int limit, final PacketHandler handler)
    {
        if (limit < 1)
        {
            throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
        }
        final int done = poll(limit, handler);
        return done > 0 ? done : waitingCall().awaitPackets(limit, handler);
    }

    @Override
    public SharedSegment segment(final OffHeapBuffer memory, final Rights rights)
    {
        // Any thread may call this, so transfers under way are left alone.
        if (checks.isGone())
        {
            checks.open();
        }
        return self.memory().open(memory, rights);
    }

    @Override
    public long tryPut(
        final Priority priority,
        final OffHeapBuffer source,
        final int offset,
        final long pointer,
        final int length,
        final int type,
        final long argument)
    {
        checkOpen();
        final int node = SharedSegment.node(pointer);
        checks.packet(node, type, 0, isPacketOpen());
        checks.memory(source, offset, length);
        final SendingEnd outbound = outbound(priority, node);
        return begun(outbound, outbound.tryPut(pointer, source, offset, length, type, argument));
    }

    @Override
    public long tryGet(
        final Priority priority, final long pointer, final OffHeapBuffer target, final int offset, final int length)
    {
        checkOpen();
        final int node = SharedSegment.node(pointer);
        checks.packet(node, 0, 0, isPacketOpen());
        checks.memory(target, offset, length);
        final SendingEnd outbound = outbound(priority, node);
        return begun(outbound, outbound.tryGet(pointer, target, offset, length));
    }

    @Override
    public TransferStatus put(
        final Priority priority,
        final OffHeapBuffer source,
        final int offset,
        final long pointer,
        final int length,
        final int type,
        final long argument,
        final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        // Before anything is done: the caller would have no ticket.
        checks.waitingFor(priority);
        final long ticket = tryPut(priority, source, offset, pointer, length, type, argument);
        if (ticket >= 0)
        {
            return await(ticket, handler);
        }
        return waitingCall().awaitPut(priority, source, offset, pointer, length, type, argument, handler);
    }

    private long begun(final SendingEnd outbound, final long number)
    {
        if (number < 0)
        {
            reception.serve(isPacketOpen());
            failurePoll.poll();
            return number;
        }
        list(outbound);
        return number << NUMBER_SHIFT | outbound.index();
    }

    @Override
    public TransferStatus status(final long ticket)
    {
        checkOpen();
        final int index = (int)ticket & (1 << NUMBER_SHIFT) - 1;
        final SendingEnd outbound = index < outbounds.length ? outbounds[index] : null;
        if (null != outbound)
        {
            outbound.tryAdvance();
            final TransferStatus status = outbound.status(ticket >> NUMBER_SHIFT);
            if (TransferStatus.PENDING == status)
            {
                // It may wait for room.
                reception.serve(isPacketOpen());
            }
            if (null != status)
            {
                return status;
            }
        }
        throw new IllegalArgumentException("ticket: " + ticket + " (expected: one of the last " + TICKETS +
            " with a member and priority)");
    }

    @Override
    public TransferStatus await(final long ticket, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        final TransferStatus status = status(ticket);
        if (TransferStatus.PENDING != status)
        {
            return status;
        }
        checks.waitingFor(Priority.REPLY);
        return waitingCall().awaitStatus(ticket, handler);
    }

    private WaitingCall waitingCall()
    {
        return waitingCalls[null == reception.inside() ? 0 : 1];
    }

    @Override
    public long dropped()
    {
        return reception.dropped();
    }

    @Override
    public void close()
    {
        self.close();
    }

    private void checkOpen()
    {
        checks.outside();
        if (checks.isGone())
        {
            for (int i = 0; i < busyCount; i++)
            {
                outbounds[busy[i]].giveUp();
            }
            checks.open();
        }
    }

    private SendingEnd outbound(final Priority priority, final int node)
    {
        final int index = SendingEnd.index(node, priority);
        SendingEnd outbound = outbounds[index];
        if (null == outbound)
        {
            outbound = ends.newEnd(priority, node);
            outbounds[index] = outbound;
        }
        return outbound;
    }

    private void list(final SendingEnd outbound)
    {
        if (!outbound.isListed())
        {
            outbound.isListed(true);
            if (busyCount == busy.length)
            {
                busy = Arrays.copyOf(busy, 2 * busyCount);
            }
            busy[busyCount++] = outbound.index();
        }
    }

    private void work()
    {
        int left = 0;
        for (int i = 0; i < busyCount; i++)
        {
            final SendingEnd outbound = outbounds[busy[i]];
            if (outbound.work())
            {
                outbound.isListed(false);
            }
            else
            {
                busy[left++] = outbound.index();
            }
        }
        busyCount = left;
    }

    @Override
    public String toString()
    {
        return "MemberQueuePair{gang=" + state.name() + ", node=" + self.node() + ", host=" + self.host().id() +
            ", closed=" + self.isClosed() + '}';
    }
}
