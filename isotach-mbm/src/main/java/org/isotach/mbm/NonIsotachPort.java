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
import org.isotach.niu.Waiter;

/**
 * Sends and receives non-isotach messages, outside logical time, for the application of a host
 * (Ironman section 6.1).
 * <p>
 * Messages of one host to one other host arrive in the order in which they were sent; nothing is said about those of
 * different hosts, nor about isotach messages. Each ordered pair of hosts has a ring of its own
 * ({@link MessagingContext#nonIsotachRingLength}), so a host that does not receive holds nobody up but those who send
 * to it. A host sends no non-isotach messages to itself.
 * <p>
 * In {@link org.isotach.niu.ThreadingMode#INVOKER} calls that fail work for the host after some failures, at most 128,
 * as {@link Host#poll()} does, and for all hosts after {@link FailurePoll#FAILURES_PER_ROUND}: a host that does nothing
 * but wait here in a loop of its own executes what others issue (Ironman section 5.1).
 * <p>
 * <b>Note:</b> this class is not threadsafe: one application thread at a time for each host.
 */
public final class NonIsotachPort extends Padded
{
    // A poll takes longer than a look at a ring: whoever looks in a loop, for something that is about to come, is not
    // to find it later because of polls.
    private static final int FAILURES_PER_POLL = 128;

    private final Host host;
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
        this.inbox = inbox;
        this.outbox = outbox;
        this.barrier = barrier;
        hostCount = host.hostCount();
        waiter = inbox.waiter();
        failurePoll = host.models().failurePoll(FAILURES_PER_POLL);
    }

    /**
     * The ports of all hosts of a cluster.
     */
    static NonIsotachPort[] forHosts(final Cluster cluster, final MessagingContext context)
    {
        final Host[] hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final NonIsotachInbox[] inboxes = new NonIsotachInbox[hosts.length];
        Arrays.setAll(inboxes, id -> new NonIsotachInbox(hosts[id]));
        final NonIsotachBarrier barrier = new NonIsotachBarrier(hosts.length, host -> hosts[host].isExpelled());
        final NonIsotachPort[] ports = new NonIsotachPort[hosts.length];
        for (int id = 0; id < hosts.length; id++)
        {
            final NonIsotachOutbox outbox = new NonIsotachOutbox(hosts[id], hosts, inboxes, context);
            ports[id] = new NonIsotachPort(hosts[id], inboxes[id], outbox, barrier);
        }
        return ports;
    }

    /**
     * The host of the port.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Claims a message, to be filled in place and sent by {@link #commit()}, or given up by {@link #abort()}.
     *
     * @param target number of another host.
     * @param length of the message in bytes.
     * @return the message, valid until it is sent or given up; null if the target has not given back enough credit.
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
     * @throws ClusterClosedException if the messaging of the host was closed since: the message is given up.
     */
    public void commit()
    {
        outbox.commit();
    }

    /**
     * Gives the claimed message up: nothing is sent.
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
     * @param target number of another host.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length of the message in bytes.
     * @return false if nothing was sent because credit is missing.
     * @throws IllegalArgumentException  if there is no such other host, or the message is too long.
     * @throws IndexOutOfBoundsException if the message is not inside the array.
     * @throws IllegalStateException     if a claim is open, or the call comes from inside a handler.
     * @throws ClusterClosedException    if the host or the cluster is closed, or one of the two was expelled.
     */
    public boolean trySend(final int target, final byte[] source, final int offset, final int length)
    {
        return outbox.trySend(target, source, offset, length) || failed();
    }

    /**
     * As {@link #trySend}, waiting for credit within the time limit of the cluster. Nothing is received meanwhile: of
     * two hosts that wait for each other neither goes on.
     *
     * @param target number of another host.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length of the message in bytes.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit; nothing was sent.
     */
    public void send(final int target, final byte[] source, final int offset, final int length)
    {
        if (!outbox.trySend(target, source, offset, length))
        {
            outbox.await(target, source, offset, length);
        }
    }

    /**
     * Gives the message that was received before back to its sender, and receives the next one if there is one. The
     * hosts that send take turns.
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
        host.models().checkNotInHandler("NonIsotachPort.receive()");
        return inbox.tryReceive();
    }

    /**
     * As {@link #receive()}, waiting for a message within the time limit of the cluster.
     *
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.IsotachTimeoutException if none comes in time.
     * @throws ClusterClosedException              if the cluster is closed before one comes.
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
     * @return number of the host.
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
     * Comes to a barrier, which is complete when all hosts of the cluster have come to it (Ironman section 6.3). What
     * a host has sent before it came to the barrier can be received by those for whom the barrier is complete.
     *
     * @throws IllegalStateException  if the barrier before is not complete yet, or the call comes from inside a
     *                                handler.
     * @throws ClusterClosedException if the host or the cluster is closed.
     */
    public void initiateBarrier()
    {
        host.models().checkNotInHandler("NonIsotachPort.initiateBarrier()");
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
     * Returns whether the barrier is complete, without waiting. Call it until it returns true, and not after that.
     *
     * @return true if all hosts have come to it.
     * @throws IllegalStateException if this host is not in a barrier, or the call comes from inside a handler.
     */
    public boolean barrierCompleted()
    {
        host.models().checkNotInHandler("NonIsotachPort.barrierCompleted()");
        if (!isInBarrier)
        {
            throw new IllegalStateException(
                "host " + host.id() + " is not in a non-isotach barrier: call initiateBarrier() before");
        }
        missing = barrier.firstMissing(missing, epoch);
        isInBarrier = missing < hostCount;
        return !isInBarrier || failed();
    }

    /**
     * Sends nothing any more; receiving goes on.
     */
    void close()
    {
        outbox.close();
    }

    /**
     * Was everything received that was sent to this port, and given back? For the application thread of the port.
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
