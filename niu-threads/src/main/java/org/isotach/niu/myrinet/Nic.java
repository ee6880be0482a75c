/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Objects;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * The network interface of one host: it takes buffers from the pool of the host, sends them, and opens channels to
 * receive (Panariti, Myrinet API). Sending is best effort: a packet to a channel that is not open, or over a route that
 * leads nowhere, is dropped and counted ({@link #dropped}), and its buffer is freed.
 * <p>
 * A call whose name begins with {@code try} does nothing and says so if the pool is empty, or the channel full; the
 * others wait. To send to an expelled host is another answer: it throws {@link HostExpelledException}, as every call
 * does whose own host was expelled. Nothing may be called from inside a handler.
 * <p>
 * All methods are threadsafe: threads of a host share its interface.
 */
public final class Nic extends Padded
{
    private final Host host;
    private final int id;
    private final Wiring wiring;
    private final SendSide sendSide;
    private final WaitingCalls waitingCalls;

    /**
     * @param host   the host.
     * @param wiring of the network.
     */
    Nic(final Host host, final Wiring wiring)
    {
        this.host = host;
        this.wiring = wiring;
        id = host.id();
        sendSide = wiring.sendSide(id);
        waitingCalls = new WaitingCalls(host, wiring.waiters(id), sendSide);
    }

    /**
     * Returns the host.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }

    /**
     * Returns the routes of the host.
     *
     * @return always the same object.
     */
    public Routes routes()
    {
        return sendSide.routes();
    }

    /**
     * Opens a channel.
     *
     * @param number of the channel, {@link Channel#ANY} for any.
     * @return the channel, which belongs to the caller until it closes it. If the thread that has used a channel last
     * has ended, its number is given to who asks for it, or for any when no other is free.
     * @throws IllegalArgumentException when there is no such channel.
     * @throws IllegalStateException    when the channel is in use, or all are.
     */
    public Channel open(final int number)
    {
        final Channel channel = tryOpen(number);
        if (null == channel)
        {
            throw new IllegalStateException(Channel.ANY == number ?
                "all " + wiring.channels(id).count() + " channels of host " + id + " are in use: close one, or set" +
                " MyrinetContext.channels" :
                "channel " + number + " of host " + id + " is in use: open another one, or Channel.ANY");
        }
        return channel;
    }

    /**
     * Opens a channel if possible.
     *
     * @param number of the channel, {@link Channel#ANY} for any.
     * @return null if the channel is in use, or all are.
     * @throws IllegalArgumentException when there is no such channel.
     */
    public Channel tryOpen(final int number)
    {
        sendSide.checkOpen();
        return wiring.tryOpen(id, number);
    }

    /**
     * Takes a buffer from the pool of the host.
     *
     * @return the buffer, which is {@link BufferState#OWNED}; null if none is free.
     */
    public Buffer tryBuffer()
    {
        return sendSide.tryBuffer();
    }

    /**
     * Waits for a buffer of the pool within the time limit of the cluster.
     *
     * @return the buffer, which is {@link BufferState#OWNED}.
     * @throws org.isotach.IsotachTimeoutException when none is freed in time.
     * @throws ClusterClosedException              when the cluster is closed before.
     */
    public Buffer buffer()
    {
        final Buffer buffer = tryBuffer();
        return null == buffer ? waitingCalls.awaitBuffer() : buffer;
    }

    /**
     * Sends a buffer, which belongs to its receiver from then on. A payload of at most {@link
     * MyrinetContext#inlineLength} bytes is copied, and its buffer freed at once.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param buffer  own or received one.
     * @return false if the channel has no room for a packet from here.
     * @throws IllegalArgumentException when there is no such route or channel.
     * @throws IllegalStateException    when the buffer must not be sent: it was freed or sent before, belongs to
     *                                  another network, or was received by several hosts.
     * @throws HostExpelledException    when the receiver or this host was expelled.
     * @throws ClusterClosedException   when the cluster is closed.
     */
    public boolean trySend(final int route, final int channel, final Buffer buffer)
    {
        return sendSide.trySend(route, channel, buffer, 0, false);
    }

    /**
     * Does the same as {@link #trySend(int, int, Buffer)}, and waits for room within the time limit of the cluster.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param buffer  own or received one.
     */
    public void send(final int route, final int channel, final Buffer buffer)
    {
        if (!sendSide.trySend(route, channel, buffer, 0, false))
        {
            waitingCalls.awaitSent(route, channel, buffer, false);
        }
    }

    /**
     * Sends a buffer that comes back to its handle, instead of the pool, when its receiver has freed it. It may be
     * freed before that, and must be freed some time.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param buffer  one of the own pool.
     * @return false if the channel has no room for a packet from here.
     */
    public boolean tryLend(final int route, final int channel, final Buffer buffer)
    {
        return sendSide.trySend(route, channel, buffer, 0, true);
    }

    /**
     * Does the same as {@link #tryLend}, and waits for room within the time limit of the cluster.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param buffer  one of the own pool.
     */
    public void lend(final int route, final int channel, final Buffer buffer)
    {
        if (!sendSide.trySend(route, channel, buffer, 0, true))
        {
            waitingCalls.awaitSent(route, channel, buffer, true);
        }
    }

    /**
     * Sends several buffers as one message, of which nothing is copied: all arrive or none. The receiver gets the
     * first one, and the others by {@link Buffer#next()}.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param buffers 2..8 different ones.
     * @return false if the channel has no room for a packet from here.
     */
    public boolean tryGather(final int route, final int channel, final Buffer... buffers)
    {
        return sendSide.tryGather(route, channel, buffers);
    }

    /**
     * Sends one buffer to a channel of several hosts. All receivers get the same memory, which none of them may write;
     * it is free when all have freed it.
     *
     * @param hosts   numbers of 1..15 different hosts.
     * @param channel number of the channel, the same at all of them.
     * @param buffer  one of the own pool, or a received one if there is only one host.
     * @return false if the channel of some host has no room: then no host gets it.
     */
    public boolean tryMulticast(final int[] hosts, final int channel, final Buffer buffer)
    {
        return sendSide.tryMulticast(hosts, channel, buffer);
    }

    /**
     * Sends bytes from an array. A long payload is copied piece by piece after its buffer has been handed over: the
     * receiver may read what {@link Buffer#available()} counts, behind the sender, and must not write before all is
     * there.
     *
     * @param route   number of a route of this host.
     * @param channel number of a channel of the receiver.
     * @param source  array to copy from.
     * @param offset  of the first byte in the array.
     * @param length  in bytes, at most {@link MyrinetContext#bufferLength}.
     * @return false if no buffer is free, or the channel has no room.
     */
    public boolean trySend(
        final int route, final int channel, final byte[] source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.length);
        return sendSide.trySendBytes(route, channel, source, offset, length);
    }

    /**
     * Returns how many buffers this host has sent that were not received yet. The number may be too large, never too
     * small.
     *
     * @return number of buffers.
     */
    public int pending()
    {
        return wiring.countUnderWay(id);
    }

    /**
     * Returns the number of buffers in the pool of the host.
     *
     * @return number of buffers.
     */
    public int freeBuffers()
    {
        return wiring.countFree(id);
    }

    /**
     * Looks for buffers of this host that nobody will receive or free any more: because the channel was closed, a host
     * was expelled, or a link with faults has lost the packet. They return to the pool, or to the handle that has lent
     * them. {@link #tryBuffer} does the same from time to time when the pool is empty.
     *
     * @return number of buffers that have come back.
     */
    public int reapSent()
    {
        return sendSide.reap();
    }

    /**
     * Lets packets that are late on links with faults go on. Sending does the same.
     */
    public void tick()
    {
        sendSide.tick();
    }

    /**
     * Returns how many packets to this host were dropped; for {@link DropReason#NO_ROUTE}, from this host.
     *
     * @param reason why.
     * @return number of packets.
     */
    public long dropped(final DropReason reason)
    {
        return wiring.drops(id).get(reason);
    }

    /**
     * For protocols above: sends with a tag, and looks at the state of links.
     */
    SendSide sendSide()
    {
        return sendSide;
    }

    @Override
    public String toString()
    {
        return "Nic{host=" + id + ", freeBuffers=" + freeBuffers() + ", pending=" + pending() + '}';
    }
}
