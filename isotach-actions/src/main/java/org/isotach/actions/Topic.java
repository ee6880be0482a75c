/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.isotach.HostSet;
import org.isotach.niu.Host;

/**
 * A name to which actions send messages, with its subscribers. All subscribers of all topics of an {@link Isotach}
 * receive messages in one order, the order in which the actions assign. This is the order of the actions wherever two
 * of them share a variable. Several subscribers may be at one host.
 * <p>
 * When one of several hosts is expelled, the subscriptions there receive nothing any more: {@link Subscription#take()}
 * throws a {@link org.isotach.HostExpelledException} when it has returned the messages that had arrived. A new
 * subscription is at another host. In a cluster with members subscriptions are those of their member, and go on as long
 * as it has a host.
 * <p>
 * All methods are threadsafe.
 *
 * @param <T> type of the messages.
 */
public final class Topic<T>
{
    private final String name;
    private final Host[] hosts;

    // Of this member, one that has not been expelled: all subscribers wait there. Null without other members.
    private final Supplier<Host> ownHost;
    private final Object owner;
    private final CopyOnWriteArrayList<Subscription<T>>[] subscriptions;
    private final AtomicInteger next = new AtomicInteger();

    // Replaced as a whole: an open isochron keeps the set that it was given.
    private volatile HostSet receivers;

    /**
     * @param owner what actions that may send to it have in common.
     */
    @SuppressWarnings({ "unchecked", "rawtypes" })
    Topic(final String name, final Host[] hosts, final Supplier<Host> ownHost, final Object owner)
    {
        this.name = name;
        this.hosts = hosts;
        this.ownHost = ownHost;
        this.owner = owner;
        subscriptions = new CopyOnWriteArrayList[hosts.length];
        Arrays.setAll(subscriptions, host -> new CopyOnWriteArrayList());
        receivers = new HostSet(hosts.length);
    }

    /**
     * Name of the topic.
     *
     * @return the name as it was given.
     */
    public String name()
    {
        return name;
    }

    boolean isOf(final Object sender)
    {
        return owner == sender;
    }

    /**
     * Subscribes. The subscription keeps the messages of all actions that begin after this call until they are
     * received. Before them there may be some, not all, of actions that had begun. Close it when no thread receives
     * from it any more.
     *
     * @return a new subscription, for one thread at a time.
     */
    public Subscription<T> subscribe()
    {
        return add(null, null);
    }

    /**
     * Subscribes with a handler, which is called with one message after another.
     *
     * @param handler  handles a message.
     * @param executor runs the handler. Execution hands messages to it, so it must not run the handler on the calling
     *                 thread if the handler calls this library.
     * @return a new subscription, which the caller closes.
     */
    public Subscription<T> subscribe(final Consumer<? super T> handler, final Executor executor)
    {
        return add(
            Objects.requireNonNull(handler, "handler"), Objects.requireNonNull(executor, "executor"));
    }

    private Subscription<T> add(final Consumer<? super T> handler, final Executor executor)
    {
        final int host = nextHost();
        final Host place = null == ownHost ? hosts[host] : ownHost.get();
        final Subscription<T> subscription =
            new Subscription<>(name, place, ownHost, handler, executor, closed -> remove(host, closed));
        subscriptions[host].add(subscription);
        update();
        return subscription;
    }

    private void remove(final int host, final Subscription<T> subscription)
    {
        subscriptions[host].remove(subscription);
        update();
    }

    private int nextHost()
    {
        int host = Math.floorMod(next.getAndIncrement(), hosts.length);
        for (int i = 1; i < hosts.length && hosts[host].isExpelled(); i++)
        {
            host = Math.floorMod(next.getAndIncrement(), hosts.length);
        }
        return host;
    }

    private synchronized void update()
    {
        final HostSet all = new HostSet(hosts.length);
        for (int host = 0; host < hosts.length; host++)
        {
            if (!subscriptions[host].isEmpty() && !hosts[host].isExpelled())
            {
                all.add(host);
            }
        }
        if (!all.isSameAs(receivers))
        {
            receivers = all;
        }
    }

    /**
     * @return the hosts with subscribers, without those that have been expelled; the set does not change.
     */
    HostSet receivers()
    {
        if (hosts.length > 1 && isOneExpelled())
        {
            update();
        }
        return receivers;
    }

    private boolean isOneExpelled()
    {
        final HostSet present = receivers;
        for (int host = 0; host < hosts.length; host++)
        {
            if (present.contains(host) && hosts[host].isExpelled())
            {
                return true;
            }
        }
        return false;
    }

    boolean hasSubscribers()
    {
        for (final CopyOnWriteArrayList<Subscription<T>> ofHost : subscriptions)
        {
            if (!ofHost.isEmpty())
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Delivers a message at a host, during execution.
     */
    void deliver(final int host, final Object message)
    {
        Throwable failure = null;
        for (final Subscription<T> subscription : subscriptions[host])
        {
            try
            {
                subscription.deliver(message);
            }
            catch (final Throwable ex)
            {
                // Of an executor, which must not keep the message from the others.
                failure = null == failure ? ex : failure;
            }
        }
        if (null != failure)
        {
            Topic.<RuntimeException>rethrow(failure);
        }
    }

    /**
     * Throws what foreign code has thrown, which may be a checked exception.
     */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(final Throwable failure) throws E
    {
        throw (E)failure;
    }

    @Override
    public String toString()
    {
        return name;
    }
}
