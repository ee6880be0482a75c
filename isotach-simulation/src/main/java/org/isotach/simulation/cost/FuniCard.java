/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import org.isotach.niu.funi.Priority;

/**
 * The times of a FUNi card (Hoe, FUNet, sections 5.2 and 6.1): it fetches packets from the send queues, and delivers
 * others into the receive queues, in transactions of 1, 4 or 8 words. Six requests, and eight packets in all, may be
 * without an acknowledgement. What it does not do is reject packets: its receive buffers are never full in the programs
 * of the paper.
 * <p>
 * Beside its transactions a card takes a cycle of the bus, of 25 MHz, for each thing that section 5.2.2 lists for a
 * retrieval: it finds a packet, takes a line, parses the header, makes three words for the network, releases the line,
 * and counts. For a delivery section 5.2.3 has no line: it finds a packet, takes three words off, makes the header, and
 * counts, and asks for the bus. A transfer has two words more.
 */
final class FuniCard
{
    private static final int RETRIEVAL = 8;
    private static final int DELIVERY = 7;
    private static final int FIRST_READ = 4;
    private static final int[] BURSTS = { 8, 4, 1 };
    private static final int LINES = 8;
    private static final int LINES_OF_REQUESTS = 6;

    // Section 6.1.4: through a router in five cycles of 25 MHz, to the next one in one. In a cube of 32 nodes packets
    // pass 2.6 routers on average. The network takes a word in each cycle.
    private static final int HOP = 5 + 1;
    private static final int HOPS = 3;

    private final VirtualTime time;
    private final Bus bus;
    private final FuniCard[] peers;
    private final Map<Priority, Queue<FuniPacket>> sends = newQueues();
    private final Map<Priority, Queue<FuniPacket>> arrived = newQueues();
    private final Map<Priority, Queue<FuniPacket>> received = newQueues();

    // Priorities of which the processor has the head of the receive queue in its cache.
    private final Set<Priority> cached = EnumSet.allOf(Priority.class);
    private int outstanding;
    private boolean isRetrieving;
    private boolean isDelivering;
    private double doneAt;

    /**
     * @param peers all cards, by node.
     */
    FuniCard(final VirtualTime time, final Bus bus, final FuniCard[] peers)
    {
        this.time = time;
        this.bus = bus;
        this.peers = peers;
    }

    private static Map<Priority, Queue<FuniPacket>> newQueues()
    {
        final Map<Priority, Queue<FuniPacket>> queues = new EnumMap<>(Priority.class);
        for (final Priority priority : Priority.values())
        {
            queues.put(priority, new ArrayDeque<>());
        }
        return queues;
    }

    /**
     * The head of a send queue was advanced by a packet.
     */
    void send(final FuniPacket packet)
    {
        sends.get(packet.priority()).add(packet);
        retrieve();
    }

    private void retrieve()
    {
        if (isRetrieving)
        {
            return;
        }
        final Queue<FuniPacket> replies = sends.get(Priority.REPLY);
        final Queue<FuniPacket> requests = sends.get(Priority.REQUEST);
        final FuniPacket packet = !replies.isEmpty() && outstanding < LINES ? replies.poll() :
            outstanding < LINES_OF_REQUESTS ? requests.poll() : null;
        if (null != packet)
        {
            isRetrieving = true;
            outstanding++;
            final int rest = packet.payload() > 0 ? packet.payload() : Math.max(0, packet.words() - FIRST_READ);
            time.after(RETRIEVAL * Bus.CYCLE, () ->
                move(FIRST_READ, () -> move(rest, () -> retrieved(packet))));
        }
    }

    private void retrieved(final FuniPacket packet)
    {
        isRetrieving = false;
        doneAt = time.now();
        final FuniCard peer = peers[packet.target()];
        time.after((HOPS * HOP + packet.wordsOnNetwork()) * Bus.CYCLE, () ->
        {
            peer.arrive(packet);
            // The acknowledgement.
            time.after((HOPS * HOP + FuniPacket.NETWORK_HEADER) * Bus.CYCLE, () ->
            {
                outstanding--;
                retrieve();
            });
        });
        retrieve();
    }

    /**
     * A packet has come out of the network.
     */
    void arrive(final FuniPacket packet)
    {
        arrived.get(packet.priority()).add(packet);
        deliver();
    }

    private void deliver()
    {
        if (isDelivering)
        {
            return;
        }
        final Queue<FuniPacket> replies = arrived.get(Priority.REPLY);
        final FuniPacket packet = replies.isEmpty() ? arrived.get(Priority.REQUEST).poll() : replies.poll();
        if (null != packet)
        {
            isDelivering = true;
            final int more = packet.payload() > 0 ? FuniPacket.TRANSFER_HEADER : 0;
            // The head of the queue is written into memory, too, so that the cache of the processor loses it.
            time.after((DELIVERY + more) * Bus.CYCLE, () ->
                move(packet.words(), () -> move(packet.payload(), () -> move(1, () -> delivered(packet)))));
        }
    }

    private void delivered(final FuniPacket packet)
    {
        isDelivering = false;
        received.get(packet.priority()).add(packet);
        cached.remove(packet.priority());
        doneAt = time.now();
        deliver();
    }

    /**
     * Moves words in bursts, the longest ones first.
     */
    private void move(final int words, final Runnable done)
    {
        for (final int burst : BURSTS)
        {
            if (burst <= words)
            {
                bus.card(burst, () -> move(words - burst, done));
                return;
            }
        }
        done.run();
    }

    /**
     * Returns whether the processor has the head of a receive queue in its cache, and lets it load the head.
     */
    boolean cache(final Priority priority)
    {
        return !cached.add(priority);
    }

    /**
     * Takes a packet off a receive queue, if the processor knows of one.
     *
     * @return null if it does not.
     */
    FuniPacket poll(final Priority priority)
    {
        return cached.contains(priority) ? received.get(priority).poll() : null;
    }

    /**
     * Returns when a packet was last fetched or delivered.
     */
    double doneAt()
    {
        return doneAt;
    }

    @Override
    public String toString()
    {
        return "FuniCard{outstanding=" + outstanding + ", " + bus + '}';
    }
}
