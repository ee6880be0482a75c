/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Where the application of a host sends and receives non-isotach messages, outside of logical time
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
    private static final int NONE = -1;

    // A poll takes longer than a look at a ring: whoever looks in a loop, for something that is about to come, is not
    // to find it later because of polls.
    private static final int FAILURES_PER_POLL = 128;

    private final Host host;
    private final Host[] hosts;

    // For the first message to another host. After that a look at its port would wait for what it writes there.
    private final NonIsotachPort[] ports;
    private final NonIsotachBarrier barrier;
    private final int maxMessageLength;
    private final int ringLength;
    private final boolean isParanoid;
    private final Waiter waiter;
    private final FailurePoll failurePoll;
    private final BooleanSupplier hasReceived = this::receiveNow;
    private final Sending sending = new Sending();
    private final NonIsotachSender[] senders;
    private volatile NonIsotachReceiver[] receivers = {};
    private int claimed = NONE;
    private int received = NONE;
    private int last;
    private long epoch;
    private boolean isInBarrier;
    private int missing;
    private volatile boolean isClosed;

    private NonIsotachPort(
        final Host host,
        final Host[] hosts,
        final NonIsotachPort[] ports,
        final NonIsotachBarrier barrier,
        final MessagingContext context)
    {
        this.host = host;
        this.hosts = hosts;
        this.ports = ports;
        this.barrier = barrier;
        maxMessageLength = context.maxMessageLength();
        ringLength = context.nonIsotachRingLength();
        isParanoid = host.context().paranoid();
        waiter = host.waiter();
        failurePoll = host.failurePoll(FAILURES_PER_POLL);
        senders = new NonIsotachSender[ports.length];
    }

    /**
     * The ports of all hosts of a cluster.
     */
    static NonIsotachPort[] forHosts(final Cluster cluster, final MessagingContext context)
    {
        final Host[] hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final NonIsotachPort[] ports = new NonIsotachPort[hosts.length];
        final NonIsotachBarrier barrier = new NonIsotachBarrier(hosts.length, host -> hosts[host].isExpelled());
        for (int id = 0; id < hosts.length; id++)
        {
            ports[id] = new NonIsotachPort(hosts[id], hosts, ports, barrier, context);
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
     * @throws IllegalArgumentException when there is no such other host, or the message is too long.
     * @throws IllegalStateException    when another claim is open, or the call comes from inside a handler.
     * @throws ClusterClosedException   when the host or the cluster is closed, or one of the two hosts was expelled.
     */
    public MessageBuffer tryClaim(final int target, final int length)
    {
        checkMessage(target, length);
        checkReady();
        final NonIsotachSender sender = sender(target);
        if (!sender.tryClaim(length))
        {
            failurePoll.poll();
            return null;
        }
        claimed = target;
        return sender.claim();
    }

    /**
     * Sends the claimed message.
     *
     * @throws IllegalStateException  when nothing is claimed, or the call comes from inside a handler.
     * @throws ClusterClosedException when the messaging of the host was closed since: the message is given up.
     */
    public void commit()
    {
        final NonIsotachSender sender = endClaim("NonIsotachPort.commit()");
        if (isClosed)
        {
            sender.endClaim();
            checkOpen();
        }
        sender.commit();
    }

    /**
     * Gives the claimed message up: nothing is sent.
     *
     * @throws IllegalStateException when nothing is claimed, or the call comes from inside a handler.
     */
    public void abort()
    {
        endClaim("NonIsotachPort.abort()").endClaim();
    }

    /**
     * Sends a copy of bytes, if the target has given back enough credit.
     *
     * @param target number of another host.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length of the message in bytes.
     * @return false if nothing was sent because credit is missing.
     * @throws IllegalArgumentException  when there is no such other host, or the message is too long.
     * @throws IndexOutOfBoundsException when the message is not inside the array.
     * @throws IllegalStateException     when a claim is open, or the call comes from inside a handler.
     * @throws ClusterClosedException    when the host or the cluster is closed, or one of the two was expelled.
     */
    public boolean trySend(final int target, final byte[] source, final int offset, final int length)
    {
        return trySendNow(target, source, offset, length) || failed();
    }

    private boolean trySendNow(final int target, final byte[] source, final int offset, final int length)
    {
        checkMessage(target, length);
        Objects.checkFromIndexSize(offset, length, source.length);
        checkReady();
        final NonIsotachSender sender = sender(target);
        if (!sender.tryClaim(length))
        {
            return false;
        }
        sender.claim().putBytes(0, source, offset, length);
        sender.commit();
        return true;
    }

    /**
     * As {@link #trySend}, waiting for credit within the time limit of the cluster. Nothing is received meanwhile: of
     * two hosts that wait for each other neither goes on.
     *
     * @param target number of another host.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length of the message in bytes.
     * @throws org.isotach.IsotachTimeoutException when it takes longer than the time limit; nothing was sent.
     */
    public void send(final int target, final byte[] source, final int offset, final int length)
    {
        if (!trySendNow(target, source, offset, length))
        {
            sending.await(target, source, offset, length);
        }
    }

    /**
     * Gives the message that was received before back to its sender, and receives the next one if there is one. The
     * hosts that send take turns.
     *
     * @return true if there is a message: see {@link #message()} and {@link #sender()}.
     * @throws IllegalStateException when the call comes from inside a handler.
     */
    public boolean receive()
    {
        return receiveNow() || failed();
    }

    private boolean receiveNow()
    {
        host.checkNotInHandler("NonIsotachPort.receive()");
        // Acquire: the receivers. Partner: accept().
        final NonIsotachReceiver[] all = receivers;
        if (NONE != received)
        {
            all[received].release();
            received = NONE;
        }
        int next = last;
        for (int i = 0; i < all.length; i++)
        {
            next = next + 1 < all.length ? next + 1 : 0;
            if (all[next].tryTake())
            {
                last = next;
                received = next;
                return true;
            }
        }
        return false;
    }

    /**
     * As {@link #receive()}, waiting for a message within the time limit of the cluster.
     *
     * @throws IllegalStateException               when the call comes from inside a handler.
     * @throws org.isotach.IsotachTimeoutException when none comes in time.
     * @throws ClusterClosedException              when the cluster is closed before one comes.
     */
    public void await()
    {
        if (!receiveNow())
        {
            waiter.awaitCall(hasReceived, "a non-isotach message");
        }
    }

    /**
     * Who has sent the received message.
     *
     * @return number of the host.
     * @throws IllegalStateException when there is no received message.
     */
    public int sender()
    {
        return receiver().sender();
    }

    /**
     * The received message.
     *
     * @return the message, valid until the next {@link #receive()} or {@link #await()}.
     * @throws IllegalStateException when there is no received message.
     */
    public MessageView message()
    {
        return receiver().view();
    }

    /**
     * Comes to a barrier, which is complete when all hosts of the cluster have come to it (Ironman section 6.3). What
     * a host has sent before it came to the barrier can be received by those for whom the barrier is complete.
     *
     * @throws IllegalStateException  when the barrier before is not complete yet, or the call comes from inside a
     *                                handler.
     * @throws ClusterClosedException when the host or the cluster is closed.
     */
    public void initiateBarrier()
    {
        host.checkNotInHandler("NonIsotachPort.initiateBarrier()");
        if (isInBarrier)
        {
            throw new IllegalStateException("host " + host.id() + " is in a non-isotach barrier already:" +
                " wait until barrierCompleted() returns true");
        }
        checkOpen();
        isInBarrier = true;
        missing = 0;
        epoch++;
        barrier.arrive(host.id(), epoch);
    }

    /**
     * Is the barrier complete? Does not wait: to be called again until it returns true, and not after that.
     *
     * @return true if all hosts have come to it.
     * @throws IllegalStateException when this host is not in a barrier, or the call comes from inside a handler.
     */
    public boolean barrierCompleted()
    {
        host.checkNotInHandler("NonIsotachPort.barrierCompleted()");
        if (!isInBarrier)
        {
            throw new IllegalStateException(
                "host " + host.id() + " is not in a non-isotach barrier: call initiateBarrier() before");
        }
        missing = barrier.firstMissing(missing, epoch);
        isInBarrier = missing < ports.length;
        return !isInBarrier || failed();
    }

    /**
     * Sends nothing any more; receiving goes on.
     */
    void close()
    {
        isClosed = true;
    }

    /**
     * Was everything received that was sent to this port, and given back? For the application thread of the port.
     */
    boolean isEmpty()
    {
        if (NONE != received)
        {
            return false;
        }
        for (final NonIsotachReceiver receiver : receivers)
        {
            if (!receiver.isEmpty())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "NonIsotachPort{host=" + host.id() + ", senders=" + receivers.length + '}';
    }

    private boolean failed()
    {
        failurePoll.poll();
        return false;
    }

    private void checkMessage(final int target, final int length)
    {
        if (target < 0 || target >= senders.length || target == host.id())
        {
            throw new IllegalArgumentException("target: " + target + " (expected: 0.." + (senders.length - 1) +
                ", and not " + host.id() + ": a host sends no non-isotach messages to itself)");
        }
        if (length < 0 || length > maxMessageLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxMessageLength +
                " bytes; see MessagingContext.maxMessageLength)");
        }
        if (hosts[target].isExpelled())
        {
            throw new HostExpelledException("host " + target + " was expelled: it receives no more messages");
        }
    }

    private void checkReady()
    {
        host.checkNotInHandler("sending a non-isotach message");
        if (NONE != claimed)
        {
            throw new IllegalStateException("host " + host.id() + " has claimed a non-isotach message to host " +
                claimed + ": commit() or abort() it before the next one");
        }
        checkOpen();
    }

    private void checkOpen()
    {
        if (host.isExpelled())
        {
            throw new HostExpelledException("host " + host.id() + " was expelled: nothing can be sent from it");
        }
        if (isClosed || host.isClosed())
        {
            throw new ClusterClosedException("host " + host.id() +
                ", its messaging, or its cluster is closed: no non-isotach message can be sent from it");
        }
    }

    private NonIsotachSender endClaim(final String what)
    {
        host.checkNotInHandler(what);
        if (NONE == claimed)
        {
            throw new IllegalStateException(
                "host " + host.id() + " has not claimed a non-isotach message: call tryClaim() before");
        }
        final NonIsotachSender sender = senders[claimed];
        claimed = NONE;
        return sender;
    }

    private NonIsotachReceiver receiver()
    {
        if (NONE == received)
        {
            throw new IllegalStateException(
                "host " + host.id() + " has not received a non-isotach message: receive() must return true before");
        }
        return receivers[received];
    }

    private NonIsotachSender sender(final int target)
    {
        final NonIsotachSender sender = senders[target];
        return null == sender ? connect(target) : sender;
    }

    private NonIsotachSender connect(final int target)
    {
        final NonIsotachPort port = ports[target];
        final NonIsotachRing ring = new NonIsotachRing(ringLength);
        port.accept(new NonIsotachReceiver(host.id(), ring, waiter, isParanoid));
        final NonIsotachSender sender = new NonIsotachSender(host, target, ring, port.waiter, isParanoid);
        senders[target] = sender;
        return sender;
    }

    /**
     * Called by the threads that send.
     */
    private synchronized void accept(final NonIsotachReceiver receiver)
    {
        final NonIsotachReceiver[] all = Arrays.copyOf(receivers, receivers.length + 1);
        all[receivers.length] = receiver;
        // Release: the receiver and its ring. Partner: receive().
        receivers = all;
    }

    /**
     * A message that waits for credit.
     */
    private final class Sending implements BooleanSupplier
    {
        private int target;
        private byte[] source;
        private int offset;
        private int length;

        void await(final int toTarget, final byte[] fromSource, final int fromOffset, final int messageLength)
        {
            target = toTarget;
            source = fromSource;
            offset = fromOffset;
            length = messageLength;
            try
            {
                waiter.awaitCall(this, senders[toTarget]);
            }
            finally
            {
                source = null;
            }
        }

        @Override
        public boolean getAsBoolean()
        {
            return trySendNow(target, source, offset, length);
        }
    }
}
