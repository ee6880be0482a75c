/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.mbm.MessageHandler;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.smm.SharedMemory;

/**
 * The hosts of each member of a cluster. It owns the rule that what a member is told goes to all its hosts, so that it
 * goes on when it lets any of them go, the first one too. All methods are threadsafe.
 */
final class HostsOfMembers
{
    private final Cluster cluster;
    private final SharedMemory memory;
    private final List<Host> own;
    private final int ownMember;

    // By member.
    private final HostSet[] hosts;

    // Replaced as a whole: an open isochron keeps the set that it was given.
    private volatile Receivers receivers;

    /**
     * @param areThere by member: it is among them.
     */
    private record Receivers(HostSet hosts, boolean[] areThere)
    {
    }

    /**
     * @param cluster with members.
     * @param memory  of the cluster.
     */
    HostsOfMembers(final Cluster cluster, final SharedMemory memory)
    {
        this.cluster = cluster;
        this.memory = memory;
        own = cluster.localHosts();
        ownMember = memberOf(own.get(0).id());
        int last = 0;
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            last = Math.max(last, memberOf(host));
        }
        hosts = new HostSet[last + 1];
        Arrays.setAll(hosts, member -> new HostSet(cluster.hostCount()));
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            hosts[memberOf(host)].add(host);
        }
        receivers = newReceivers();
    }

    /**
     * Returns whether a cluster has hosts that belong to other members.
     */
    static boolean hasMembers(final Cluster cluster)
    {
        return cluster.localHosts().size() < cluster.hostCount();
    }

    int memberOf(final int host)
    {
        return own.get(0).models().memberOf(host);
    }

    /**
     * Returns the number of this member.
     */
    int own()
    {
        return ownMember;
    }

    /**
     * Returns the name of a member.
     */
    String name(final int member)
    {
        return own.get(0).models().nameOfMember(hosts[member].next(0));
    }

    int members()
    {
        return hosts.length;
    }

    /**
     * Returns a host of this member that has not been expelled; the last one never is, unless the member is out.
     */
    Host host()
    {
        for (final Host host : own)
        {
            if (!host.isExpelled())
            {
                return host;
            }
        }
        return own.get(own.size() - 1);
    }

    /**
     * Waits at a host of this member, and at another one when that is expelled meanwhile; the time limit then begins
     * anew.
     */
    void await(final BooleanSupplier condition, final Object what)
    {
        awaitAtAHost(waiter -> waiter.await(condition, what));
    }

    /**
     * Does the same, with a time limit of its own.
     */
    void await(final BooleanSupplier condition, final Object what, final long limitNs)
    {
        awaitAtAHost(waiter -> waiter.await(condition, what, limitNs));
    }

    private void awaitAtAHost(final Consumer<Waiter> wait)
    {
        boolean isOver = false;
        while (!isOver)
        {
            final Host host = host();
            try
            {
                wait.accept(host.waiter());
                isOver = true;
            }
            catch (final HostExpelledException ex)
            {
                if (host == host())
                {
                    throw ex;
                }
            }
        }
    }

    /**
     * Has what comes to all hosts of this member handled once.
     */
    void handle(final Messaging messaging, final int number, final MessageHandler handler)
    {
        OncePerMember.register(own, messaging, number, handler);
    }

    /**
     * Returns the hosts of all members, without the members that are out. Those that were expelled alone are among
     * them: such a host may still execute, and must not miss a message then, see {@link OncePerMember}. What it is sent
     * later is dropped.
     */
    HostSet all()
    {
        Receivers present = receivers;
        for (int member = 0; member < hosts.length; member++)
        {
            if (present.areThere[member] && isOut(member))
            {
                present = newReceivers();
                receivers = present;
            }
        }
        return present.hosts;
    }

    private Receivers newReceivers()
    {
        final HostSet all = new HostSet(cluster.hostCount());
        final boolean[] areThere = new boolean[hosts.length];
        for (int member = 0; member < hosts.length; member++)
        {
            areThere[member] = !isOut(member);
            if (areThere[member])
            {
                all.addAll(hosts[member]);
            }
        }
        return new Receivers(all, areThere);
    }

    /**
     * Returns the hosts of a member, as {@link #all} does.
     */
    HostSet of(final int member)
    {
        return hosts[member];
    }

    /**
     * Returns whether all hosts of a member were expelled.
     */
    boolean isOut(final int member)
    {
        for (int host = hosts[member].next(0); host >= 0; host = hosts[member].next(host + 1))
        {
            if (!cluster.host(host).isExpelled())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether all hosts of a member were expelled, and this member has executed everything that it will ever
     * get from them; false if there is no such member.
     */
    boolean hasLeft(final int member)
    {
        if (member < 0 || member >= hosts.length)
        {
            return false;
        }
        final Host at = host();
        for (int host = hosts[member].next(0); host >= 0; host = hosts[member].next(host + 1))
        {
            if (!memory.hasLeft(at, host))
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "HostsOfMembers{" + Arrays.toString(hosts) + ", own=" + ownMember + '}';
    }
}
