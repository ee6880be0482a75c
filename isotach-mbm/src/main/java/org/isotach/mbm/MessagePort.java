/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Objects;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Sends isotach messages, signals, and participations in barriers, for an application thread.
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
    private final Isochron isochron;
    private final Host host;
    private final HostSignals signals;
    private final Waiter waiter;
    private final FailurePoll failurePoll;
    private final MessageWriter writer;

    MessagePort(final Isochron isochron, final HostMessaging messaging, final MessagingContext context)
    {
        this.isochron = isochron;
        host = messaging.host();
        signals = messaging.signals();
        waiter = host.waiter();
        failurePoll = host.models().failurePoll(1);
        writer = new MessageWriter(isochron, messaging, context);
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
     * @throws IllegalArgumentException              if there is no such host, the message is too long, or a message
     *                                               without order is for the own host.
     * @throws IndexOutOfBoundsException             if the message is not inside the array.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
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
     * @throws IllegalArgumentException if there is no such handler.
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
     * @throws IllegalArgumentException if there is no such handler.
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
        return writer.append(target, MessageWriter.NO_HANDLER, length);
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
        return writer.append(targets, MessageWriter.NO_HANDLER, length);
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
        writer.checkHandler(handler);
        return writer.append(target, handler, length);
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
        writer.checkHandler(handler);
        return writer.append(targets, handler, length);
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
     * @throws IllegalArgumentException           if there is no such channel.
     * @throws IllegalStateException              if this host has not registered the channel, messages have no
     *                                            order, the isochron is open, or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed.
     */
    public boolean trySignal(final int channel)
    {
        return issueSignal(channel) || backPressured();
    }

    /**
     * As {@link #trySignal}, waiting for room.
     *
     * @param channel 1 .. {@link MessagingContext#signalChannels()}.
     * @throws org.isotach.IsotachTimeoutException if there is no room within the time limit of the cluster.
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
     * @throws IllegalArgumentException           if the channel is out of range.
     * @throws IllegalStateException              if this host has not registered the channel, or with the other mode,
     *                                            when it has not received the completion of the barrier before, when
     *                                            messages have no order, the isochron is open, or the call comes from
     *                                            inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed.
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
     * @throws org.isotach.IsotachTimeoutException if there is no room within the time limit of the cluster.
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
     * @throws IllegalStateException              if this is not host 0, or it is not open, or the isochron is open,
     *                                            or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed, or was shut
     *                                            down.
     */
    public boolean tryReset()
    {
        return issueReset() || backPressured();
    }

    /**
     * As {@link #tryReset}, waiting for room. It does not wait until the cluster is shut down.
     *
     * @throws org.isotach.IsotachTimeoutException if there is no room within the time limit of the cluster.
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
        return signals.reset().tryReset();
    }

    private boolean issueSignal(final int channel)
    {
        checkBetweenIsochrons("MessagePort.signal()");
        return signals.trySignal(channel);
    }

    private boolean issueParticipation(final int channel, final BarrierMode mode)
    {
        checkBetweenIsochrons("MessagePort.barrier()");
        signals.checkOrdered();
        return signals.barrier(channel).tryParticipate(mode);
    }

    /**
     * As when an isochron cannot be issued: a loop around the call makes progress. One that waits has its own way.
     */
    private boolean backPressured()
    {
        failurePoll.poll();
        return false;
    }

    private void checkBetweenIsochrons(final String what)
    {
        host.models().checkNotInHandler(what);
        if (isochron.isOpen())
        {
            throw new IllegalStateException(what + " inside an isochron of host " + host.id() +
                ": issue() or abandon() it first");
        }
        signals.checkOpen();
    }

    @Override
    public String toString()
    {
        return "MessagePort{host=" + host.id() + ", isochron=" + isochron + '}';
    }
}
