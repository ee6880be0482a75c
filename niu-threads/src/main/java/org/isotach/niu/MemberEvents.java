/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.member.MemberListener;
import org.isotach.niu.spi.Members;

/**
 * Tells the hosts, the threads that wait at them, and the listener of the application, what becomes of members.
 */
final class MemberEvents implements MemberListener
{
    private final ClusterParts cluster;
    private final HostsOfMembers hosts;
    private final Members members;
    private final MemberNews news;

    // By host: those that leave now. Belongs to the owner of the trunks.
    private final Map<Integer, ClusterEvents.Span> leaving = new HashMap<>();

    /**
     * @param cluster of this member.
     * @param hosts   of all members.
     */
    MemberEvents(final ClusterParts cluster, final HostsOfMembers hosts)
    {
        this.cluster = cluster;
        this.hosts = hosts;
        members = cluster.member.membership.members();
        news = new MemberNews(cluster, cluster.member.membership.listener());
    }

    @Override
    public void hostLeaves(final int host, final long pulse)
    {
        cluster.hosts.get(host).end().leaveElsewhere(pulse);
        cluster.wakeAll();
    }

    @Override
    public void memberLost(final OtherMemberLostException reason)
    {
        news.lost(hostsOf(members.number(reason.member())), reason);
    }

    private List<Integer> hostsOf(final int member)
    {
        return Arrays.stream(hosts.of(member)).boxed().toList();
    }

    @Override
    public void memberLeaves(final int member)
    {
        for (final int host : hosts.of(member))
        {
            // One that was expelled before has its event.
            final ClusterEvents.Span span =
                cluster.hosts.get(host).isExpelled() ? null : cluster.events().beginExpel(host);
            if (null != span)
            {
                leaving.put(host, span);
            }
            cluster.hosts.get(host).end().leaveElsewhere();
        }
    }

    @Override
    public void memberLeft(final int member)
    {
        for (final int host : hosts.of(member))
        {
            final ClusterEvents.Span span = leaving.remove(host);
            if (null != span)
            {
                span.end("expelled with member " + members.name(member) + " in pulse " + cluster.trunks.leftIn(member));
            }
        }
        cluster.wakeAll();
        news.expelled(members.name(member), hostsOf(member), cluster.trunks.leftIn(member));
    }

    @Override
    public void lost(final MemberLostException reason)
    {
        for (final Host host : cluster.hosts.local())
        {
            host.end().lose(reason.getMessage());
        }
        // A thread that parks after this has seen it. Partner: WaitLimit.check().
        cluster.wakeAll();
        cluster.handlers.report(reason);
        news.out(reason);
    }
}
