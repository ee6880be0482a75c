/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.SwitchGroups;
import org.isotach.niu.time.TokenManager;

/**
 * Gives each unit of a cluster a thread, as the threading mode says. It starts none.
 */
final class ThreadWiring
{
    private final ClusterContext context;
    private final ClusterParts cluster;
    private final Doorbell[][] doorbells;

    /**
     * @param context   settings of the cluster.
     * @param cluster   gets the threads.
     * @param doorbells for SIU, LANai and executor of each host.
     */
    ThreadWiring(final ClusterContext context, final ClusterParts cluster, final Doorbell[][] doorbells)
    {
        this.context = context;
        this.cluster = cluster;
        this.doorbells = doorbells;
    }

    /**
     * Creates the threads.
     *
     * @param groups        of switches.
     * @param tokenManagers of the groups.
     * @param memberTime    doorbell of the token manager of this member, if there are others.
     */
    void createThreads(final SwitchGroups groups, final TokenManager[] tokenManagers, final Doorbell memberTime)
    {
        switch (context.threadingMode())
        {
            case DEDICATED:
                createHostThreads();
                for (int i = 0; i < tokenManagers.length; i++)
                {
                    if (null == cluster.member)
                    {
                        createThread(tokenManagers[i], groups.hostsOf(i), new Doorbell(context.waiting()));
                    }
                    else if (null != cluster.member.floorOf(i))
                    {
                        createThread(tokenManagers[i], groups.hostsOf(i), memberTime);
                    }
                }
                createTrunksThread();
                break;
            case HOST:
                for (final Host host : cluster.hosts.local())
                {
                    cluster.threads.add("isotach-host-" + host.id(), doorbells[host.id()][0], host.units());
                }
                createTrunksThread();
                break;
            case SHARED:
                createSharedThread();
                break;
            default:
                break;
        }
    }

    private void createHostThreads()
    {
        for (final Host host : cluster.hosts.local())
        {
            final Unit[] units = host.units();
            for (int i = 0; i < units.length; i++)
            {
                cluster.threads.add("isotach-" + units[i].unitName(), doorbells[host.id()][i], units[i]);
            }
        }
    }

    private void createThread(final TokenManager tokenManager, final int[] hostsOfGroup, final Doorbell own)
    {
        final Doorbell[] listeners = new Doorbell[hostsOfGroup.length];
        for (int k = 0; k < listeners.length; k++)
        {
            listeners[k] = doorbells[hostsOfGroup[k]][2];
        }
        tokenManager.doorbells(own, listeners);
        cluster.threads.add("isotach-" + tokenManager.unitName(), own, tokenManager);
    }

    private void createSharedThread()
    {
        final List<Unit> units = new ArrayList<>();
        cluster.hosts.local().forEach(host -> units.addAll(Arrays.asList(host.units())));
        if (null != cluster.trunks)
        {
            units.add(cluster.trunks);
        }
        cluster.threads.add("isotach-cluster", cluster.sharedDoorbell, units.toArray(new Unit[0]));
    }

    private void createTrunksThread()
    {
        if (null != cluster.trunks)
        {
            cluster.threads.add("isotach-trunks", cluster.member.doorbell, cluster.trunks);
        }
    }
}
