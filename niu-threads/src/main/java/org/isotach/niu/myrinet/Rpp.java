/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;

/**
 * A reliable connection of two channels, in the style of the packet protocol of CLF above Myrinet: a sliding window in
 * each direction. What one end sends arrives at the other end once and in order, whatever the links lose, double,
 * delay or corrupt, as long as both ends keep calling. Nothing is copied but small payloads, and memory that {@link
 * #tryBuffer} had to take from elsewhere because the pool was empty.
 * <pre>
 *   host 0: channel a   &lt;-- Rpp --&gt;   host 1: channel b
 * </pre>
 * A message that the other end was handed out is acknowledged; without acknowledgement it is sent again, later each
 * time, when the other end has looked for it in vain. A buffer that was sent returns to its pool when it is
 * acknowledged and its receiver has freed it. Each call works for the connection; {@link #poll} does nothing else.
 * <p>
 * Close a connection before its channel. If a host is expelled, the end at the other one gets a {@link
 * org.isotach.HostExpelledException} when it sends, acknowledges, or waits for an acknowledgement; before that it is
 * handed out what has arrived.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #isClosed()}: an end, with its channel, belongs to one
 * thread at a time. In paranoid mode a call of another one throws an {@link IsotachException} meanwhile.
 */
public final class Rpp implements AutoCloseable
{
    /**
     * Default of the largest number of messages that are not acknowledged.
     */
    public static final int WINDOW_DEFAULT = 8;

    private static final int MAX_WINDOW = 1 << 15;

    private final Channel channel;
    private final int target;
    private final SendWindow sendWindow;
    private final ReceiveWindow receiveWindow;
    private final RppTexts texts;
    private final BooleanSupplier hasReceived = this::receiveNow;
    private final BooleanSupplier isAcknowledged = this::isAcknowledged;
    private final BooleanSupplier hasBuffer = this::hasBuffer;
    private final BooleanSupplier hasSent = this::sendNow;
    private Buffer received;
    private Buffer taken;
    private Buffer toSend;
    private long foreign;
    private volatile boolean isClosed;

    /**
     * Connects with the default window.
     *
     * @param nic         of this host.
     * @param channel     of this host, on which nothing else is received.
     * @param route       from this host to the other one.
     * @param peerChannel number of the channel of the other end.
     */
    public Rpp(final Nic nic, final Channel channel, final int route, final int peerChannel)
    {
        this(nic, channel, route, peerChannel, WINDOW_DEFAULT);
    }

    /**
     * Connects.
     *
     * @param nic         of this host.
     * @param channel     of this host, on which nothing else is received.
     * @param route       from this host to the other one.
     * @param peerChannel number of the channel of the other end.
     * @param window      largest number of messages that are not acknowledged, the same at both ends: a power of two,
     *                    at most half of {@link MyrinetContext#channelLength}, and with buffers of at most 2^30
     *                    bytes together.
     * @throws IllegalArgumentException when an argument is out of range, or the route leads nowhere.
     */
    public Rpp(final Nic nic, final Channel channel, final int route, final int peerChannel, final int window)
    {
        this(nic.sendSide(), channel, route, peerChannel, window);
    }

    Rpp(final SendSide sendSide, final Channel channel, final int route, final int peerChannel, final int window)
    {
        final int maxWindow = Math.min(MAX_WINDOW, channel.capacity() / 2);
        if (window < 1 || window > maxWindow || 1 != Integer.bitCount(window))
        {
            throw new IllegalArgumentException("window: " + window + " (expected: " +
                (0 == maxWindow ? "none" : "a power of two in 1.." + maxWindow) +
                ": half of MyrinetContext.channelLength, which is " + channel.capacity() + ", and at most " +
                MAX_WINDOW + ')');
        }
        target = sendSide.routes().destination(route);
        if (Routes.NOWHERE == target)
        {
            throw new IllegalArgumentException("route: " + route + " (expected: one that leads to a host)");
        }
        sendSide.checkChannel(peerChannel);
        this.channel = channel;
        sendWindow = new SendWindow(sendSide, route, peerChannel, window);
        receiveWindow = new ReceiveWindow(sendSide, target, peerChannel, window);
        texts = new RppTexts(channel.host().describe(target), peerChannel);
    }

    /**
     * Takes a buffer to send: one of the pool of the host or, if that is empty, other memory, whose content is copied
     * when it is sent.
     *
     * @return the buffer; null if there is neither.
     */
    public Buffer tryBuffer()
    {
        checkOpen();
        work();
        return sendWindow.tryBuffer();
    }

    /**
     * Does the same as {@link #tryBuffer}, and waits within the time limit of the cluster. {@link Nic#buffer()} would
     * not do: the connection has to work before buffers come back.
     *
     * @return the buffer.
     * @throws org.isotach.IsotachTimeoutException when it takes longer.
     */
    public Buffer buffer()
    {
        if (!hasBuffer())
        {
            channel.await(hasBuffer, texts.buffer);
        }
        final Buffer buffer = taken;
        taken = null;
        return buffer;
    }

    /**
     * Sends a buffer, which belongs to the other end from then on.
     *
     * @param buffer from {@link #tryBuffer} or the pool of the host; or a received one, whose content is copied.
     * @return false if the window or the channel is full, or there is no buffer for a copy: try again.
     */
    public boolean trySend(final Buffer buffer)
    {
        checkOpen();
        work();
        return sendWindow.trySend(buffer);
    }

    /**
     * Does the same as {@link #trySend}, and waits within the time limit of the cluster.
     *
     * @param buffer from {@link #tryBuffer} or the pool of the host; or a received one, whose content is copied.
     * @throws org.isotach.IsotachTimeoutException when it takes longer.
     */
    public void send(final Buffer buffer)
    {
        if (!trySend(buffer))
        {
            toSend = buffer;
            try
            {
                channel.await(hasSent, texts.room);
            }
            finally
            {
                toSend = null;
            }
        }
    }

    /**
     * Receives the next message in order.
     *
     * @return a buffer, to be freed or sent on; null if it has not arrived.
     * @throws org.isotach.ClusterClosedException when it has not, and the cluster is closed.
     */
    public Buffer tryReceive()
    {
        checkOpen();
        work();
        final Buffer next = receiveWindow.poll();
        try
        {
            receiveWindow.acknowledge();
        }
        catch (final IsotachException ex)
        {
            // What has arrived is handed out. The call that finds nothing says that it cannot be acknowledged.
            if (null == next)
            {
                throw ex;
            }
        }
        if (null == next)
        {
            channel.host().checkOpen();
        }
        return next;
    }

    /**
     * Waits for the next message within the time limit of the cluster.
     *
     * @return a buffer, to be freed or sent on.
     * @throws org.isotach.IsotachTimeoutException when it takes longer.
     */
    public Buffer receive()
    {
        if (!receiveNow())
        {
            channel.await(hasReceived, texts.message);
        }
        final Buffer next = received;
        received = null;
        return next;
    }

    /**
     * Works for the connection: takes what has arrived, acknowledges it, and sends again what was lost.
     */
    public void poll()
    {
        checkOpen();
        work();
        receiveWindow.acknowledge();
    }

    /**
     * Returns the number of messages from here that are not acknowledged.
     *
     * @return number of messages.
     */
    public int unacknowledged()
    {
        return sendWindow.unacknowledged();
    }

    /**
     * Waits, within the time limit of the cluster, until the other end has received everything from here.
     *
     * @throws org.isotach.IsotachTimeoutException when it takes longer.
     */
    public void awaitAcknowledged()
    {
        checkOpen();
        if (!isAcknowledged())
        {
            channel.await(isAcknowledged, texts.acknowledgement);
        }
    }

    /**
     * Returns how many packets were sent again.
     *
     * @return number of packets.
     */
    public long resent()
    {
        return sendWindow.resent();
    }

    /**
     * Returns how many packets have arrived a second time, and were dropped.
     *
     * @return number of packets.
     */
    public long doubled()
    {
        return receiveWindow.doubled();
    }

    /**
     * Returns how many packets on the channel were not from the other end, and were dropped.
     *
     * @return number of packets.
     */
    public long foreign()
    {
        return foreign;
    }

    /**
     * Returns whether this end is closed. Any thread may ask.
     *
     * @return true after {@link #close()}.
     */
    public boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Ends the connection at this end. What was not acknowledged may or may not arrive.
     */
    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            sendWindow.close();
            receiveWindow.close();
            drop(received);
            drop(taken);
        }
    }

    Channel channel()
    {
        return channel;
    }

    private boolean hasBuffer()
    {
        if (null == taken)
        {
            taken = tryBuffer();
        }
        return null != taken;
    }

    private boolean sendNow()
    {
        return trySend(toSend);
    }

    private boolean receiveNow()
    {
        if (null == received)
        {
            received = tryReceive();
        }
        return null != received;
    }

    private boolean isAcknowledged()
    {
        poll();
        if (0 == unacknowledged())
        {
            return true;
        }
        sendWindow.checkPeer();
        return false;
    }

    private void work()
    {
        for (Buffer buffer = channel.tryTake(); null != buffer; buffer = channel.tryTake())
        {
            take(buffer);
        }
        sendWindow.resendIfLate();
    }

    private void take(final Buffer buffer)
    {
        final long number = RppTag.number(buffer.tag());
        final int kind = buffer.isFrom(target) ? RppTag.kind(buffer.tag()) : 0;
        if (RppTag.DATA == kind)
        {
            receiveWindow.arrive(number, buffer);
            return;
        }
        // Others may have gathered it from several parts.
        buffer.drop();
        if (RppTag.ACKNOWLEDGEMENT == kind)
        {
            sendWindow.acknowledge(number);
        }
        else
        {
            foreign++;
        }
    }

    private static void drop(final Buffer buffer)
    {
        if (null != buffer)
        {
            buffer.drop();
        }
    }

    private void checkOpen()
    {
        if (isClosed)
        {
            throw new IllegalStateException("the connection to host " + target + " is closed: make another one");
        }
    }

    @Override
    public String toString()
    {
        return "Rpp{to=" + target + ", unacknowledged=" + unacknowledged() + ", received=" +
            receiveWindow.expected() + ", resent=" + resent() + '}';
    }
}
