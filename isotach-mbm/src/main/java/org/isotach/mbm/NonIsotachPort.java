/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.StallSource;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.ModelExchange;

/**
 * Sends and receives non-isotach messages, outside logical time, for the application of a host (Ironman section 6.1).
 * <p>
 * Messages of one host to one other host arrive in the order in which they were sent; there is no order between
 * messages of different hosts, or between these and isotach messages. Each ordered pair of hosts has a ring of its own
 * ({@link MessagingContext#nonIsotachRingLength}), so a host that does not receive stops only those that send to it. A
 * host sends no non-isotach messages to itself.
 * <p>
 * In {@link org.isotach.niu.ThreadingMode#INVOKER}, calls work for the host, as {@link Host#poll()} does, after at most
 * 128 failures, and for all hosts after {@link FailurePoll#FAILURES_PER_ROUND}: a host that only waits here, in a loop
 * of its own, executes what others issue (Ironman section 5.1).
 * <p>
 * <b>Note:</b> this class is not threadsafe: the port of a host belongs to one application thread at a time.
 */
public final class NonIsotachPort extends Padded
{
    // A poll takes longer than a look at a ring: a thread that looks in a loop for a message that is about to arrive
    // must not find it later because of polls.
    private static final int FAILURES_PER_POLL = 128;

    // What comes from other members arrives in polls.
    private static final int FAILURES_PER_POLL_WITH_MEMBERS = 2;

    private final Host host;
    private final ModelHost models;
    private final NonIsotachInbox inbox;
    private final NonIsotachOutbox outbox;
    private final NonIsotachBarrier barrier;
    private final int hostCount;
    private final Waiter waiter;
    private final FailurePoll failurePoll;
    private final BooleanSupplier hasReceived = this::receiveNow;
    private long epoch;
    private boolean isInBarrier;
    private int missing;

    private NonIsotachPort(
        final Host host, final NonIsotachInbox inbox, final NonIsotachOutbox outbox, final NonIsotachBarrier barrier)
    {
        this.host = host;
        models = host.models();
        this.inbox = inbox;
        this.outbox = outbox;
        this.barrier = barrier;
        hostCount = host.hostCount();
        waiter = inbox.waiter();
        failurePoll = models.failurePoll(
            null == models.exchange() ? FAILURES_PER_POLL : FAILURES_PER_POLL_WITH_MEMBERS);
    }

    /**
     * Makes the ports of all hosts of a cluster.
     */
    static NonIsotachPort[] forHosts(final Cluster cluster, final MessagingContext context)
    {
        final Host[] hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final ModelExchange exchange = hosts[0].models().exchange();
        final NonIsotachInbox[] inboxes = new NonIsotachInbox[hosts.length];
        for (final Host host : cluster.localHosts())
        {
            inboxes[host.id()] = new NonIsotachInbox(host);
        }
        final NonIsotachBarrier barrier = null == exchange ?
            new SharedEpochs(hosts.length, host -> hosts[host].isExpelled()) :
            new CountersOfMembers(exchange, hosts.length, host -> hosts[host].isExpelled());
        final NonIsotachPort[] ports = new NonIsotachPort[hosts.length];
        for (final Host host : cluster.localHosts())
        {
            final NonIsotachInbox inbox = inboxes[host.id()];
            final NonIsotachOutbox outbox = new NonIsotachOutbox(host, hosts, inboxes, context);
            ports[host.id()] = new NonIsotachPort(host, inbox, outbox, barrier);
            if (null != exchange)
            {
                accept(exchange, inbox, host, context);
            }
        }
        return ports;
    }

    /**
     * Finds the hosts that hold up the barrier of all ports.
     */
    StallSource stalls(final Cluster cluster)
    {
        return new MissingFromNonIsotachBarrier(cluster, barrier);
    }

    private static void accept(
        final ModelExchange exchange, final NonIsotachInbox inbox, final Host host, final MessagingContext context)
    {
        // A message that an isochron has room for is not too long for a trunk, which takes whole isochrons.
        exchange.accept(host.id(), context.nonIsotachRingLength(), inbox.waiter(), (sender, reader) ->
            inbox.accept(new NonIsotachReceiver(sender, reader, host.context().paranoid())));
    }

    /**
     * The host of this port.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Claims a message. The caller writes it in place, then sends it with {@link #commit()} or gives it up with
     * {@link #abort()}.
     *
     * @param target id of another host.
     * @param length length of the message in bytes.
     * @return the message, with undefined contents, valid until it is sent or aborted; null if the target has not given
     *         back enough credit.
     * @throws IllegalArgumentException if there is no such other host, or the message is too long.
     * @throws IllegalStateException    if another claim is open, or the call comes from inside a handler.
     * @throws ClusterClosedException   if the host or the cluster is closed, or one of the two hosts was expelled.
     */
    public MessageBuffer tryClaim(final int target, final int length)
    {
        final MessageBuffer claim = outbox.tryClaim(target, length);
        if (null == claim)
        {
            failurePoll.poll();
        }
        return claim;
    }

    /**
     * Sends the claimed message.
     *
     * @throws IllegalStateException  if nothing is claimed, or the call comes from inside a handler.
     * @throws ClusterClosedException if the messaging of the host has been closed since; the message is aborted.
     */
    public void commit()
    {
        outbox.commit();
    }

    /**
     * Aborts the claimed message: nothing is sent.
     *
     * @throws IllegalStateException if nothing is claimed, or the call comes from inside a handler.
     */
    public void abort()
    {
        outbox.abort();
    }

    /**
     * Sends a copy of bytes, if the target has given back enough credit.
     *
     * @param target id of another host.
     * @param source array to copy from.
     * @param offset index of the first byte in the array.
     * @param length length of the message in bytes.
     * @return false if nothing was sent, because the target has not given back enough credit.
     * @throws IllegalArgumentException  if there is no such other host, or the message is too long.
     * @throws IndexOutOfBoundsException if the message is not inside the array.
     * @throws IllegalStateException     if a claim is open, or the call comes from inside a handler.
     * @throws ClusterClosedException    if the host or the cluster is closed, or one of the two hosts was expelled.
     */
    public boolean trySend(final int target, final byte[] source, final int offset, final int length)
    {
        return outbox.trySend(target, source, offset, length) || failed();
    }

    /**
     * Sends as {@link #trySend} does, and waits for credit within the time limit of the cluster. The call receives
     * nothing, so two hosts that wait for each other here both get stuck.
     *
     * @param target id of another host.
     * @param source array to copy from.
     * @param offset index of the first byte in the array.
     * @param length length of the message in bytes.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit; nothing was sent. All else as
     *                                             for {@link #trySend}.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set, and
     *                                             nothing was sent.
     */
    public void send(final int target, final byte[] source, final int offset, final int length)
    {
        if (!outbox.trySend(target, source, offset, length))
        {
            outbox.await(target, source, offset, length);
        }
    }

    /**
     * Gives the previous message back to its sender, and receives the next one, if there is one. The sending hosts take
     * turns.
     *
     * @return true if there is a message: see {@link #message()} and {@link #sender()}.
     * @throws IllegalStateException if the call comes from inside a handler.
     */
    public boolean receive()
    {
        return receiveNow() || failed();
    }

    private boolean receiveNow()
    {
        models.checkNotInHandler("NonIsotachPort.receive()");
        return inbox.tryReceive();
    }

    /**
     * Receives as {@link #receive()} does, and waits for a message within the time limit of the cluster.
     *
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.IsotachTimeoutException if no message arrives in time.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     * @throws ClusterClosedException              if the cluster is closed before a message arrives.
     */
    public void await()
    {
        if (!receiveNow())
        {
            waiter.awaitCall(hasReceived, "a non-isotach message");
        }
    }

    /**
     * The sender of the received message.
     *
     * @return id of the host.
     * @throws IllegalStateException if there is no received message.
     */
    public int sender()
    {
        return inbox.receiver().sender();
    }

    /**
     * The received message.
     *
     * @return the message, valid until the next {@link #receive()} or {@link #await()}.
     * @throws IllegalStateException if there is no received message.
     */
    public MessageView message()
    {
        return inbox.receiver().view();
    }

    /**
     * Enters a barrier, which is complete when all hosts of the cluster have entered it (Ironman section 6.3). When a
     * host sees the barrier complete, it can receive everything that the other hosts have sent before they entered.
     * Hosts that were expelled are not waited for; one that has closed, itself or its messaging, is, although it can
     * enter no more, and {@link org.isotach.niu.Cluster#stalls()} names it.
     *
     * @throws IllegalStateException  if the previous barrier is not complete yet, or the call comes from inside a
     *                                handler.
     * @throws ClusterClosedException if the host or the cluster is closed.
     */
    public void initiateBarrier()
    {
        models.checkNotInHandler("NonIsotachPort.initiateBarrier()");
        if (isInBarrier)
        {
            throw new IllegalStateException("host " + host.id() + " is in a non-isotach barrier already:" +
                " wait until barrierCompleted() returns true");
        }
        outbox.checkOpen();
        isInBarrier = true;
        missing = 0;
        epoch++;
        barrier.arrive(host.id(), epoch);
    }

    /**
     * Returns whether the barrier is complete, without waiting. Call it until it returns true, but not after that.
     *
     * @return true if all hosts have entered it that were not expelled.
     * @throws IllegalStateException             if this host is not in a barrier, or the call comes from inside a
     *                                           handler.
     * @throws ClusterClosedException            if the cluster was closed, or the host shut down, before all hosts had
     *                                           entered it.
     * @throws org.isotach.HostExpelledException if this host was expelled before that.
     */
    public boolean barrierCompleted()
    {
        models.checkNotInHandler("NonIsotachPort.barrierCompleted()");
        if (!isInBarrier)
        {
            throw new IllegalStateException(
                "host " + host.id() + " is not in a non-isotach barrier: call initiateBarrier() first");
        }
        // First: what has entered by then is seen below.
        final boolean isOver = models.isOver() || host.isExpelled();
        missing = barrier.firstMissing(missing, epoch);
        isInBarrier = missing < hostCount;
        if (isInBarrier && isOver)
        {
            // No host can enter it any more, or none answers this one: the call says why.
            models.checkOpen();
        }
        return !isInBarrier || failed();
    }

    /**
     * Ends sending; receiving continues.
     */
    void close()
    {
        outbox.close();
    }

    /**
     * Returns whether everything that was sent from here to hosts of other members is in front of whatever the host
     * sends after the call. For the application thread of the port.
     */
    boolean isSent()
    {
        return outbox.isSent();
    }

    /**
     * Returns whether everything that was sent to this port has been received and given back. For the application
     * thread of the port.
     */
    boolean isEmpty()
    {
        return inbox.isEmpty();
    }

    @Override
    public String toString()
    {
        return "NonIsotachPort{host=" + host.id() + ", senders=" + inbox.senderCount() + '}';
    }

    private boolean failed()
    {
        failurePoll.poll();
        return false;
    }
}
