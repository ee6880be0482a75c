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
    // In bits. With more waits in a pulse they run ahead of the clock, which then has no order among members.
    private static final int WAITS_IN_ONE_PULSE = 10;

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
        return clock(hosts.host().logicalTime());
    }

    /**
     * Returns what the clock shows in a pulse, up to 2^53: with ten million pulses in a second, that is 28 years.
     */
    static long clock(final long pulse)
    {
        return pulse << WAITS_IN_ONE_PULSE;
    }

    WaitSearch newSearch(final Sessions sessions, final WaitGraph graph, final Caretaker caretaker)
    {
        return new WaitSearch(hosts, messaging, sessions, graph, memory::owedResults, caretaker);
    }
}
