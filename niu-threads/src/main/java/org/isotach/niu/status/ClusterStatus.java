/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.List;

/**
 * The state of a cluster at one moment: frames on their way, reservations, and the reads that wait for them. Its {@link
 * #toString()} is for people.
 * <p>
 * The cluster does not stop for this: some parts are a moment older than others.
 *
 * @param hosts        all hosts.
 * @param members      the other members, empty if the cluster is in one JVM.
 * @param reservations reserved variables, those that reads wait for first; at most {@value #MAX_RESERVATIONS}.
 * @param more         reservations that are not listed.
 * @param counters     the counters, in words.
 */
public record ClusterStatus(
    List<HostStatus> hosts,
    List<MemberStatus> members,
    List<Reservation> reservations,
    int more,
    String counters)
{
    /**
     * Largest number of listed reservations.
     */
    public static final int MAX_RESERVATIONS = 64;

    private static final int MAX_HOSTS_IN_MESSAGE = 8;

    /**
     * Formats a few lines for the message of an exception: hosts with frames on their way, and members that are out or
     * hold others up. Reservations that reads wait for are among {@link org.isotach.niu.Cluster#stalls()}.
     *
     * @return at most 24 lines, each preceded by a line break.
     */
    public String summary()
    {
        final StringBuilder text = new StringBuilder();
        final List<HostStatus> busy = hosts.stream().filter(ClusterStatus::isBusy).toList();
        busy.stream().limit(MAX_HOSTS_IN_MESSAGE).forEach(host -> text.append("\n  ").append(host));
        if (busy.size() > MAX_HOSTS_IN_MESSAGE)
        {
            text.append("\n  and ").append(busy.size() - MAX_HOSTS_IN_MESSAGE)
                .append(" more hosts: Cluster.status()");
        }
        members.stream().filter(MemberStatus::isRemarkable).forEach(member -> text.append("\n  ").append(member));
        return text.toString();
    }

    private static boolean isBusy(final HostStatus host)
    {
        return host.onTheWay() > 0 || host.isHeld() || !host.links().isEmpty() || host.unread() > 0;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("Cluster of ").append(hosts.size())
            .append(1 == hosts.size() ? " host" : " hosts");
        hosts.forEach(host -> text.append("\n  ").append(host));
        members.forEach(member -> text.append("\n  ").append(member));
        reservations.forEach(reservation -> text.append("\n  ").append(reservation));
        if (more > 0)
        {
            text.append("\n  and ").append(more).append(" more reservations");
        }
        return text.append("\n  ").append(counters).toString();
    }
}
