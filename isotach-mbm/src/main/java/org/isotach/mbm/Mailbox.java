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
import org.isotach.niu.trace.HostRecorder;

/**
 * Receives, for the application of a host, isotach messages, signals and completions of barriers, in isotach order:
 * ascending pulse; within a pulse messages by sender and issue order, then signals, then barriers, by channel (V1
 * section 3.2.7, Ironman sections 6.8.5 and 7.3.5). An isochron that touches nobody but its own host takes its place
 * behind what the host has received so far. With another {@link MessageOrder} messages come when they arrive.
 * <p>
 * A message is read where its sender has put it, or, if its isochron is short, where the link has. Until the
 * application receives again, its sender cannot use that memory again, nor the credit: a host that does not receive
 * holds up those that send to it, itself included, once their credits are used up. A thread that both sends and
 * receives uses {@link org.isotach.Isochron#tryIssue()}, and receives while that returns false.
 * <p>
 * In {@link org.isotach.niu.ThreadingMode#INVOKER} receiving works for the host, as {@link Host#poll()} does, and, when
 * there was nothing to receive {@link FailurePoll#FAILURES_PER_ROUND} times, for all hosts.
 * <p>
 * <b>Note:</b> this class is not threadsafe: there is one mailbox per host, and it belongs to one application thread at
 * a time.
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
    private final boolean isParanoid;

    // Null unless somebody wants a trace.
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
    private final int maxUnpolledLength;
    private Delivery received;
    private Delivery delivery = new Delivery();

    // Bytes of frames since this host polled last.
    private long unpolledLength;

    // The rest of the frame that the last message was in.
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
        // Receiving has polled the host by itself.
        failurePoll = host.models().failurePoll(FailurePoll.FAILURES_PER_ROUND);
        deliveries.waiter(waiter);
        receiverWords = MessageOperation.receiverWords(host.hostCount());
        isParanoid = host.context().paranoid();
        recorder = host.models().recorder();
        maxUnpolledLength = host.context().maxIsochronLength();
    }

    /**
     * The host that the mailbox belongs to.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Receives what is next in isotach order, and gives what was received before back to its sender. What was delivered
     * before the cluster was closed can still be received after that.
     *
     * @return a message, signal or completion, valid until the next call; null if there is none at present.
     * @throws IllegalStateException if the call comes from inside a handler.
     * @throws HostExpelledException if the host was expelled: its messages are not valid any more.
     */
    public Delivery receive()
    {
        models.checkNotInHandler("Mailbox.receive()");
        if (host.isExpelled())
        {
            throw expelled();
        }
        delivery.release();
        if (isParanoid)
        {
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
            unpolledLength += limit - next;
        }
        return delivery;
    }

    /**
     * Goes on to the next frame or notice. A poll looks for more when there is none; and it gives back what was
     * received, without which a sender would have no memory left by then, and take turns with its receiver.
     */
    private boolean nextDelivery()
    {
        if (unpolledLength <= maxUnpolledLength && deliveries.next())
        {
            return true;
        }
        unpolledLength = 0;
        host.poll();
        return deliveries.next() || failurePoll.poll() > 0 && deliveries.next();
    }

    /**
     * As {@link #receive()}, but waits for something to receive.
     *
     * @return a message, signal or completion, valid until the next call.
     * @throws IllegalStateException                if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster is closed before.
     * @throws HostExpelledException               if the host is expelled before.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster.
     * @throws org.isotach.IsotachException        if the thread is interrupted.
     */
    public Delivery await()
    {
        if (!hasReceived())
        {
            waiter.awaitCall(hasReceived, awaited);
        }
        return received;
    }

    private boolean hasReceived()
    {
        received = receive();
        return null != received;
    }

    /**
     * Registers a signal channel: its signals are delivered to this mailbox, and this host may send on it.
     *
     * @param channel 1 .. {@link MessagingContext#signalChannels()}.
     * @throws IllegalArgumentException if there is no such channel.
     * @throws IllegalStateException    if it is registered already, messages have no order, or the call comes from
     *                                  inside a handler.
     * @throws org.isotach.ClusterClosedException if the messaging of this host is closed.
     */
    public void registerSignal(final int channel)
    {
        host.models().checkNotInHandler("Mailbox.registerSignal()");
        signals.checkOpen();
        signals.registerSignal(channel);
    }

    /**
     * Gives a signal channel up: signals that are delivered from now on do not get here. A no-op if it is not
     * registered.
     *
     * @param channel 1 .. {@link MessagingContext#signalChannels()}.
     * @throws IllegalArgumentException if there is no such channel.
     * @throws IllegalStateException    if the call comes from inside a handler.
     */
    public void clearSignal(final int channel)
    {
        host.models().checkNotInHandler("Mailbox.clearSignal()");
        signals.clearSignal(channel);
    }

    /**
     * Registers a barrier channel: from now on its barrier is not complete without the participation of this host.
     * Hosts that have not registered it participate without knowing.
     * <p>
     * All hosts that register before the first one participates are in step. One that registers again after it has
     * cleared the channel may be asked for its participation, and told of a completion, one execution later.
     *
     * @param channel 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    what the barrier promises.
     * @throws IllegalArgumentException            if the channel is out of range.
     * @throws IllegalStateException               if it is registered already, messages have no order, or the call
     *                                             comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster, the host or its messaging is closed.
     * @throws org.isotach.IsotachTimeoutException if there is no room within the time limit of the cluster.
     */
    public void registerBarrier(final int channel, final BarrierMode mode)
    {
        host.models().checkNotInHandler("Mailbox.registerBarrier()");
        signals.checkOpen();
        signals.checkOrdered();
        final BarrierChannel barrier = signals.barrier(channel);
        if (!barrier.tryRegister(mode))
        {
            waiter.awaitChange(() -> barrier.tryRegister(mode), "room to register barrier channel " + channel);
        }
    }

    /**
     * Gives a barrier channel up: others do not wait for this host any more. A no-op if it is not registered.
     *
     * @param channel 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @throws IllegalArgumentException            if the channel is out of range.
     * @throws IllegalStateException               if the host waits for the reset that opens it, see
     *                                             {@link Messaging#open}, or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster, or the host, is closed.
     */
    public void clearBarrier(final int channel)
    {
        host.models().checkNotInHandler("Mailbox.clearBarrier()");
        signals.barrier(channel).clear();
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
     * Goes on to the next message for this host in the frame.
     */
    private boolean nextMessage()
    {
        while (next < limit)
        {
            final int offset = next;
            final long header = frame.getLong(offset);
            final int length = OperationHeader.length(frame, offset);
            if (length <= 0)
            {
                // The memory is used for something else by now.
                throw expelled();
            }
            next += length;
            if (MessageOperation.isMessage(header) && !MessageOperation.isToHandler(header) &&
                MessageOperation.isTo(frame, offset, header, hostId))
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
