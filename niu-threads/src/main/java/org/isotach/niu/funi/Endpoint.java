/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * What the other members of a gang see of one member: where it is, its memory, and the rings that lead to it. A member
 * that moves to another host, or starts again, gets another one, with another incarnation. Threadsafe.
 */
final class Endpoint extends Padded
{
    private final int node;
    private final Host host;
    private final long tag;
    private final Wakers wakers;
    private final GangMemory memory;
    private volatile boolean isClosed;

    // Of its node, where devices compare it.
    private int incarnation;

    // By priority; replaced as a whole.
    private volatile Inbound[] requests = {};
    private volatile Inbound[] replies = {};

    /**
     * @param node   of the member.
     * @param host   its host.
     * @param tag    of all packets that it sends.
     * @param wakers of its thread.
     */
    Endpoint(final int node, final Host host, final long tag, final Wakers wakers)
    {
        this.node = node;
        this.host = host;
        this.tag = tag;
        this.wakers = wakers;
        memory = new GangMemory(node);
    }

    int node()
    {
        return node;
    }

    Host host()
    {
        return host;
    }

    long tag()
    {
        return tag;
    }

    /**
     * Before others know the member.
     */
    void incarnation(final int value)
    {
        incarnation = value;
    }

    int incarnation()
    {
        return incarnation;
    }

    Wakers wakers()
    {
        return wakers;
    }

    GangMemory memory()
    {
        return memory;
    }

    Inbound[] inbound(final Priority priority)
    {
        // Acquire: the rings. Partner: accept().
        return Priority.REPLY == priority ? replies : requests;
    }

    /**
     * Adds a sender. It takes the place of an earlier incarnation, from which nothing is taken any more. An earlier
     * incarnation that comes later is not added: its thread was in the middle of a call when {@link Gang#remap} closed
     * its queue pair.
     */
    synchronized void accept(final Priority priority, final Inbound link)
    {
        final Inbound[] all = with(inbound(priority), link);
        // Release: the ring. Partner: inbound().
        if (Priority.REPLY == priority)
        {
            replies = all;
        }
        else
        {
            requests = all;
        }
    }

    /**
     * Returns the senders with a further one, or the same ones if a later incarnation is among them.
     */
    static Inbound[] with(final Inbound[] senders, final Inbound link)
    {
        // Of one gang and node: the incarnations that tags end with grow.
        if (Arrays.stream(senders)
            .anyMatch(other -> other.node() == link.node() && other.senderTag() > link.senderTag()))
        {
            return senders;
        }
        final Inbound[] kept =
            Arrays.stream(senders).filter(other -> other.node() != link.node()).toArray(Inbound[]::new);
        final Inbound[] all = Arrays.copyOf(kept, kept.length + 1);
        all[kept.length] = link;
        return all;
    }

    void close()
    {
        isClosed = true;
        memory.closeAll();
        wakers.wake();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Nothing that is sent here will be taken.
     */
    boolean isDown()
    {
        return isClosed || !host.models().isUndisturbed() && host.isExpelled();
    }

    @Override
    public String toString()
    {
        return "Endpoint{node=" + node + ", host=" + host.id() + ", closed=" + isClosed + '}';
    }
}
