/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;

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
    private static final int NONE = -1;

    private final GangState state;
    private final Endpoint self;
    private final QueuePairChecks checks;
    private final ReceivingEnd reception;
    private final SendingEnds ends;
    private final FailurePoll failurePoll;
    private final WaitingCall[] waitingCalls = new WaitingCall[Priority.COUNT];
    private final boolean isParanoid;

    // Index of the end with an open slot. No reference, because storing one takes longer than the rest.
    private int claimed = NONE;
    private PacketBuffer packet = new PacketBuffer();

    /**
     * @param reception what comes to this member.
     * @param ends      where this member sends to.
     * @param waiters   of the thread, outside and inside of handlers.
     */
    MemberQueuePair(
        final GangState state,
        final Endpoint self,
        final ReceivingEnd reception,
        final SendingEnds.Source ends,
        final Waiter... waiters)
    {
        this.state = state;
        this.self = self;
        isParanoid = self.host().context().paranoid();
        this.reception = reception;
        this.ends = new SendingEnds(state.size(), ends);
        checks = new QueuePairChecks(state, self, reception::inside);
        failurePoll = self.host().models().failurePoll(FAILURES_PER_POLL);
        Arrays.setAll(waitingCalls, depth -> new WaitingCall(this, state, waiters[depth]));
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
    public long incarnation(final int node)
    {
        checkOpen();
        state.checkNode(node);
        final Endpoint current = state.endpoint(node);
        if (current.isDown())
        {
            throw state.down(current);
        }
        return PacketLayout.incarnation(current.tag());
    }

    @Override
    public PacketBuffer tryClaim(final Priority priority, final int node, final int type, final int words)
    {
        checkOpen();
        checks.packet(node, type, words, isPacketOpen());
        final SendingEnd outbound = ends.get(priority, node);
        // Before the slot is open: its caller could not end it.
        final PacketBuffer unused = isParanoid ? new PacketBuffer() : null;
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
            packet = unused;
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
        ends.list(outbound);
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
        final SendingEnd outbound = ends.get(claimed);
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
        ends.work();
        reception.serve(isPacketOpen());
    }

    @Override
    public int poll(final int limit, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        checkOpen();
        checks.polling(null);
        ends.work();
        final int done = reception.poll(limit, handler);
        return counted(0 == done && reception.serve(isPacketOpen()) ? reception.poll(limit, handler) : done);
    }

    @Override
    public int poll(final Priority priority, final int limit, final PacketHandler handler)
    {
        Objects.requireNonNull(handler, "handler");
        checkOpen();
        checks.polling(priority);
        ends.work();
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
        final SendingEnd outbound = ends.get(priority, node);
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
        final SendingEnd outbound = ends.get(priority, node);
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
        final WaitingCall call = waitingCall();
        boolean isOver = false;
        try
        {
            final TransferStatus status = ticket >= 0 ? await(ticket, handler) :
                call.awaitPut(priority, source, offset, pointer, length, type, argument, handler);
            isOver = true;
            return status;
        }
        finally
        {
            if (!isOver)
            {
                giveUp(ticket >= 0 ? ticket : call.ticket());
            }
        }
    }

    /**
     * Gives a transfer up, if it has begun: its caller has no ticket, and may use the source for something else.
     */
    private void giveUp(final long ticket)
    {
        if (ticket >= 0)
        {
            ends.get(SendingEnd.index(ticket)).giveUp(ticket);
        }
    }

    private long begun(final SendingEnd outbound, final long number)
    {
        if (number < 0)
        {
            reception.serve(isPacketOpen());
            failurePoll.poll();
            return number;
        }
        ends.list(outbound);
        if (null != reception.inside())
        {
            // Before the one that is waited for is too old.
            waitingCalls[0].look(outbound);
            waitingCalls[1].look(outbound);
        }
        return outbound.ticket(number);
    }

    @Override
    public TransferStatus status(final long ticket)
    {
        checkOpen();
        final SendingEnd outbound = ends.find(SendingEnd.index(ticket));
        if (null != outbound)
        {
            outbound.tryAdvance();
            final TransferStatus status = outbound.status(ticket);
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

    @Override
    public void await(final BooleanSupplier condition, final PacketHandler handler)
    {
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(handler, "handler");
        checkOpen();
        checks.waitingFor(Priority.REPLY);
        ends.work();
        waitingCall().awaitCondition(condition, handler);
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
            ends.giveUp();
            checks.open();
        }
    }

    @Override
    public String toString()
    {
        return "MemberQueuePair{gang=" + state.name() + ", node=" + self.node() + ", host=" + self.host().id() +
            ", closed=" + self.isClosed() + '}';
    }
}
