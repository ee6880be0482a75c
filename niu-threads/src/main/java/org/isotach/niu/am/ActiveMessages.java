/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Active messages on a cluster, outside of logical time (Martin, HPAM): a message names the handler that runs at its
 * receiver. A handler of a request may reply, once; a handler of a reply may not send. Each handler runs exactly once,
 * although links lose, double, delay, reorder and corrupt packets. There is no order between hosts; see {@link
 * AmContext#inOrder} for the order of one pair.
 * <pre>{@code
 * ActiveMessages am = ActiveMessages.on(cluster);
 * int done = am.onReply(reply -> result = reply.arg(0));
 * int read = am.onRequest(request -> request.reply(done, words.getLong((int)request.arg(0)), 0, 0, 0));
 * am.port(cluster.host(0)).request(1, read, 8, 0, 0, 0);      // and both ports are polled
 * }</pre>
 * Threadsafe.
 */
public final class ActiveMessages
{
    private final Cluster cluster;
    private final Program program;
    private final Card[] cards;
    private final AmPort[] ports;

    private ActiveMessages(final Cluster cluster, final AmContext context, final Card[] shared)
    {
        this.cluster = cluster;
        final Host[] hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final PortTurn[] turns = new PortTurn[hosts.length];
        Arrays.setAll(turns, host -> new PortTurn(context.progress()));
        final Regions[] regions = new Regions[hosts.length];
        Arrays.setAll(regions, host -> new Regions(host, turns[host]));
        program = new Program(context, context.key().value(), hosts, turns, regions, new HandlerTable<>("onRequest", 0),
            new HandlerTable<>("onReply", 1), new FailureTable(),
            null != context.variants().links || !cluster.context().linkFaults().isNone());
        cards = null == shared ? newCards(hosts, context) : shared;
        ports = new AmPort[hosts.length];
        try
        {
            Arrays.setAll(ports, host -> new AmPort(hosts[host], program, cards[host]));
            if (Progress.CLUSTER == context.progress())
            {
                startServers(hosts);
            }
        }
        catch (final Throwable ex)
        {
            for (final Card card : cards)
            {
                card.leave(program.key());
            }
            throw ex;
        }
    }

    private void startServers(final Host[] hosts)
    {
        final List<Runnable> stops = new ArrayList<>();
        try
        {
            for (final Host host : hosts)
            {
                stops.add(ports[host.id()].startServer(host));
            }
        }
        catch (final Throwable ex)
        {
            stops.forEach(Runnable::run);
            throw ex;
        }
    }

    private static Card[] newCards(final Host[] hosts, final AmContext context)
    {
        final LinkSource links = null != context.variants().links ? context.variants().links :
            (sender, receiver, capacity) -> hosts[sender].models().newPacketLink(receiver, capacity);
        final Card[] cards = new Card[hosts.length];
        Arrays.setAll(cards, host ->
            new Card(host, cards, links, lengthUnderWay(context), context.maxPacketLength()));
        return cards;
    }

    /**
     * The length in bytes of everything that can be under way on a link if nothing is repeated, and of what stays empty
     * in front of its end.
     */
    private static long lengthUnderWay(final AmContext context)
    {
        return (1 + Math.max(4, 2L * context.depth())) * (context.maxPacketLength() + Long.BYTES);
    }

    /**
     * Adds active messages with default settings to a cluster.
     *
     * @param cluster the cluster.
     * @return a program on the cluster.
     */
    public static ActiveMessages on(final Cluster cluster)
    {
        return on(cluster, new AmContext());
    }

    /**
     * Adds active messages to a cluster. A cluster may have several such programs; each has links of its own, and does
     * not see the others. With {@link Progress#CLUSTER} a program ends with the cluster, not before: make it
     * once.
     *
     * @param cluster the cluster.
     * @param context the settings; after this call they can neither be changed nor be used again.
     * @return a program on the cluster.
     * @throws IllegalArgumentException if the settings contradict each other, or hosts have too few blocks.
     * @throws IllegalStateException    if the settings have been used before, or the cluster has other members.
     * @throws HostExpelledException    with {@link Progress#CLUSTER}, if a host was expelled.
     * @throws ClusterClosedException   the same, if a host, or the cluster, is closed. Active messages that are there
     *                                  when {@link Host#close()} is called go on.
     */
    public static ActiveMessages on(final Cluster cluster, final AmContext context)
    {
        cluster.host(0).models().checkNoMembers("ActiveMessages");
        conclude(context, cluster);
        return make(cluster, context, null);
    }

    private static ActiveMessages make(final Cluster cluster, final AmContext context, final Card[] shared)
    {
        try
        {
            return new ActiveMessages(cluster, context, shared);
        }
        catch (final Throwable ex)
        {
            context.reopen();
            throw ex;
        }
    }

    private static void conclude(final AmContext context, final Cluster cluster)
    {
        if (Progress.CLUSTER == context.progress())
        {
            // Threads are started last: one that cannot be started would leave the others behind.
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                checkServable(cluster.host(host));
            }
        }
        context.conclude(cluster.hostCount(), null != cluster.context().scheduler());
    }

    private static void checkServable(final Host host)
    {
        if (host.isExpelled())
        {
            throw new HostExpelledException(
                "host " + host.id() + " was expelled: no thread of the cluster can serve its active messages");
        }
        if (host.isClosed())
        {
            throw new ClusterClosedException("host " + host.id() + ", or its cluster, is closed: no thread of the" +
                " cluster can be started to serve its active messages; add them before, or with Progress.CALLER");
        }
    }

    /**
     * Adds another program that shares the links of this one, and has a key of its own. At each host one of the
     * programs is switched in, this one to begin with; see {@link AmPort#switchIn()}.
     *
     * @param context the settings; after this call they can neither be changed nor be used again.
     * @return another program on the cluster.
     * @throws IllegalArgumentException if the settings contradict each other, allow longer packets than the links take,
     *                                  or have the key of another program on the links.
     * @throws IllegalStateException    if the settings have been used before, or something has been sent already. All
     *                                  else as for {@link #on(Cluster, AmContext)}.
     */
    public ActiveMessages beside(final AmContext context)
    {
        if (context.maxPacketLength() > cards[0].packetLength())
        {
            throw new IllegalArgumentException("maxPacketLength: " + context.maxPacketLength() +
                " (expected: at most " + cards[0].packetLength() + ", as the program that made the links)");
        }
        // Meanwhile no link is made, and no other program. Partner: Card.connect().
        synchronized (cards)
        {
            checkAddable(context);
            conclude(context, cluster);
            for (final Card card : cards)
            {
                card.lengthen(lengthUnderWay(context));
            }
            return make(cluster, context, cards);
        }
    }

    private void checkAddable(final AmContext context)
    {
        if (null != context.key() && cards[0].hasKey(context.key().value()))
        {
            throw new IllegalArgumentException(
                "key: that of another program on these links (expected: one of its own; see Key.random)");
        }
        for (final Card card : cards)
        {
            if (card.inbound().length > 0)
            {
                throw new IllegalStateException(
                    "messages have been sent already: add all programs before the first message");
            }
        }
    }

    /**
     * Adds a handler of requests, at all hosts.
     *
     * @param handler the handler.
     * @return its number, the same at all hosts.
     */
    public int onRequest(final RequestHandler handler)
    {
        return program.requests().add(handler);
    }

    /**
     * Adds a handler of requests, at all hosts, and one that is told, in place of that of {@link #onFailed}, of each
     * such request that will never be answered: for what is built on active messages beside other programs.
     *
     * @param handler the handler.
     * @param failed  told at the host that has sent the request.
     * @return its number, the same at all hosts.
     */
    public int onRequest(final RequestHandler handler, final FailureHandler failed)
    {
        Objects.requireNonNull(failed, "failed");
        final int number = program.requests().add(handler);
        program.failures().add(number, failed);
        return number;
    }

    /**
     * Adds a handler of replies and broadcasts, at all hosts.
     *
     * @param handler the handler.
     * @return its number, the same at all hosts.
     */
    public int onReply(final ReplyHandler handler)
    {
        return program.replies().add(handler);
    }

    /**
     * Sets the handler that is told, at the host that has sent it, of each request that will never be answered. Without
     * one such requests are only counted.
     *
     * @param handler the handler.
     * @throws IllegalStateException if there is one already.
     */
    public void onFailed(final FailureHandler handler)
    {
        program.failures().set(Objects.requireNonNull(handler, "handler"));
    }

    /**
     * The cluster of the program.
     *
     * @return what {@link #on} was called with.
     */
    public Cluster cluster()
    {
        return cluster;
    }

    /**
     * The settings of the program.
     *
     * @return what {@link #on} was called with; it cannot be changed any more.
     */
    public AmContext context()
    {
        return program.context();
    }

    /**
     * Returns the port of a host. There is one per host.
     *
     * @param host the host.
     * @return always the same object.
     * @throws IllegalArgumentException if the host does not belong to the cluster.
     */
    public AmPort port(final Host host)
    {
        if (host.id() >= ports.length || program.hosts()[host.id()] != host)
        {
            throw new IllegalArgumentException(
                "host: " + host + " (expected: a host of the cluster of these messages)");
        }
        return ports[host.id()];
    }

    @Override
    public String toString()
    {
        return "ActiveMessages{hosts=" + ports.length + ", " + program.context() + '}';
    }
}
