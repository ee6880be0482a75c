/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;

/**
 * Where a host receives: buffers, and small payloads, that any host has sent to the number of the channel. Each sender
 * has a link of its own to the channel, so a channel whose thread does not receive stops only those who send to it.
 * Packets of one sender arrive in order if the links have no faults; there is no other order. Nothing arrives before
 * {@link #tryReceive} asks for it, and nothing is promised to arrive: see {@link Rpp}.
 * <p>
 * <b>Note:</b> a channel belongs to one thread at a time, except for {@link #close()}; in paranoid mode, a call of
 * another one throws an {@link org.isotach.IsotachException} meanwhile. What it has received may be used and freed by
 * another one.
 */
public sealed class Channel extends Padded implements AutoCloseable permits ConfinedChannel
{
    /**
     * In place of a number: any channel that is not in use.
     */
    public static final int ANY = -1;

    // A poll of the host takes longer than a look at the count.
    private static final int FAILURES_PER_POLL = 128;
    private static final VarHandle READY;

    static
    {
        try
        {
            READY = MethodHandles.lookup().findVarHandle(Channel.class, "ready", Buffer.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Station host;
    private final int number;
    private final PacketOpener opener;
    private final DropCounters drops;
    private final boolean isLossy;

    // Null if no thread waits here.
    private final Waiter waiter;
    private final IntSupplier failurePoll;
    private final CountLine count = new CountLine();
    private final AwaitedBuffer awaited;
    private volatile ChannelLink[] links = {};
    private volatile boolean isClosed;
    private volatile Thread user = Thread.currentThread();
    private long known;
    private long taken;
    private int last;

    // Received already, and not handed out yet: it belongs to the thread that takes it from here.
    private volatile Buffer ready;

    /**
     * @param host    the host.
     * @param number  of the channel.
     * @param regions of all hosts.
     * @param handles of the host for what it receives.
     * @param drops   counters of the host.
     * @param context settings of the network.
     */
    Channel(
        final Station host,
        final int number,
        final DmaRegion[] regions,
        final ReceivedHandles handles,
        final DropCounters drops,
        final MyrinetContext context)
    {
        this.host = host;
        this.number = number;
        this.drops = drops;
        isLossy = host.hasFaults();
        waiter = host.newWaiter();
        awaited = new AwaitedBuffer(this::look, this::links, number, host, waiter, context.reception());
        // It also waits for room for a small payload.
        opener = new PacketOpener(regions, handles, drops, context, host.isParanoid(), WaiterList.of(waiter));
        failurePoll = host.failurePoll(FAILURES_PER_POLL);
    }

    /**
     * Returns the number of the channel, to which others send.
     *
     * @return the number.
     */
    public int number()
    {
        return number;
    }

    /**
     * Returns whether the channel was closed.
     *
     * @return true after {@link #close()}.
     */
    public boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Returns the number of packets that are ready, without receiving any: 0 or 1 if the links have faults, because
     * what is on its way may not arrive.
     *
     * @return number of packets; those that turn out to be doubled or given up count until they are looked at.
     */
    public int pending()
    {
        checkUsable();
        if (isLossy)
        {
            look();
            return null == ready ? 0 : 1;
        }
        known = count.get();
        return (int)Math.max(0, known - taken) + (null == ready ? 0 : 1);
    }

    /**
     * Receives the next buffer. It belongs to the caller until it is freed or sent on.
     *
     * @return null if there is none at present.
     * @throws IllegalStateException              when the channel is closed, or the call comes from inside a handler.
     * @throws HostExpelledException              when the host was expelled.
     * @throws org.isotach.ClusterClosedException when there is none, and the cluster is closed.
     */
    public Buffer tryReceive()
    {
        final Buffer received = tryTake();
        if (null == received)
        {
            host.checkOpen();
        }
        return received;
    }

    /**
     * Does the same as {@link #tryReceive}, also if nothing will ever arrive.
     */
    Buffer tryTake()
    {
        checkUsable();
        final Buffer received = next();
        if (null == received)
        {
            failurePoll.getAsInt();
        }
        return received;
    }

    /**
     * Lets the thread of the channel wait for something else than its next buffer.
     */
    void await(final BooleanSupplier condition, final Object what)
    {
        waiter.await(condition, what);
    }

    private Buffer next()
    {
        return null == ready ? find() : takeReady();
    }

    private Buffer takeReady()
    {
        // Acquire: the buffer. Partner: look().
        return (Buffer)READY.getAndSet(this, null);
    }

    /**
     * Waits for a buffer within the time limit of the cluster.
     *
     * @return the buffer.
     * @throws IllegalStateException                 when the channel is closed, or the call comes from inside a
     *                                               handler.
     * @throws HostExpelledException                 when the host is expelled before a buffer arrives.
     * @throws IsotachTimeoutException               when none arrives in time.
     * @throws org.isotach.ClusterClosedException    when the cluster is closed before one arrives.
     */
    public Buffer receive()
    {
        checkUsable();
        Buffer received = next();
        if (null == received)
        {
            awaited.await();
            received = takeReady();
            if (null == received)
            {
                // The wait has ended because the channel is closed.
                checkUsable();
            }
        }
        return received;
    }

    /**
     * Makes the next packet ready, if there is one.
     */
    private boolean look()
    {
        final Buffer found = null == ready ? find() : null;
        if (null != found)
        {
            // Release, and more: the buffer. Partner: takeReady(). The flag is read after it, and close() sets the flag
            // before it looks here, so one of both finds the buffer.
            ready = found;
            if (isClosed)
            {
                dropReady();
            }
        }
        // A thread that waits on a channel that was closed is told.
        return null != ready || isClosed;
    }

    /**
     * Returns the next packet, null if there is none.
     */
    private Buffer find()
    {
        if (host.isExpelled())
        {
            throw new HostExpelledException("host " + host.id() + " was expelled: it receives nothing any more");
        }
        if (isClosed)
        {
            return null;
        }
        // Acquire: the links. Partner: tryAccept().
        final ChannelLink[] all = links;
        if (1 == all.length)
        {
            // Its own line says what the count says; the count stays in the cache of the sender.
            final Buffer found = findAt(all[0]);
            known = Math.max(known, taken);
            return found;
        }
        if (!isLossy && taken == known)
        {
            known = count.get();
            if (taken == known)
            {
                return null;
            }
        }
        for (int i = 0; i < all.length; i++)
        {
            last = last + 1 < all.length ? last + 1 : 0;
            final Buffer found = findAt(all[last]);
            if (null != found)
            {
                return found;
            }
        }
        return null;
    }

    private Buffer findAt(final ChannelLink link)
    {
        Buffer found = null;
        while (null == found && opener.tryTake(link))
        {
            taken++;
            found = opener.open(link.reader(), link.isLossy());
        }
        if (link.isLossy())
        {
            drops.count(DropReason.CORRUPT, link.newCorruptPackets());
        }
        return found;
    }

    /**
     * Adds a sender; called by sending threads.
     *
     * @return false if the channel is closed.
     */
    synchronized boolean tryAccept(final ChannelLink link)
    {
        if (isClosed)
        {
            return false;
        }
        final ChannelLink[] all = Arrays.copyOf(links, links.length + 1);
        all[links.length] = link;
        // Release: the link. Partner: look().
        links = all;
        return true;
    }

    int capacity()
    {
        return opener.capacity();
    }

    Station host()
    {
        return host;
    }

    private ChannelLink[] links()
    {
        return links;
    }

    CountLine count()
    {
        return count;
    }

    Waiter waiter()
    {
        return waiter;
    }

    /**
     * Returns whether the thread that has used the channel last has ended.
     */
    boolean isAbandoned()
    {
        return !user.isAlive();
    }

    /**
     * Gives the number of the channel up. What is on its way here is dropped, and its buffers return to their pools;
     * what was handed out stays with the caller. A thread that waits here gets an {@link IllegalStateException}. Any
     * thread may call this, once or more.
     */
    @Override
    public void close()
    {
        final ChannelLink[] all;
        synchronized (this)
        {
            isClosed = true;
            all = links;
        }
        for (final ChannelLink link : all)
        {
            link.close();
        }
        // Behind the flag. Partner: look().
        dropReady();
        if (null != waiter)
        {
            waiter.wake();
        }
    }

    private void dropReady()
    {
        final Buffer dropped = takeReady();
        if (null != dropped)
        {
            drops.count(DropReason.CLOSED);
            dropped.drop();
        }
    }

    private void checkUsable()
    {
        host.checkNotInHandler("receiving from a channel");
        if (isClosed)
        {
            throw new IllegalStateException("channel " + number + " of host " + host.id() +
                " is closed, or its number was given to another thread after its own one had ended: open another one");
        }
        final Thread thread = Thread.currentThread();
        if (user != thread)
        {
            user = thread;
        }
    }

    @Override
    public String toString()
    {
        return "Channel{host=" + host.id() + ", number=" + number + ", closed=" + isClosed + '}';
    }
}
