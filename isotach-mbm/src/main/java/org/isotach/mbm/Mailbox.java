/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.BooleanSupplier;

import org.isotach.HostExpelledException;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.Waiter;
import org.isotach.niu.execute.Deliveries;
import org.isotach.niu.link.SoleUser;
import org.isotach.niu.trace.HostRecorder;

/**
 * Receives isotach messages, signals and completions of barriers, for the application of a host. They arrive in isotach
 * order: by ascending pulse; within a pulse messages by sender and issue order, then signals, then barriers, by channel
 * (V1 section 3.2.7, Ironman sections 6.8.5 and 7.3.5). An isochron that touches only its own host takes its place
 * after everything that the host has received so far. With another {@link MessageOrder}, messages are delivered when
 * they arrive.
 * <p>
 * The application reads a message in the memory where its sender has written it, or, if its isochron is short, where
 * the link has put it. Until the application receives again, the sender can use neither that memory nor the credit: a
 * host that does not receive stops all senders to it, itself included, once their credits are used up. A thread that
 * both sends and receives calls {@link org.isotach.Isochron#tryIssue()}, and receives while that returns false.
 * <p>
 * In {@link org.isotach.niu.ThreadingMode#INVOKER} receiving works for the host, as {@link Host#poll()} does, and for
 * all hosts after {@link FailurePoll#FAILURES_PER_ROUND} attempts that have received nothing.
 * <p>
 * <b>Note:</b> this class is not threadsafe: there is one mailbox per host, and it belongs to one application thread at
 * a time. With {@link org.isotach.niu.ClusterContext#paranoid(boolean)} a call while another thread is inside one
 * throws an {@link org.isotach.IsotachException} that names both threads.
 */
public final class Mailbox extends Padded
{
    private final Host host;
    private final int hostId;
    private final HostSignals signals;
    private final ModelHost models;
    private final Deliveries deliveries;
    private final Waiter waiter;
    private final FailurePoll failurePoll;
    private final int receiverWords;

    // Null unless the mode is paranoid.
    private final SoleUser user;

    // Null unless a trace is recorded.
    private final HostRecorder recorder;
    private final Object awaited = new Object()
    {
        @Override
        public String toString()
        {
            return signals.describeWait();
        }
    };
    private final BooleanSupplier hasReceived = this::hasReceived;
    private Delivery received;
    private Delivery delivery = new Delivery();

    // The rest of the frame of the last message.
    private OffHeapBuffer frame;
    private int next;
    private int limit;

    Mailbox(final Host host, final HostSignals signals)
    {
        this.host = host;
        this.signals = signals;
        hostId = host.id();
        models = host.models();
        deliveries = models.deliveries();
        waiter = host.waiter();
        // receive() has polled the host itself.
        failurePoll = host.models().failurePoll(FailurePoll.FAILURES_PER_ROUND);
        deliveries.waiter(waiter);
        receiverWords = MessageOperation.receiverWords(host.hostCount());
        user = host.context().paranoid() ? new SoleUser(" of host " + hostId, "a call: a mailbox belongs to one" +
            " thread at a time; receive on one thread, and give the content of messages to others") : null;
        recorder = host.models().recorder();
    }

    /**
     * The host of this mailbox.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Receives the next item in isotach order, and gives the previous one back to its sender. Items that were delivered
     * before the cluster was closed can still be received.
     *
     * @return a message, signal or completion, valid until the next call; null if there is none at present.
     * @throws IllegalStateException if the call comes from inside a handler.
     * @throws HostExpelledException if the host was expelled: its messages are no longer valid.
     */
    public Delivery receive()
    {
        final boolean isInside = enter("Mailbox.receive()");
        try
        {
            return receiveNext();
        }
        finally
        {
            leave(isInside);
        }
    }

    private boolean enter(final String call)
    {
        // First: what a handler is told does not depend on where the thread of the mailbox is.
        models.checkNotInHandler(call);
        return null != user && user.enter(call);
    }

    private void leave(final boolean isInside)
    {
        if (null != user)
        {
            user.leave(isInside);
        }
    }

    private Delivery receiveNext()
    {
        if (host.isExpelled())
        {
            throw expelled();
        }
        if (null != user)
        {
            delivery.release();
            delivery = new Delivery();
        }
        while (next >= limit || !nextMessage())
        {
            if (!nextDelivery())
            {
                return null;
            }
            if (deliveries.isNotice())
            {
                final long notice = deliveries.notice();
                signals.noticeReceived(notice);
                delivery.notice(deliveries.pulse(), notice);
                return delivery;
            }
            final OffHeapBuffer deliveredFrame = deliveries.frame();
            if (frame != deliveredFrame)
            {
                frame = deliveredFrame;
            }
            next = deliveries.offset();
            limit = deliveries.limit();
        }
        return delivery;
    }

    /**
     * Moves on to the next frame or notice. If there is none, a poll looks for more.
     */
    private boolean nextDelivery()
    {
        if (deliveries.next())
        {
            return true;
        }
        // The frame before was given back. A handler that runs in here does not find its message valid still.
        delivery.release();
        deliveries.poll();
        return deliveries.next() || failurePoll.poll() > 0 && deliveries.next();
    }

    /**
     * Receives as {@link #receive()} does, and waits for an item.
     *
     * @return a message, signal or completion, valid until the next call.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster is closed before an item arrives.
     * @throws HostExpelledException               if the host is expelled before an item arrives.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public Delivery await()
    {
        final boolean isInside = enter("Mailbox.await()");
        try
        {
            if (!hasReceived())
            {
                waiter.awaitCall(hasReceived, awaited);
            }
            return received;
        }
        finally
        {
            leave(isInside);
        }
    }

    private boolean hasReceived()
    {
        received = receiveNext();
        return null != received;
    }

    /**
     * Registers a signal channel: its signals are delivered to this mailbox, and this host may send on it.
     * Registered before the reset that opens the host, see {@link Messaging#open}, it misses nothing that comes behind.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#signalChannels()}.
     * @throws IllegalArgumentException           if there is no such channel.
     * @throws IllegalStateException              if it is registered already, messages have no order, or the call comes
     *                                            from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed.
     */
    public void registerSignal(final int channel)
    {
        final boolean isInside = enter("Mailbox.registerSignal()");
        try
        {
            signals.registerSignal(channel);
        }
        finally
        {
            leave(isInside);
        }
    }

    /**
     * Clears a signal channel: signals that are delivered after this call do not arrive in this mailbox. A no-op if the
     * channel is not registered.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#signalChannels()}.
     * @throws IllegalArgumentException if there is no such channel.
     * @throws IllegalStateException    if the call comes from inside a handler.
     */
    public void clearSignal(final int channel)
    {
        final boolean isInside = enter("Mailbox.clearSignal()");
        try
        {
            signals.clearSignal(channel);
        }
        finally
        {
            leave(isInside);
        }
    }

    /**
     * Registers a barrier channel: after this call its barrier is not complete without the participation of this host.
     * Hosts that have not registered it participate automatically.
     * <p>
     * All hosts that register before the first one participates are in step. A host that clears the channel and
     * registers it again may have to participate, and may learn of a completion, one execution later.
     * <p>
     * If the call is not in time for the current execution, it waits until the host counts: until everything that the
     * host has issued before has a timestamp. In a cluster with members a host that registers before its member joins
     * is in step with all others; after that the call always waits, until all members know. If it throws then, the host
     * may be registered nevertheless, and has to be cleared. The mailbox receives nothing while the call waits: if
     * other hosts send signals all the time, receive everything first.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    the promise of the barrier.
     * @throws IllegalArgumentException            if the channel is out of range.
     * @throws IllegalStateException               if it is registered already, messages have no order, the host waits
     *                                             for the reset that opens it, see {@link Messaging#open}, or the call
     *                                             comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster, the host or its messaging is closed.
     * @throws org.isotach.IsotachTimeoutException if there is no room, or the host does not count, within the time
     *                                             limit of the cluster.
     */
    public void registerBarrier(final int channel, final BarrierMode mode)
    {
        final boolean isInside = enter("Mailbox.registerBarrier()");
        try
        {
            register(channel, mode);
        }
        finally
        {
            leave(isInside);
        }
    }

    private void register(final int channel, final BarrierMode mode)
    {
        signals.checkOpen();
        signals.checkOrdered();
        // Others would wait for a host that can participate in nothing.
        models.checkOpen();
        final BarrierChannel barrier = signals.barrier(channel);
        if (!barrier.tryRegister(mode))
        {
            waiter.awaitChange(() -> barrier.tryRegister(mode), "room to register barrier channel " + channel);
        }
        if (barrier.isJoining())
        {
            // Whoever participates after this call finds this host among those that it waits for.
            waiter.await(() -> !barrier.isJoining(), "the other hosts to know that barrier channel " + channel +
                " is registered");
        }
    }

    /**
     * Clears a barrier channel: other hosts no longer wait for this host, even if it is closed. A no-op if the channel
     * is not registered, or the host was expelled.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @throws IllegalArgumentException if the channel is out of range.
     * @throws IllegalStateException    if the host waits for the reset that opens it, see {@link Messaging#open}, or
     *                                  the call comes from inside a handler.
     */
    public void clearBarrier(final int channel)
    {
        final boolean isInside = enter("Mailbox.clearBarrier()");
        try
        {
            signals.barrier(channel).clear();
        }
        finally
        {
            leave(isInside);
        }
    }

    /**
     * Returns whether the application has received, and released, everything that was delivered.
     */
    boolean isEmpty()
    {
        return deliveries.isEmpty();
    }

    private HostExpelledException expelled()
    {
        return new HostExpelledException("host " + hostId + " was expelled: it receives no more messages");
    }

    /**
     * Moves on to the next message for this host in the frame.
     */
    private boolean nextMessage()
    {
        while (next < limit)
        {
            final int offset = next;
            final long header = frame.getLong(offset);
            final int length = OperationHeader.lengthWithin(header, frame, offset, limit);
            if (0 == length)
            {
                if (host.isExpelled())
                {
                    // The memory has been reused by now.
                    delivery.release();
                    throw expelled();
                }
                // The executor has passed over the rest, and reported it.
                next = limit;
                return false;
            }
            next += length;
            if (MessageOperation.isToMailbox(frame, offset, header, hostId))
            {
                delivery.message(
                    deliveries.pulse(),
                    deliveries.sender(),
                    frame,
                    MessageOperation.messageOffset(offset, header, receiverWords),
                    MessageOperation.messageLength(frame, offset));
                if (null != recorder)
                {
                    recorder.received(deliveries.sender(), deliveries.pulse());
                }
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString()
    {
        return "Mailbox{host=" + hostId + ", delivery=" + delivery + '}';
    }
}
