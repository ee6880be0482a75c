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
 * A message is an operation of an isochron: all its receivers get it in the pulse in which the isochron executes, and
 * in the order in which the operations of the isochron were appended. It goes to the {@link Mailbox} of the receiving
 * host, or to a numbered {@link MessageHandler} there. A host may send to itself. A message to several hosts is written
 * once. With a {@link MessageOrder} other than isotach order it is delivered when it arrives.
 * <p>
 * Signals and participations are not operations: they are issued between isochrons, after everything that the host has
 * issued.
 * <p>
 * A call that throws appends nothing and issues nothing. Messages to an expelled host are dropped.
 * <p>
 * <b>Note:</b> this class is not threadsafe: a port and its isochron belong to one application thread at a time. Give
 * them to another thread only while the isochron is not open. With
 * {@link org.isotach.niu.ClusterContext#paranoid(boolean)} a call from another thread while it is open throws
 * {@link org.isotach.IsotachException}.
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
     * The isochron to which messages are appended.
     *
     * @return the isochron.
     */
    public Isochron isochron()
    {
        return isochron;
    }

    /**
     * The sending host.
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
     * @param target id of the receiving host, which may be the sending host itself.
     * @param source array to copy from.
     * @param offset index of the first byte in the array.
     * @param length length of the message in bytes.
     * @throws IllegalArgumentException              if there is no such host, the message is too long, or a message
     *                                               without order is for the sending host itself.
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
     * @param targets the receiving hosts, at least one; the sending host may be among them.
     * @param source  array to copy from.
     * @param offset  index of the first byte in the array.
     * @param length  length of the message in bytes.
     * @throws IllegalArgumentException              if there are no hosts, one of them does not exist, the message is
     *                                               too long, or a message without order is for the sending host
     *                                               itself.
     * @throws IndexOutOfBoundsException             if the message is not inside the array.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
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
     * @param target  id of the receiving host, which may be the sending host itself.
     * @param handler number of the handler, 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param source  array to copy from.
     * @param offset  index of the first byte in the array.
     * @param length  length of the message in bytes.
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
     * @param targets the receiving hosts, at least one; the sending host may be among them.
     * @param handler number of the handler, 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param source  array to copy from.
     * @param offset  index of the first byte in the array.
     * @param length  length of the message in bytes.
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
     * Appends a message to the mailbox of a host. The caller writes the message in place before the isochron is issued.
     *
     * @param target id of the receiving host, which may be the sending host itself.
     * @param length length of the message in bytes.
     * @return the message, with undefined contents; valid until the isochron is issued or the next message is appended.
     * @throws IllegalArgumentException              if there is no such host, the message is too long, or a message
     *                                               without order is for the sending host itself.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
     * @see #send(int, byte[], int, int)
     */
    public MessageBuffer claim(final int target, final int length)
    {
        return writer.append(target, MessageWriter.NO_HANDLER, length);
    }

    /**
     * Appends a message to the mailboxes of several hosts. The caller writes the message in place before the isochron
     * is issued.
     *
     * @param targets the receiving hosts, at least one; the sending host may be among them.
     * @param length  length of the message in bytes.
     * @return the message, with undefined contents; valid until the isochron is issued or the next message is appended.
     * @throws IllegalArgumentException              if there are no hosts, one of them does not exist, the message is
     *                                               too long, or a message without order is for the sending host
     *                                               itself.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
     * @see #send(int, byte[], int, int)
     */
    public MessageBuffer claim(final HostSet targets, final int length)
    {
        return writer.append(targets, MessageWriter.NO_HANDLER, length);
    }

    /**
     * Appends a message to a numbered handler of a host. The caller writes the message in place before the isochron is
     * issued.
     *
     * @param target  id of the receiving host, which may be the sending host itself.
     * @param handler number of the handler, 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param length  length of the message in bytes.
     * @return the message, with undefined contents; valid until the isochron is issued or the next message is appended.
     * @throws IllegalArgumentException              if there is no such handler or no such host, the message is too
     *                                               long, or a message without order is for the sending host itself.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
     * @see #sendToHandler(int, int, byte[], int, int)
     */
    public MessageBuffer claimForHandler(final int target, final int handler, final int length)
    {
        writer.checkHandler(handler);
        return writer.append(target, handler, length);
    }

    /**
     * Appends a message to a numbered handler of several hosts. The caller writes the message in place before the
     * isochron is issued.
     *
     * @param targets the receiving hosts, at least one; the sending host may be among them.
     * @param handler number of the handler, 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param length  length of the message in bytes.
     * @return the message, with undefined contents; valid until the isochron is issued or the next message is appended.
     * @throws IllegalArgumentException              if there is no such handler, there are no hosts, one of them does
     *                                               not exist, the message is too long, or a message without order is
     *                                               for the sending host itself.
     * @throws IllegalStateException                 if the isochron is not open, or the call comes from inside a
     *                                               handler.
     * @throws org.isotach.IsochronTooLargeException if the message does not fit into the isochron.
     * @throws org.isotach.ClusterClosedException    if this host has closed its messaging.
     * @see #sendToHandler(int, int, byte[], int, int)
     */
    public MessageBuffer claimForHandler(final HostSet targets, final int handler, final int length)
    {
        writer.checkHandler(handler);
        return writer.append(targets, handler, length);
    }

    /**
     * Issues a signal if that is possible at once. All hosts that have registered the channel get it in one pulse,
     * after all messages of that pulse, and after everything that this host has issued (Ironman section 3.5.2).
     * <p>
     * An epoch of signals is a pulse: all signals on a channel for one pulse are delivered as one signal.
     * <p>
     * If the call returns false and the cluster has no threads, the host works as in {@link Host#poll()}, and all hosts
     * do after {@link FailurePoll#FAILURES_PER_ROUND} failures: a loop around this call makes progress.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#signalChannels()}.
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalArgumentException           if there is no such channel.
     * @throws IllegalStateException              if this host has not registered the channel, messages have no order,
     *                                            the isochron is open, or the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed.
     */
    public boolean trySignal(final int channel)
    {
        return issueSignal(channel) || backPressured();
    }

    /**
     * Issues a signal as {@link #trySignal} does, and waits for room.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#signalChannels()}.
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
     * this call makes progress, like one around {@link #trySignal}.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    the mode with which the channel was registered.
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalArgumentException           if the channel is out of range.
     * @throws IllegalStateException              if this host has not registered the channel, has registered it with
     *                                            the other mode, or has not received the completion of the previous
     *                                            barrier; if messages have no order, the isochron is open, or the call
     *                                            comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed.
     */
    public boolean tryBarrier(final int channel, final BarrierMode mode)
    {
        return issueParticipation(channel, mode) || backPressured();
    }

    /**
     * Participates in a barrier as {@link #tryBarrier} does, and waits for room. The call does not wait for the
     * completion.
     *
     * @param channel number of the channel, 1 .. {@link MessagingContext#barrierChannels()} - 1.
     * @param mode    the mode with which the channel was registered.
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
     * it is open, see {@link Messaging#open}: the first reset opens, a later one shuts down (Ironman sections 6.4.5 and
     * 5.7).
     * <p>
     * The reset comes after everything that this host has issued, and arrives at all hosts in one pulse. Everything up
     * to that pulse executes everywhere, and nothing later executes anywhere. Messages and signals up to that pulse can
     * still be received; the last {@link Delivery} of each mailbox is {@link Delivery.Kind#RESET}. A thread that waits
     * at a host at that moment, or issues or waits later, gets a {@link org.isotach.ClusterClosedException} that says
     * so. The threads of the cluster end with {@link org.isotach.niu.Cluster#close()}, which then has nothing left to
     * wait for.
     *
     * @return false if there is no room at present; nothing was issued.
     * @throws IllegalStateException              if this is not host 0, it is not open, the isochron is open, or
     *                                            the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed, or the cluster
     *                                            was shut down.
     */
    public boolean tryReset()
    {
        return issueReset() || backPressured();
    }

    /**
     * Issues the reset as {@link #tryReset} does, and waits for room. The call does not wait for the shutdown.
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
        return signals.tryParticipate(channel, mode);
    }

    /**
     * Works as after a failure to issue an isochron, so that a loop around the call makes progress. Waiting calls have
     * their own way to do so.
     */
    private boolean backPressured()
    {
        failurePoll.poll();
        return false;
    }

    private void checkBetweenIsochrons(final String what)
    {
        // In paranoid mode it also refuses another thread than that of the isochron.
        isochron.issuer().checkNotInHandler(what);
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
