/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * The message based model on a cluster (V1 section 3.2.7, Ironman sections 6.1 to 6.5): isotach messages, signals and
 * barriers in logical time, and non-isotach messages beside them.
 * <p>
 * Isotach messages are operations of isochrons, as those of the shared memory are; one isochron may have both. All
 * methods are threadsafe.
 */
public final class Messaging
{
    private final MessagingContext context;
    private final HostMessaging[] hosts;

    private Messaging(final Cluster cluster, final MessagingContext context)
    {
        this.context = context;
        final NonIsotachPort[] nonIsotachPorts = NonIsotachPort.forHosts(cluster, context);
        final BarrierLedger[] ledgers = new BarrierLedger[context.barrierChannels()];
        Arrays.setAll(ledgers, channel -> new BarrierLedger());
        hosts = new HostMessaging[nonIsotachPorts.length];
        final HostSignals[] signals = new HostSignals[hosts.length];
        final Reset reset = new Reset(signals, ledgers.length);
        for (int id = 0; id < hosts.length; id++)
        {
            final Host host = cluster.host(id);
            signals[id] =
                new HostSignals(host, signals, ledgers, context.signalChannels(), context.order(), reset);
            hosts[id] = new HostMessaging(
                signals[id],
                new MessageExecutor(host, context.handlerCount(), signals[id].reset()::hostExpelled),
                nonIsotachPorts[id]);
        }
        for (final HostMessaging messaging : hosts)
        {
            register(messaging.host(), messaging.executor(), context.order());
        }
        cluster.addStallSource(new MissingParticipants(signals, ledgers));
        cluster.addStallSource(reset);
        cluster.host(0).models().readOperationsWith(MessageOperation.FAMILY, new MessageTrace(cluster.topology()));
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
     * Adds messages with default settings to a cluster, before the first isochron is issued.
     *
     * @param cluster to be used.
     * @return the messaging of the cluster.
     * @throws IllegalStateException             if the cluster has messages already, or an isochron has been issued
     *                                           there.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static Messaging on(final Cluster cluster)
    {
        return on(cluster, new MessagingContext());
    }

    /**
     * Adds messages to a cluster, before the first isochron is issued.
     *
     * @param cluster to be used.
     * @param context the settings, which cannot be changed or used for another cluster after that.
     * @return the messaging of the cluster.
     * @throws IllegalArgumentException          if the settings do not go together.
     * @throws IllegalStateException             if the settings have been used for another cluster, when the cluster
     *                                           has messages already, when an isochron has been issued there, or when
     *                                           it has another model and messages are to be without order; the settings
     *                                           can still be used for another cluster then.
     * @throws org.isotach.HostExpelledException if a host of the cluster was expelled.
     */
    public static Messaging on(final Cluster cluster, final MessagingContext context)
    {
        cluster.checkMayAdd(MessageOperation.FAMILY, "Messaging");
        context.conclude(cluster.context().maxIsochronLength());
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
     * Makes a port that sends isotach messages with an isochron. One port per application thread.
     *
     * @param isochron of a host of the cluster.
     * @return a new port.
     * @throws IllegalArgumentException           if the isochron is not one of the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if all hosts that used messages have closed.
     */
    public MessagePort port(final Isochron isochron)
    {
        final int id = isochron.hostId();
        if (id >= hosts.length || !hosts[id].host().models().isHostOf(isochron))
        {
            throw new IllegalArgumentException(
                "isochron: " + isochron + " is not one of the cluster of this messaging");
        }
        return new MessagePort(isochron, hosts[id].use(), context);
    }

    /**
     * The mailbox of a host, which receives isotach messages, signals and completions of barriers: one mailbox per
     * host, always the same.
     *
     * @param host in question.
     * @return its mailbox.
     * @throws IllegalArgumentException           if the host is not one of the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if all hosts that used messages have closed.
     */
    public Mailbox mailbox(final Host host)
    {
        return checked(host).use().mailbox();
    }

    /**
     * Sets a numbered handler of a host for isotach messages, from now on.
     *
     * @param host    in question.
     * @param index   0 .. {@link MessagingContext#handlerCount()} - 1.
     * @param handler to be called; null for none: a message to it goes to the error handler of the cluster then.
     * @return the handler before, null if there was none.
     * @throws IllegalArgumentException if the host is not one of the cluster, or there is no such handler.
     * @throws IllegalStateException    if the call comes from inside a handler.
     */
    public MessageHandler handler(final Host host, final int index, final MessageHandler handler)
    {
        final HostMessaging messaging = checked(host);
        host.models().checkNotInHandler("Messaging.handler()");
        if (index < 0 || index >= context.handlerCount())
        {
            throw new IllegalArgumentException("handler: " + index + " (expected: 0.." +
                (context.handlerCount() - 1) + "; see MessagingContext.handlerCount)");
        }
        return messaging.executor().handler(index, handler);
    }

    /**
     * The port of a host for non-isotach messages: one port per host, always the same.
     *
     * @param host in question.
     * @return its port.
     * @throws IllegalArgumentException           if the host is not one of the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if all hosts that used messages have closed.
     */
    public NonIsotachPort nonIsotachPort(final Host host)
    {
        return checked(host).use().nonIsotachPort();
    }

    /**
     * Opens a host: announces that its application is ready, and waits until the applications of all other hosts are,
     * too (Ironman sections 5.2, 5.5 and 6.4, open_net). When they are, host 0 sends a reset, which arrives at all
     * hosts in one pulse, and which this call returns with; behind everything that host 0 has issued. Hosts that are
     * closed, or expelled, or have closed their messaging are not waited for. A host that is open already stays open.
     * <p>
     * It is for programs that are to begin together: nobody has to open a host to use messages. From the call on until
     * the reset the host sends no isotach messages and signals and takes part in no barrier, on any thread: the reset
     * carries the credits of all barriers. Whatever it receives meanwhile, it finds in its mailbox.
     *
     * @param host in question; for host 0 the call also sends the reset.
     * @throws IllegalArgumentException            if the host is not one of the cluster.
     * @throws IllegalStateException               if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  if the cluster, the host or its messaging is closed, or all hosts
     *                                             that used messages have closed.
     * @throws org.isotach.HostExpelledException   if host 0 was expelled before it had sent the reset, or this host
     *                                             was.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster; the message
     *                                             names the hosts that are waited for. The announcement stays, and the
     *                                             call may be repeated.
     */
    public void open(final Host host)
    {
        checked(host).open();
    }

    /**
     * As {@link #open}, without waiting: to be called again until it returns true, for host 0 too, which sends the
     * reset in such a call.
     *
     * @param host in question.
     * @return true if the host is open.
     * @throws IllegalArgumentException           if the host is not one of the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, the host or its messaging is closed, or all hosts
     *                                            that used messages have closed.
     * @throws org.isotach.HostExpelledException  if host 0 was expelled before it had sent the reset, or this host
     *                                            was.
     */
    public boolean tryOpen(final Host host)
    {
        return checked(host).tryOpen();
    }

    /**
     * Resets that have arrived at a host (Ironman section 6.4.3, reset_count): 0 before the host is open, 1 from
     * then on, 2 before the application can receive the one that shuts the cluster down, see
     * {@link MessagePort#reset()}.
     *
     * @param host in question.
     * @return their number.
     * @throws IllegalArgumentException if the host is not one of the cluster.
     */
    public int resetCount(final Host host)
    {
        return checked(host).signals().reset().count();
    }

    /**
     * Announces that the application of a host sends no messages, signals and barriers any more, and asks whether the
     * end has come: all hosts that use messages have announced the same, and everything that they had sent to this
     * host, isotach or not, was received. To be called again until it returns true; in between the application receives
     * what there still is, on the same thread. Nothing that was sent is lost, and this host goes on executing isochrons
     * for those that are late (Ironman section A.1, try_close_net).
     * <p>
     * From the first call on the host takes nothing more of what was announced to be over: an isochron with a message
     * that is still open, and a non-isotach message that is claimed, are refused when they are issued, or committed.
     *
     * @param host in question.
     * @return true if nothing will come any more.
     * @throws IllegalArgumentException           if the host is not one of the cluster.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the host, or the cluster, was closed before.
     */
    public boolean tryClose(final Host host)
    {
        return checked(host).tryClose();
    }

    /**
     * The settings.
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
        if (id >= hosts.length || hosts[id].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " is not a host of the cluster of this messaging");
        }
        return hosts[id];
    }

    @Override
    public String toString()
    {
        return "Messaging{hosts=" + hosts.length + ", context=" + context + '}';
    }
}
