/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.thread.Doorbell;

/**
 * What the model of a member tells those of the others besides isochrons and notices: words at the start, records
 * outside of logical time, and a counter of each host. The model is on one side of it, and the owner of the trunks on
 * the other. Threadsafe, except where it says otherwise.
 */
public final class ModelExchange
{
    /**
     * Takes the records for one host from hosts of other members.
     */
    @FunctionalInterface
    public interface Acceptor
    {
        /**
         * The first record of a sender has arrived, or is about to. For the owner of the trunks; must not wait.
         *
         * @param sender number of the sending host.
         * @param reader of everything that it sends.
         */
        void accept(int sender, RecordReader reader);
    }

    private record Inbox(int capacity, Wakeable waiting, Acceptor acceptor)
    {
    }

    private static final int STRIDE = 16;

    private final HostsOfMembers hosts;
    private final Trunk[] trunks;
    private final Wakeable wakeTrunks;
    private final StartWords startWords;
    private final AtomicLongArray counters;
    private final Inbox[] inboxes;

    // Replaced as a whole, by sending hosts.
    private volatile RecordRelay[] relays = {};

    // Replaced as a whole, by the owner of the trunks.
    private volatile RecordLanding[] landings = {};

    /**
     * @param hosts    of all members.
     * @param trunks   to each other member, null for the own one.
     * @param doorbell of the thread that works for the trunks.
     */
    public ModelExchange(final HostsOfMembers hosts, final Trunk[] trunks, final Doorbell doorbell)
    {
        this.hosts = hosts;
        this.trunks = trunks;
        wakeTrunks = new Wakeable()
        {
            @Override
            public void wake()
            {
                doorbell.ring();
            }
        };
        startWords = new StartWords(hosts.hostCount());
        counters = new AtomicLongArray(STRIDE * hosts.hostCount());
        inboxes = new Inbox[hosts.hostCount()];
    }

    /**
     * Returns which host belongs to which member.
     */
    public HostsOfMembers hosts()
    {
        return hosts;
    }

    /**
     * Returns the words that the hosts of all members begin with.
     */
    public StartWords startWords()
    {
        return startWords;
    }

    /**
     * Connects a host of this member with a host of another one.
     *
     * @param sender   number of the host here.
     * @param receiver number of the other host.
     * @param capacity of the ring in bytes, the same for all hosts of all members.
     * @param waiting  woken when the receiver gives memory back.
     * @return a new relay, for one sending thread.
     */
    public synchronized RecordRelay connect(
        final int sender, final int receiver, final int capacity, final Wakeable waiting)
    {
        final RecordRelay relay = new RecordRelay(sender, receiver, capacity, waiting, wakeTrunks);
        final RecordRelay[] all = Arrays.copyOf(relays, relays.length + 1);
        all[relays.length] = relay;
        // Release: the relay. Partner: relays().
        relays = all;
        return relay;
    }

    /**
     * Accepts records for a host of this member, before the member joins.
     *
     * @param host     number of the host.
     * @param capacity of the ring of each sender in bytes, the same for all hosts of all members.
     * @param waiting  woken when a record arrives.
     * @param acceptor told of each new sender.
     */
    public void accept(final int host, final int capacity, final Wakeable waiting, final Acceptor acceptor)
    {
        // Published by Trunks.join(): the owner of the trunks handles no record before.
        inboxes[host] = new Inbox(capacity, waiting, acceptor);
    }

    /**
     * A host of this member counts up: all others hear it behind the records that the host has sent before.
     */
    public void count(final int host, final long value)
    {
        // Volatile: everything that the host has sent before. Partner: counter().
        counters.set(STRIDE * host, value);
        wakeTrunks.wake();
    }

    /**
     * Returns the counter of a host of any member. Everything that the host had sent to a host here is there.
     */
    public long counter(final int host)
    {
        // Volatile. Partners: count(), hearCount().
        return counters.get(STRIDE * host);
    }

    /**
     * A host of another member has counted up; for the owner of the trunks.
     */
    public void hearCount(final int host, final long value)
    {
        // Volatile: everything that has arrived before. Partner: counter().
        counters.set(STRIDE * host, value);
    }

    /**
     * Returns all records on their way from here.
     */
    public RecordRelay[] relays()
    {
        // Acquire. Partner: connect().
        return relays;
    }

    /**
     * Returns where the records from other members arrive; for the owner of the trunks.
     */
    public RecordLanding[] landings()
    {
        return landings;
    }

    /**
     * Returns where the records of a sender for a host of this member arrive; for the owner of the trunks.
     */
    public RecordLanding landing(final int sender, final int receiver)
    {
        for (final RecordLanding landing : landings)
        {
            if (sender == landing.sender() && receiver == landing.receiver())
            {
                return landing;
            }
        }
        final Inbox inbox = inboxes[receiver];
        final RecordLanding landing =
            new RecordLanding(sender, receiver, inbox.capacity, inbox.waiting, wakeTrunks);
        final RecordLanding[] all = Arrays.copyOf(landings, landings.length + 1);
        all[landings.length] = landing;
        landings = all;
        inbox.acceptor.accept(sender, landing.reader());
        return landing;
    }

    @Override
    public String toString()
    {
        return "ModelExchange{from=" + relays.length + ", to=" + landings.length + '}';
    }
}
