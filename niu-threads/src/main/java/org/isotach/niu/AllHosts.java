/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.isotach.HostExpelledException;
import org.isotach.Topology;
import org.isotach.niu.thread.Doorbell;

/**
 * All hosts of a cluster: does work for all of them, and answers questions about the cluster that all hosts decide
 * together. Threadsafe.
 */
final class AllHosts
{
    // Nobody would read a message with hundreds of hosts.
    private static final int MAX_NAMED = 16;

    private final Host[] hosts;

    /**
     * @param hosts complete by the time this is used.
     */
    AllHosts(final Host[] hosts)
    {
        this.hosts = hosts;
    }

    int count()
    {
        return hosts.length;
    }

    /**
     * Returns the hosts that do not belong to another member.
     */
    List<Host> local()
    {
        return Arrays.stream(hosts).filter(Host::isLocal).toList();
    }

    /**
     * @throws IllegalArgumentException when there is no such host.
     */
    Host get(final int id)
    {
        if (id < 0 || id >= hosts.length)
        {
            throw new IllegalArgumentException("host: " + id + " (expected: 0.." + (hosts.length - 1) + ')');
        }
        return hosts[id];
    }

    /**
     * Waits at one of the remaining hosts of this member, see {@link Waiter#await}.
     */
    void await(final BooleanSupplier condition, final Object what)
    {
        awaitAt(
            () -> local().stream().filter(each -> !each.isExpelled()).findFirst().orElseThrow(),
            waiter -> waiter.await(condition, what));
    }

    /**
     * Waits at a host; if that is expelled meanwhile, at the next one that is chosen.
     *
     * @param place chooses a host, or throws if there is nothing to wait for.
     * @param wait  waits at it.
     */
    void awaitAt(final Supplier<Host> place, final Consumer<Waiter> wait)
    {
        boolean isOver = false;
        while (!isOver)
        {
            final Host host = place.get();
            try
            {
                wait.accept(host.waiter());
                isOver = true;
            }
            catch (final HostExpelledException ex)
            {
                // Too late, it stays, if the cluster is closed: the next wait says so.
                if (!host.isExpelled() && !host.isClosed())
                {
                    throw ex;
                }
            }
        }
    }

    /**
     * Returns one of the remaining hosts of this member besides a host.
     *
     * @throws IllegalArgumentException when there is none.
     */
    Host otherThan(final Host host)
    {
        for (final Host other : hosts)
        {
            if (other != host && other.isLocal() && !other.isExpelled())
            {
                return other;
            }
        }
        throw new IllegalArgumentException("host: " + host.id() + " (expected: not the last host that is left" +
            (local().size() == hosts.length ? ")" : " of this member; see Cluster.expelMember())"));
    }

    /**
     * See {@link ModelCluster#checkMayAdd}.
     */
    void checkMayAdd(final int family, final String model)
    {
        for (final Host host : hosts)
        {
            if (host.hasModel(family))
            {
                throw new IllegalStateException(model + ".on(): this cluster has its " + model +
                    " already: use that one, or launch another cluster");
            }
        }
        for (final Host host : hosts)
        {
            if (host.isExpelled())
            {
                throw new HostExpelledException(model + ".on(): host " + host.id() +
                    " was expelled: call it directly after Cluster.launch()");
            }
        }
        for (final Host host : hosts)
        {
            if (host.end().hasIssued())
            {
                throw new IllegalStateException(model + ".on(): something has been issued on this cluster already:" +
                    " call it directly after Cluster.launch(), before the first isochron, signal or barrier");
            }
        }
    }

    /**
     * Works for all hosts, on the calling thread.
     */
    int work()
    {
        int work = 0;
        for (final Host host : hosts)
        {
            work += host.work();
        }
        return work;
    }

    /**
     * Flushes what hosts hold back, on the calling thread.
     */
    int flush()
    {
        int work = 0;
        for (final Host host : hosts)
        {
            work += host.flush();
        }
        return work;
    }

    /**
     * Returns whether the applications of all hosts have ended.
     */
    boolean areClosed()
    {
        for (final Host host : hosts)
        {
            if (!host.end().isDone())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the hosts whose applications have not ended.
     */
    List<Host> unclosed()
    {
        return Arrays.stream(hosts).filter(host -> !host.end().isDone()).toList();
    }

    /**
     * Names hosts, for messages.
     */
    static String names(final List<Host> named)
    {
        final String names = named.stream().limit(MAX_NAMED)
            .map(host -> Topology.describeHost(host.id(), host.name())).collect(Collectors.joining(", "));
        return named.size() > MAX_NAMED ? names + " and " + (named.size() - MAX_NAMED) + " more" : names;
    }

    /**
     * Returns whether all remaining hosts of this member have been shut down, and so have all others. Isochrons that
     * were issued and not executed by then never will be.
     */
    boolean areShutDown()
    {
        for (final Host host : hosts)
        {
            if (host.isLocal() && !host.isExpelled() && !host.isShutDown())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Nothing may be issued any more: makes the application threads notice.
     */
    void closeBatches()
    {
        for (final Host host : hosts)
        {
            host.closeBatch();
        }
    }

    /**
     * The cluster is about to be closed.
     *
     * @param doorbell rung, from now on, when {@link #areDrained} may have changed.
     */
    void closer(final Doorbell doorbell)
    {
        for (final Host host : hosts)
        {
            host.waitingThreads().closer(doorbell);
        }
    }

    /**
     * Returns whether everything that was issued has been executed and received, or never will be.
     */
    boolean areDrained()
    {
        if (areShutDown())
        {
            return true;
        }
        // Results and notices last: a host may send them as long as an isochron is on its way.
        for (final Host host : hosts)
        {
            if (!host.end().isExecutedEverywhere())
            {
                return false;
            }
        }
        for (final Host host : hosts)
        {
            if (!host.end().hasTakenReplies() || !host.end().hasTakenNotices())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * In paranoid mode, when everything has been executed: checks the pulses.
     */
    void checkAcknowledgements()
    {
        for (final Host host : hosts)
        {
            host.end().checkAcknowledgements();
        }
    }
}
