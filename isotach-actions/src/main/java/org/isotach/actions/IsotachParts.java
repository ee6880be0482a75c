/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * The parts of an {@link Isotach}, put together on a cluster before anything is issued there.
 */
final class IsotachParts
{
    final Cluster cluster;
    final Host[] hosts;

    // Where subscribers receive; with members only one of these, wherever they wait.
    final Host[] topicHosts;

    // A host of this member that has not been expelled; null without other members.
    final Supplier<Host> ownHost;
    final ConcurrentMap<String, Topic<?>> topics = new ConcurrentHashMap<>();
    final SharedMemory memory;
    final Map<Integer, UpdateFunction> functions = new HashMap<>();
    final HostOrder order;
    final Sessions sessions;
    final References references;
    final Engine engine;
    final Reader reader;
    final Access access;
    final Allocator allocator;

    /**
     * @param cluster a cluster without shared memory and without messaging.
     * @param context the settings.
     */
    IsotachParts(final Cluster cluster, final IsotachContext context)
    {
        this.cluster = cluster;
        hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final boolean hasMembers = HostsOfMembers.hasMembers(cluster);
        final Pages pages = ContextUse.pagesFor(context, hosts.length);
        // First, because it may be refused: the cluster is as it was then.
        final LimitedCodec codec = hasMembers ? new LimitedCodec(context.codec()) : null;
        memory = SharedMemory.on(cluster, pages.map());
        final Messaging messaging =
            hasMembers ? Messaging.on(cluster, codec.newMessagingContext()) : Messaging.on(cluster);
        context.functions().forEach(
            (number, function) -> functions.put(number, memory.registerFunction(number, function)));
        final Functions own = Functions.registeredIn(memory);
        order = new HostOrder(hosts.length);
        sessions = new Sessions(
            cluster, memory, messaging, order, Math.max(cluster.localHosts().size(), context.sessions()));
        final HostsOfMembers members = hasMembers ? new HostsOfMembers(cluster, memory) : null;
        topicHosts = hasMembers ? new Host[]{ members.host() } : hosts;
        ownHost = hasMembers ? members::host : null;
        final Post post = hasMembers ? new PostOfMembers(cluster, messaging, members, codec, topics) :
            new Post(cluster, messaging);
        final LocalReferences localReferences = hasMembers ? null : new LocalReferences();
        references = hasMembers ? new ReferencesOfMembers(messaging, members, codec) : localReferences;
        final LocalMemory local = order.isOneHost() ? memory.local(hosts[0]) : null;
        engine = new Engine(
            cluster,
            new Taker(sessions, local, references, post),
            context.executor(),
            hasMembers ? MemberParts.of(members, memory, messaging, functions.keySet()) : null);
        memory.holders(version ->
        {
            final Thread holder = engine.graph().holderOf(version);
            return null == holder ? engine.bodies().holderOf(version) : holder;
        });
        sessions.tendWith(engine.caretaker()::tendQuietly, cluster::isClosed);
        reader = new Reader(engine, cluster.counters());
        access = new Access(engine, reader, own, localReferences);
        allocator = new Allocator(pages, context.placements());
        memory.names(allocator::nameOf);
    }

    Topic<?> newTopic(final String name)
    {
        return new Topic<>(name, topicHosts, ownHost, engine.taker().post());
    }

    @Override
    public String toString()
    {
        return "IsotachParts{" + engine + ", hosts=" + hosts.length + '}';
    }
}
