/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.StallSource;
import org.isotach.niu.link.ModelExchange;

/**
 * The message based model on a cluster (V1 section 3.2.7, Ironman sections 6.1 to 6.5): isotach messages, signals and
 * barriers in logical time, and non-isotach messages outside it.
 * <p>
 * Isotach messages are operations of isochrons, like those of the shared memory; one isochron may have both. All
 * methods are threadsafe.
 */
public final class Messaging
{
    private final MessagingContext context;
    private final HostMessaging[] hosts;

    private Messaging(final Cluster cluster, final MessagingContext context)
    {
        this.context = context;
        final Topology topology = cluster.topology();
        final ModelExchange exchange = cluster.host(0).models().exchange();
        if (null != exchange)
        {
            // First, because it may be refused: the cluster is as it was then.
            cluster.host(0).models().setUpAs("messaging", context.forMembers());
        }
        final NonIsotachPort[] nonIsotachPorts = NonIsotachPort.forHosts(cluster, context);
        hosts = new HostMessaging[cluster.hostCount()];
        final HostSignals[] signals = new HostSignals[hosts.length];
        final List<StallSource> stallSources =
            null == exchange ? createShared(cluster, signals) : createForMember(cluster, signals, exchange);
        for (final Host host : cluster.localHosts())
        {
            final int id = host.id();
            final MessageExecutor executor =
                new MessageExecutor(host, context.handlerCount(), signals[id]::hostExpelled);
            hosts[id] = new HostMessaging(signals[id], executor, nonIsotachPorts[id]);
            register(host, executor, context.order());
        }
        cluster.host(0).models().readOperationsWith(MessageOperation.FAMILY, new MessageTrace(topology));
        // Last: other threads may ask them at once.
        stallSources.forEach(cluster.models()::addStallSource);
        cluster.models().addStallSource(nonIsotachPorts[cluster.localHosts().get(0).id()].stalls(cluster));
    }

    private List<StallSource> createShared(final Cluster cluster, final HostSignals[] signals)
    {
        final SharedLedger[] ledgers = new SharedLedger[context.barrierChannels()];
        Arrays.setAll(ledgers, channel -> new SharedLedger());
        final Participants participants = new Participants(cluster.topology(), ledgers);
        final Reset reset = new Reset(signals, ledgers.length);
        for (final Host host : cluster.localHosts())
        {
            signals[host.id()] = newSignals(host, participants, reset, (channel, application, executor, unsent) ->
                new SharedChannel(channel, ledgers[channel], application, executor, unsent));
        }
        return List.of(new MissingParticipants(participants), reset);
    }

    private HostSignals newSignals(
        final Host host,
        final Participants participants,
        final ResetSender reset,
        final HostSignals.Channels channels)
    {
        return new HostSignals(host, participants, channels, context.signalChannels(), context.order(), reset);
    }

    /**
     * Each host of this member has copies of all ledgers, and takes all notices from the beginning.
     */
    private List<StallSource> createForMember(
        final Cluster cluster, final HostSignals[] signals, final ModelExchange exchange)
    {
        final List<Host> own = cluster.localHosts();
        final LedgerCopy[][] copies = new LedgerCopy[own.size()][context.barrierChannels()];
        for (final LedgerCopy[] ofHost : copies)
        {
            Arrays.setAll(ofHost, channel -> new LedgerCopy(channel, hosts.length, exchange.startWords()));
        }
        final Participants participants = new Participants(cluster.topology(), copies[0]);
        final ResetOfMembers reset = new ResetOfMembers(signals, participants);
        for (int i = 0; i < own.size(); i++)
        {
            final int id = own.get(i).id();
            final LedgerCopy[] ofHost = copies[i];
            signals[id] = newSignals(
                own.get(i), participants, reset, (channel, application, executor, unsent) -> new ChannelOfMember(
                    channel, id, ofHost[channel], exchange.startWords(), application, executor, unsent));
            signals[id].listen();
        }
        return List.of(new MissingParticipants(participants), reset);
    }

    private static void register(final Host host, final MessageExecutor executor, final MessageOrder order)
    {
        if (order.isIsotach())
        {
            host.models().register(MessageOperation.FAMILY, executor, Messaging::onReply);
        }
        else
        {
            host.models().registerWithoutOrder(
                MessageOperation.FAMILY, executor, Messaging::onReply, order.isStamped());
        }
    }

    private static void onReply(final int slot, final long value)
    {
        throw new IllegalStateException("messages have no results: slot " + slot + ", value " + value);
    }

    /**
     * Adds messaging with default settings to a cluster, before the first isochron is issued.
     *
     * @param cluster the cluster.
     * @return the messaging of the cluster.
     * @throws IllegalStateException             if the cluster has messaging already, an isochron has been issued
     *                                           there, or this member has joined the others.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static Messaging on(final Cluster cluster)
    {
        return on(cluster, new MessagingContext());
    }

    /**
     * Adds messaging to a cluster, before the first isochron is issued.
     *
     * @param cluster the cluster.
     * @param context the settings; after this call they can neither be changed nor be used for another cluster.
     * @return the messaging of the cluster.
     * @throws IllegalArgumentException          if the settings contradict each other.
     * @throws IllegalStateException             if the settings have been used for another cluster, the cluster has
     *                                           messaging already, an isochron has been issued there, this member has
     *                                           joined the others, or the settings ask for messages without order and
     *                                           the cluster has another model or other members. Except in the first
     *                                           case the settings can still be used for another cluster.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static Messaging on(final Cluster cluster, final MessagingContext context)
    {
        if (!context.order().isIsotach())
        {
            cluster.host(0).models().checkNoMembers("messaging without order, " + context.order() + ',');
        }
        cluster.models().checkMayAdd(MessageOperation.FAMILY, "Messaging");
        context.conclude(cluster.context());
        try
        {
            return new Messaging(cluster, context);
        }
        catch (final Throwable ex)
        {
            context.reopen();
            throw ex;
        }
    }

    /**
     * Makes a port that sends isotach messages with an isochron. Make one port per application thread. In a member that
     * has joined a running cluster the call may wait until the other members know that the host uses messages.
     *
     * @param isochron an isochron of a host of the cluster.
     * @return a new port.
     * @throws IllegalArgumentException            if the isochron does not belong to the cluster.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if all hosts that used messages have closed.
     * @throws org.isotach.IsotachTimeoutException if that takes longer than the time limit of the cluster.
     */
    public MessagePort port(final Isochron isochron)
    {
        final int id = isochron.hostId();
        if (id >= hosts.length || null == hosts[id] || !hosts[id].host().models().isHostOf(isochron))
        {
            throw new IllegalArgumentException(
                "isochron: " + isochron + " (expected: an isochron of the cluster of this messaging)");
        }
        return new MessagePort(isochron, hosts[id].use(), context);
    }

    /**
     * Returns the mailbox of a host, which receives isotach messages, signals and completions of barriers. There is one
     * mailbox per host. In a member that has joined a running cluster the call may wait, as {@link #port} does.
     *
     * @param host the host.
     * @return its mailbox; the same object for the same host.
     * @throws IllegalArgumentException            if the host does not belong to the cluster.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if all hosts that used messages have closed.
     * @throws org.isotach.IsotachTimeoutException if that takes longer than the time limit of the cluster.
     */
    public Mailbox mailbox(final Host host)
    {
        return checked(host).use().mailbox();
    }

    /**
     * Sets a numbered handler of a host for the isotach messages that are delivered from now on.
     *
     * @param host    the host.
     * @param index   number of the handler, 0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param handler the handler, null for none: then the error handler of the cluster is told of each message to it.
     * @return the old handler, null if there was none.
     * @throws IllegalArgumentException if the host does not belong to the cluster, or there is no such handler.
     * @throws IllegalStateException    if the call comes from inside a handler.
     */
    public MessageHandler handler(final Host host, final int index, final MessageHandler handler)
    {
        final HostMessaging messaging = checked(host);
        host.models().checkNotInHandler("Messaging.handler()");
        MessageWriter.checkHandler(index, context.handlerCount());
        return messaging.executor().handler(index, handler);
    }

    /**
     * Returns the port of a host for non-isotach messages. There is one port per host. In a member that has joined a
     * running cluster the call may wait, as {@link #port} does.
     *
     * @param host the host.
     * @return its port; the same object for the same host.
     * @throws IllegalArgumentException            if the host does not belong to the cluster.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if all hosts that used messages have closed.
     * @throws org.isotach.IsotachTimeoutException if that takes longer than the time limit of the cluster.
     */
    public NonIsotachPort nonIsotachPort(final Host host)
    {
        return checked(host).use().nonIsotachPort();
    }

    /**
     * Opens a host: announces that its application is ready, and waits until the applications of all other hosts are
     * ready, too (Ironman sections 5.2, 5.5 and 6.4, open_net). Then host 0 sends a reset, which comes after everything
     * that host 0 has issued and arrives at all hosts in one pulse; the call returns when the reset arrives. Hosts that
     * are closed or expelled, or have closed their messaging, are not waited for. A host that is already open stays
     * open.
     * <p>
     * Use it for programs that have to begin together; messages do not require an open host. From the call until the
     * reset, the host refuses isotach messages, signals and participations in barriers, on any thread, and neither
     * registers nor clears barrier channels, because the reset carries the credits of all barriers. Register these
     * before or after that, and signal channels at any time. An isochron that has messages at the time of the call is
     * not refused, but takes no further ones: issue it before, or abandon it. Everything that the host receives in the
     * meantime is in its mailbox.
     *
     * @param host the host; for host 0 the call also sends the reset.
     * @throws IllegalArgumentException            if the host does not belong to the cluster.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster, the host or its messaging is closed, all hosts that
     *                                             used messages have closed, or host 0 was closed before it had sent
     *                                             the reset. Hosts of other members than that of host 0 wait in the
     *                                             last case: {@link Cluster#stalls()} says so.
     * @throws org.isotach.HostExpelledException   if host 0 was expelled before it had sent the reset, or this host was
     *                                             expelled.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster; the message
     *                                             names the hosts that are missing. The announcement stays in effect,
     *                                             and the call may be repeated.
     */
    public void open(final Host host)
    {
        checked(host).open();
    }

    /**
     * Opens a host as {@link #open} does, without waiting: call it until it returns true. This holds for host 0, too,
     * which sends the reset in one of these calls.
     *
     * @param host the host.
     * @return true if the host is open.
     * @throws IllegalArgumentException           if the host does not belong to the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed, all hosts that
     *                                            used messages have closed, or host 0 was closed before it had sent the
     *                                            reset; in the last case the call returns false at other members than
     *                                            that of host 0.
     * @throws org.isotach.HostExpelledException  if host 0 was expelled before it had sent the reset, or this host was
     *                                            expelled.
     */
    public boolean tryOpen(final Host host)
    {
        return checked(host).tryOpen();
    }

    /**
     * Number of resets that have arrived at a host (Ironman section 6.4.3, reset_count): 0 before the host is open, 1
     * after that, and 2 before the application can receive the reset that shuts the cluster down, see
     * {@link MessagePort#reset()}.
     *
     * @param host the host.
     * @return the number of resets.
     * @throws IllegalArgumentException if the host does not belong to the cluster.
     */
    public int resetCount(final Host host)
    {
        return checked(host).signals().reset().count();
    }

    /**
     * Announces that the application of a host sends no more messages, signals and barriers, and returns whether
     * everything is over: all hosts that use messages have announced the same, and this host has received everything
     * that they had sent to it, isotach or not. Call it until it returns true; between the calls the application
     * receives the remaining messages, on the same thread. Nothing that was sent is lost, and this host continues to
     * execute isochrons for hosts that are late (Ironman section A.1, try_close_net).
     * <p>
     * A host that has not used messages before all others have closed is too late to receive: the call returns true,
     * and nobody gets what was sent to it. Until the call, that takes up room: isochrons for the host may wait for it.
     * <p>
     * From the first call on the host refuses to send: an open isochron with a message is refused when it is issued,
     * and a claimed non-isotach message when it is committed.
     *
     * @param host the host.
     * @return true if nothing more will arrive.
     * @throws IllegalArgumentException           if the host does not belong to the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the host or the cluster was closed before.
     */
    public boolean tryClose(final Host host)
    {
        return checked(host).tryClose();
    }

    /**
     * The settings of the messaging.
     *
     * @return the settings.
     */
    public MessagingContext context()
    {
        return context;
    }

    private HostMessaging checked(final Host host)
    {
        final int id = host.id();
        if (id >= hosts.length || null == hosts[id] || hosts[id].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " (expected: a host of the cluster of this messaging" +
                (id < hosts.length && null == hosts[id] ? ", and of this member)" : ")"));
        }
        return hosts[id];
    }

    @Override
    public String toString()
    {
        return "Messaging{hosts=" + hosts.length + ", context=" + context + '}';
    }
}
