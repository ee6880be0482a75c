/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;

import org.isotach.mbm.Messaging;
import org.isotach.smm.SharedMemory;

/**
 * What an {@link Engine} has only in a cluster with members.
 *
 * @param hosts        the hosts of the members.
 * @param memory       the memory of the cluster.
 * @param messaging    brings what members tell each other.
 * @param declarations the variables of all members.
 */
record MemberParts(HostsOfMembers hosts, SharedMemory memory, Messaging messaging, Declarations declarations)
{
    private static final int WAITS_IN_ONE_PULSE = 20;

    /**
     * @param functions numbers of the functions.
     */
    static MemberParts of(
        final HostsOfMembers hosts,
        final SharedMemory memory,
        final Messaging messaging,
        final Collection<Integer> functions)
    {
        return new MemberParts(hosts, memory, messaging, new Declarations(hosts, messaging, functions));
    }

    /**
     * Returns a clock for waits that is the same at all members, as far as logical time is.
     */
    long clock()
    {
        return hosts.host().logicalTime() << WAITS_IN_ONE_PULSE;
    }

    WaitSearch newSearch(final Sessions sessions, final WaitGraph graph, final Caretaker caretaker)
    {
        return new WaitSearch(hosts, messaging, sessions, graph, memory::owedResults, caretaker);
    }
}
