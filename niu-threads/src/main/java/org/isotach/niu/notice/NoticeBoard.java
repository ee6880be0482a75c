/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

import java.util.concurrent.atomic.AtomicReferenceArray;

import com.lmax.disruptor.Sequence;
import org.isotach.niu.spi.Marker;

/**
 * The notices of all hosts, and their listeners. It owns the rule that no notice is overwritten before every listener
 * has taken it: a sender without room for one more does not stop its tokens for it.
 */
public final class NoticeBoard
{
    /**
     * A host that takes notices, as the hosts that publish them see it.
     */
    interface Listener
    {
        /**
         * Returns the sequence up to which the log of a sender is taken. Any thread may call it.
         */
        long taken(int sender);

        /**
         * There may be a notice to take. Any thread may call it.
         */
        void wake();
    }

    /**
     * Largest number of notices of one host on their way.
     */
    public static final int LOG_SIZE = 32;

    private static final int SENDER_BITS = 16;
    private static final long SENDER_MASK = (1L << SENDER_BITS) - 1;

    private final NoticeLog[] logs;
    private final AtomicReferenceArray<Listener> listeners;

    // Null if all hosts are in this JVM.
    private final NoticeCarrier carrier;

    // The number of notices, and the sender of the last one. Every executor reads it in every round, and each notice
    // writes it: a cluster without notices pays no more than that.
    private final Sequence announced = new Sequence(0);

    /**
     * @param hostCount number of hosts.
     */
    public NoticeBoard(final int hostCount)
    {
        this(hostCount, null);
    }

    /**
     * @param hostCount number of hosts.
     * @param carrier   to other members; null if there are none.
     */
    public NoticeBoard(final int hostCount, final NoticeCarrier carrier)
    {
        this.carrier = carrier;
        logs = new NoticeLog[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            logs[host] = new NoticeLog(LOG_SIZE);
        }
        listeners = new AtomicReferenceArray<>(hostCount);
    }

    int hostCount()
    {
        return logs.length;
    }

    /**
     * Returns whether some hosts belong to other members.
     */
    boolean hasMembers()
    {
        return null != carrier;
    }

    public NoticeLog log(final int host)
    {
        return logs[host];
    }

    /**
     * Returns a word that changes with each notice. A thread that reads it after the time of its switch, and finds the
     * word up to which it has collected, has all notices that are due.
     */
    long announced()
    {
        return announced.get();
    }

    /**
     * Returns whether there is exactly one notice, that of {@link #lastSender}, between two words that {@link
     * #announced()} returned.
     */
    static boolean isNext(final long before, final long after)
    {
        return (before >> SENDER_BITS) + 1 == after >> SENDER_BITS;
    }

    /**
     * Returns the host that has given the last notice before {@link #announced()} returned a word.
     */
    static int lastSender(final long announced)
    {
        return (int)(announced & SENDER_MASK);
    }

    /**
     * The host begins to listen: from now on nothing is overwritten before it has taken it.
     */
    void listen(final int host, final Listener listener)
    {
        listeners.set(host, listener);
        // Partner: publish(). All four are volatile: a sender that does not find the listener, in hasRoom(), has
        // announced, before this line, everything that it then overwrites, so the listener will find it published.
        announced.addAndGet(0);
    }

    /**
     * The host has been expelled: nobody waits for it.
     */
    public void expel(final int host)
    {
        listeners.set(host, null);
    }

    /**
     * Returns whether every listener has taken enough for a host to append some more notices. For the thread that works
     * for that host.
     */
    public boolean hasRoom(final int sender, final int notices)
    {
        final NoticeLog log = logs[sender];
        if (null != carrier && !carrier.isOpen(sender))
        {
            return false;
        }
        if (log.hasRoom(notices))
        {
            return true;
        }
        final long taken = taken(sender);
        log.taken(null == carrier ? taken : Math.min(taken, carrier.taken(sender)));
        return log.hasRoom(notices);
    }

    /**
     * Returns the sequence up to which all listeners have taken the log of a host, as far as they are here. For the
     * owner of the log.
     */
    public long taken(final int sender)
    {
        // A listener that starts after this read, and hence after everything up to here was announced, begins after it.
        long taken = logs[sender].published();
        for (int host = 0; host < logs.length; host++)
        {
            final Listener listener = listeners.get(host);
            if (null != listener)
            {
                taken = Math.min(taken, listener.taken(sender));
            }
        }
        return taken;
    }

    /**
     * Returns a listener that must take something before a host can append some more notices, -1 if there is none. For
     * messages only: may be called without working for the host.
     */
    public int hostWithoutRoom(final int sender, final int notices)
    {
        final long required = logs[sender].published() + notices - LOG_SIZE;
        for (int host = 0; host < logs.length; host++)
        {
            final Listener listener = listeners.get(host);
            if (null != listener && listener.taken(sender) < required)
            {
                return host;
            }
        }
        return -1;
    }

    /**
     * Returns the sequence up to which a host has taken the log of another one, -1 if it does not listen. For messages:
     * any thread may call it.
     */
    public long taken(final int host, final int sender)
    {
        final Listener listener = listeners.get(host);
        return null == listener ? -1 : listener.taken(sender);
    }

    /**
     * Passes a marker, and publishes its notice, if any; for the LANai of its host, while tokens are stopped.
     *
     * @param timestamp of the marker.
     * @return false if the marker gives no notice.
     */
    public boolean pass(final int sender, final Marker marker, final long timestamp)
    {
        final long pulse = marker.pass(timestamp);
        if (Marker.NO_NOTICE == pulse)
        {
            return false;
        }
        final long notice = marker.notice();
        publish(sender, pulse, notice);
        if (null != carrier)
        {
            carrier.send(sender, pulse, notice);
        }
        return true;
    }

    /**
     * For the LANai of a host, while its tokens are stopped; for a host of another member, for the owner of the trunks.
     * There is room: that member knows what was {@link #taken}.
     */
    public void publish(final int sender, final long pulse, final long notice)
    {
        logs[sender].append(pulse, notice);
        // After the entry. Partners: announced(), listen().
        long before;
        do
        {
            before = announced.get();
        }
        while (!announced.compareAndSet(before, (before >> SENDER_BITS) + 1 << SENDER_BITS | sender));
    }

    /**
     * There may be notices for the listeners. Any thread may call it.
     */
    public void wakeListeners()
    {
        for (int host = 0; host < logs.length; host++)
        {
            final Listener listener = listeners.get(host);
            if (null != listener)
            {
                listener.wake();
            }
        }
    }
}
