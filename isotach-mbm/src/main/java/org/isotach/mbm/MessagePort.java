/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Objects;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsochronParticipant;
import org.isotach.OffHeapBuffer;
import org.isotach.Padded;
import org.isotach.Topology;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Where an application thread sends isotach messages, signals, and its participation in barriers.
 * <p>
 * A message is an operation of an isochron: it is delivered, at all its receivers, in the pulse in which the isochron
 * executes, and in the order in which the operations of the isochron were appended. It goes to the {@link Mailbox} of
 * the receiving host, or to a numbered {@link MessageHandler} there. A host may send to itself. A message to several
 * hosts is written once. With another {@link MessageOrder} than isotach order it is delivered when it arrives.
 * <p>
 * Signals and participations are no operations: they are issued between isochrons, behind everything that the host has
 * issued before.
 * <p>
 * A call that throws appends nothing, and issues nothing. What is sent to a host that has been expelled is dropped.
 * <p>
 * <b>Note:</b> this class is not threadsafe: a port belongs to one application thread, as does its isochron.
 */
public final class MessagePort extends Padded
{
    private static final int NO_HANDLER = -1;

    private final Isochron isochron;
    private final Host host;
    private final HostChannels channels;
    private final int maxMessageLength;
    private final int handlerCount;
    private final int receiverWords;
    private final int[] distances;
    private final boolean isParanoid;
    private final Waiter waiter;
    private final FailurePoll failurePoll;
    private MessageBuffer claim = new MessageBuffer();
    private boolean hasJoined;

    // With another order a host sends nothing to itself.
    private final MessageOrder order;

    MessagePort(final Isochron isochron, final HostMessaging messaging, final MessagingContext context)
    {
        this.isochron = isochron;
        host = messaging.host();
        channels = messaging.channels();
        order = context.order();
        maxMessageLength = context.maxMessageLength();
        handlerCount = context.handlerCount();
        distances = new int[host.hostCount()];
        receiverWords = MessageOperation.receiverWords(distances.length);
        final Topology topology = host.context().topology();
        for (int target = 0; target < distances.length; target++)
        {
            distances[target] = topology.distance(host.id(), target);
        }
        isParanoid = host.context().paranoid();
        waiter = host.waiter();
        failurePoll = host.failurePoll(1);
    }

    /**
     * The isochron that messages are appended to.
     *
     * @return the isochron.
     */
    public Isochron isochron()
    {
        return isochron;
    }

    /**
     * The host that sends.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Appends a message to the mailbox of a host.
     *
     * @param target number of the host, which may be the own one.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length of the message in bytes.
     * @throws IllegalArgumentException              when there is no such host, the message is too long, or a message
     *                                               without order is for the own host.
     * @throws IndexOutOfBoundsException             when the message is not inside the array.
     * @throws IllegalStateException                 when the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException when the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    when this host has closed its messaging.
     */
    public void send(final int target, final byte[] source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.length);
        claim(target, length).putBytes(0, source, offset, length);
    }

    /**
     * Appends a message to the mailboxes of several hosts.
     *
     * @param targets the hosts, at least one; the own one may be among them.
     * @param source  array to copy from.
     * @param offset  of the first byte in the array.
     * @param length  of the message in bytes.
     * @see #send(int, byte[], int, int)
     */
    public void send(final HostSet targets, final byte[] source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.length);
        claim(targets, length).putBytes(0, source, offset, length);
    }

    /**
     * Appends a message to a numbered handler of a host.
     *
     * @param target  number of the host, which may be the own one.
     * @param handler 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param source  array to copy from.
     * @param offset  of the first byte in the array.
     * @param length  of the message in bytes.
     * @throws IllegalArgumentException when there is no such handler.
     * @see #send(int, byte[], int, int)
     */
    public void sendToHandler(
        final int target, final int handler, final byte[] source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.length);
        claimForHandler(target, handler, length).putBytes(0, source, offset, length);
    }

    /**
     * Appends a message to a numbered handler of several hosts.
     *
     * @param targets the hosts, at least one; the own one may be among them.
     * @param handler 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param source  array to copy from.
     * @param offset  of the first byte in the array.
     * @param length  of the message in bytes.
     * @throws IllegalArgumentException when there is no such handler.
     * @see #send(int, byte[], int, int)
     */
    public void sendToHandler(
        final HostSet targets, final int handler, final byte[] source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.length);
        claimForHandler(targets, handler, length).putBytes(0, source, offset, length);
    }

    /**
     * Appends a message to the mailbox of a host, which the caller fills in place before the isochron is issued.
     *
     * @param target number of the host, which may be the own one.
     * @param length of the message in bytes.
     * @return the message, valid until the isochron is issued or the next message is appended.
     * @see #send(int, byte[], int, int)
     */
    public MessageBuffer claim(final int target, final int length)
    {
        return append(target, NO_HANDLER, length);
    }

    /**
     * Appends a message to the mailboxes of several hosts, which the caller fills in place before the isochron is
     * issued.
     *
     * @param targets the hosts, at least one; the own one may be among them.
     * @param length  of the message in bytes.
     * @return the message, valid until the isochron is issued or the next message is appended.
     * @see #send(int, byte[], int, int)
     */
    public MessageBuffer claim(final HostSet targets, final int length)
    {
        return append(targets, NO_HANDLER, length);
    }

    /**
     * Appends a message to a numbered handler of a host, which the caller fills in place before the isochron is issued.
     *
     * @param target  number of the host, which may be the own one.
     * @param handler 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param length  of the message in bytes.
     * @return the message, valid until the isochron is issued or the next message is appended.
     * @see #sendToHandler(int, int, byte[], int, int)
     */
    public MessageBuffer claimForHandler(final int target, final int handler, final int length)
    {
        checkHandler(handler);
        return append(target, handler, length);
    }

    /**
     * Appends a message to a numbered handler of several hosts, which the caller fills in place before the isochron is
     * issued.
     *
     * @param targets the hosts, at least one; the own one may be among them.
     * @param handler 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param length  of the message in bytes.
     * @return the message, valid until the isochron is issued or the next message is appended.
     * @see #sendToHandler(int, int, byte[], int, int)
     */
    public MessageBuffer claimForHandler(final HostSet targets, final int handler, final int length)
    {
        checkHandler(handler);
        return append(targets, handler, length);
    }

    /**
     * Issues a signal if that is possible at once. All hosts that have registered the channel get it in one pulse,
     * after all messages of that pulse, and after everything that this host has issued before (Ironman section 3.5.2).
     * <p>
     * An epoch of signals is a pulse: those that all hosts send on a channel for one pulse are delivered as one.
     * <p>
     * If it is not possible, and the cluster has no threads, the host works as in {@link Host#poll()}, and after
     * {@link FailurePoll#FAILURES_PER_ROUND} failures all hosts do: a loop around this call makes progress.
     *
     * @param channel 1 .. {@link MessagingContext#signalChannels()}.
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalArgumentException           when there is no such channel.
     * @throws IllegalStateException              when this host has not registered the channel, messages have no
     *                                            order, the isochron is open, or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException when the cluster, the host or its messaging is closed.
     */
    public boolean trySignal(final int channel)
    {
        return issueSignal(channel) || backPressured();
    }

    /**
     * As {@link #trySignal}, waiting for room.
     *
     * @param channel 1 .. {@link MessagingContext#signalChannels()}.
     * @throws org.isotach.IsotachTimeoutException when there is no room within the time limit of the cluster.
     */
    public void signal(final int channel)
    {
        if (!issueSignal(channel))
        {
            final String what = "room for a signal on channel " + channel;
            waiter.awaitChange(() -> issueSignal(channel), what);
        }
    }

    /**
     * Participates in a barrier if that is possible at once. When every host that has registered the channel has
     * participated, the completion is delivered to their mailboxes in one pulse (Ironman section 3.5.1). A loop around
     * this call makes progress, as one around {@link #trySignal}.
     *
     * @param channel 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    with which the channel was registered.
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalArgumentException           when the channel is out of range.
     * @throws IllegalStateException              when this host has not registered the channel, or with the other mode,
     *                                            when it has not received the completion of the barrier before, when
     *                                            messages have no order, the isochron is open, or the call comes from
     *                                            inside a handler.
     * @throws org.isotach.ClusterClosedException when the cluster, the host or its messaging is closed.
     */
    public boolean tryBarrier(final int channel, final BarrierMode mode)
    {
        return issueParticipation(channel, mode) || backPressured();
    }

    /**
     * As {@link #tryBarrier}, waiting for room. It does not wait for the completion.
     *
     * @param channel 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    with which the channel was registered.
     * @throws org.isotach.IsotachTimeoutException when there is no room within the time limit of the cluster.
     */
    public void barrier(final int channel, final BarrierMode mode)
    {
        if (!issueParticipation(channel, mode))
        {
            final String what = "room to participate in barrier channel " + channel;
            waiter.awaitChange(() -> issueParticipation(channel, mode), what);
        }
    }

    /**
     * Issues the reset that shuts the cluster down, if that is possible at once. Only host 0 may do so, and only when
     * it is open, see {@link Messaging#open}: the reset that opens is the first one, this is a later one (Ironman
     * sections 6.4.5 and 5.7).
     * <p>
     * It takes its place behind everything that this host has issued before, and arrives at all hosts in one pulse.
     * Everything up to that pulse executes everywhere, nothing later executes anywhere; messages and signals up to
     * there can still be received, and the last {@link Delivery} of each mailbox is {@link Delivery.Kind#RESET}.
     * Whoever waits at a host at that moment, or issues or waits after it, gets a
     * {@link org.isotach.ClusterClosedException} that says so. Threads of the cluster end with
     * {@link org.isotach.niu.Cluster#close()}, which has nothing left to wait for.
     *
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalStateException              when this is not host 0, or it is not open, or the isochron is open,
     *                                            or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException when the cluster, the host or its messaging is closed, or was shut
     *                                            down.
     */
    public boolean tryReset()
    {
        return issueReset() || backPressured();
    }

    /**
     * As {@link #tryReset}, waiting for room. It does not wait until the cluster is shut down.
     *
     * @throws org.isotach.IsotachTimeoutException when there is no room within the time limit of the cluster.
     */
    public void reset()
    {
        if (!issueReset())
        {
            waiter.awaitChange(this::issueReset, "room for a reset");
        }
    }

    private boolean issueReset()
    {
        checkBetweenIsochrons("MessagePort.reset()");
        return channels.reset().tryReset();
    }

    private boolean issueSignal(final int channel)
    {
        checkBetweenIsochrons("MessagePort.signal()");
        return channels.trySignal(channel);
    }

    private boolean issueParticipation(final int channel, final BarrierMode mode)
    {
        checkBetweenIsochrons("MessagePort.barrier()");
        channels.checkOrdered();
        return channels.barrier(channel).tryParticipate(mode);
    }

    /**
     * As when an isochron cannot be issued: a loop around the call makes progress. One that waits has its own way.
     */
    private boolean backPressured()
    {
        failurePoll.poll();
        return false;
    }

    private MessageBuffer append(final int target, final int handler, final int length)
    {
        checkTarget(target);
        checkLength(length);
        channels.checkOpen();
        final int operationLength = MessageOperation.length(length, 0);
        final int offset = isochron.append(operationLength);
        final int opcode = MessageOperation.opcode(NO_HANDLER != handler, false);
        MessageOperation.write(isochron.buffer(), offset, opcode, target, handler, operationLength, length);
        isochron.touch(target, distances[target]);
        return claimed(handler, MessageOperation.messageOffset(offset, opcode, 0), length);
    }

    private MessageBuffer append(final HostSet targets, final int handler, final int length)
    {
        checkTargets(targets);
        checkLength(length);
        channels.checkOpen();
        final int operationLength = MessageOperation.length(length, receiverWords);
        final int offset = isochron.append(operationLength);
        final int opcode = MessageOperation.opcode(NO_HANDLER != handler, true);
        final OffHeapBuffer frame = isochron.buffer();
        MessageOperation.write(frame, offset, opcode, 0, handler, operationLength, length);
        for (int word = 0; word < receiverWords; word++)
        {
            MessageOperation.writeReceivers(frame, offset, word, receivers(targets, word));
        }
        return claimed(handler, MessageOperation.messageOffset(offset, opcode, receiverWords), length);
    }

    private long receivers(final HostSet targets, final int word)
    {
        long hosts = 0;
        final int limit = (word + 1) * Long.SIZE;
        for (int target = targets.next(word * Long.SIZE); target >= 0 && target < limit;
            target = targets.next(target + 1))
        {
            hosts |= 1L << target;
            isochron.touch(target, distances[target]);
        }
        return hosts;
    }

    private MessageBuffer claimed(final int handler, final int offset, final int length)
    {
        if (NO_HANDLER == handler)
        {
            isochron.leaveToApplications();
        }
        if (isParanoid)
        {
            watchClaim();
        }
        claim.wrap(isochron.buffer(), offset, length);
        return claim;
    }

    /**
     * Makes sure that nobody writes into a message after the next one was claimed, or its isochron issued or abandoned.
     */
    private void watchClaim()
    {
        if (!hasJoined)
        {
            isochron.join(new ClaimWatch());
            hasJoined = true;
        }
        claim.release();
        claim = new MessageBuffer();
    }

    private void checkTarget(final int target)
    {
        if (target < 0 || target >= distances.length)
        {
            throw new IllegalArgumentException(
                "target: " + target + " (expected: 0.." + (distances.length - 1) + ')');
        }
        if (host.id() == target && !order.isIsotach())
        {
            throw toItself("target: " + target);
        }
    }

    private void checkTargets(final HostSet targets)
    {
        if (targets.next(0) < 0 || targets.next(distances.length) >= 0)
        {
            throw new IllegalArgumentException("targets: " + targets + " (expected: at least one of the hosts 0.." +
                (distances.length - 1) + ')');
        }
        if (targets.contains(host.id()) && !order.isIsotach())
        {
            throw toItself("targets: " + targets);
        }
    }

    private IllegalArgumentException toItself(final String targets)
    {
        return new IllegalArgumentException(targets + " (expected: not " + host.id() +
            ", because a host sends no messages without order, " + order +
            ", to itself: set MessagingContext.order(MessageOrder.ISOTACH), or keep what is for this host)");
    }

    private void checkLength(final int length)
    {
        if (length < 0 || length > maxMessageLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxMessageLength +
                " bytes; see MessagingContext.maxMessageLength)");
        }
    }

    private void checkHandler(final int handler)
    {
        if (handler < 0 || handler >= handlerCount)
        {
            throw new IllegalArgumentException("handler: " + handler + " (expected: 0.." + (handlerCount - 1) +
                "; see MessagingContext.handlerCount)");
        }
    }

    private void checkBetweenIsochrons(final String what)
    {
        host.checkNotInHandler(what);
        if (isochron.isOpen())
        {
            throw new IllegalStateException(what + " inside an isochron of host " + host.id() +
                ": issue() or abandon() it first");
        }
        channels.checkOpen();
    }

    @Override
    public String toString()
    {
        return "MessagePort{host=" + host.id() + ", isochron=" + isochron + '}';
    }

    /**
     * The message that was claimed last cannot be written after its isochron was issued or abandoned.
     */
    private final class ClaimWatch implements IsochronParticipant
    {
        @Override
        public boolean prepare()
        {
            return true;
        }

        @Override
        public void issued()
        {
            claim.release();
            hasJoined = false;
        }

        @Override
        public void abandoned()
        {
            claim.release();
            hasJoined = false;
        }
    }
}
