/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;

import org.isotach.HostSet;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * The first host of each member of a cluster: it receives for its member.
 */
final class Leads
{
    private final Cluster cluster;
    private final List<Host> own;
    private final int members;

    /**
     * @param cluster with members.
     */
    Leads(final Cluster cluster)
    {
        this.cluster = cluster;
        own = cluster.localHosts();
        int last = 0;
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            last = Math.max(last, memberOf(host));
        }
        members = last + 1;
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
        return memberOf(own.get(0).id());
    }

    /**
     * Returns the first host of this member.
     */
    Host host()
    {
        return own.get(0);
    }

    int members()
    {
        return members;
    }

    /**
     * Returns the first hosts of all members, without those that were expelled.
     */
    HostSet all()
    {
        final HostSet leads = new HostSet(cluster.hostCount());
        final boolean[] hasLead = new boolean[members];
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            if (!hasLead[memberOf(host)])
            {
                hasLead[memberOf(host)] = true;
                if (!cluster.host(host).isExpelled())
                {
                    leads.add(host);
                }
            }
        }
        return leads;
    }

    /**
     * Returns the first host of a member, nothing if it was expelled.
     */
    HostSet of(final int member)
    {
        final HostSet lead = new HostSet(cluster.hostCount());
        int host = 0;
        while (memberOf(host) != member)
        {
            host++;
        }
        if (!cluster.host(host).isExpelled())
        {
            lead.add(host);
        }
        return lead;
    }

    /**
     * Returns whether all hosts of a member were expelled.
     */
    boolean isOut(final int member)
    {
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            if (memberOf(host) == member && !cluster.host(host).isExpelled())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "Leads{" + all() + ", own=" + own() + '}';
    }
}
