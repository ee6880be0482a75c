/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.IsotachTimeoutException;
import org.isotach.OperationHeader;
import org.isotach.niu.thread.Doorbell;

/**
 * Waits for all members of a cluster at its start.
 */
final class MemberStart
{
    private MemberStart()
    {
    }

    static boolean tryJoin(final ClusterParts cluster)
    {
        if (null == cluster.member)
        {
            return true;
        }
        cluster.trunks.join(modelsOf(cluster));
        cluster.member.doorbell.ring();
        if (ThreadingMode.INVOKER == cluster.context().threadingMode())
        {
            cluster.trunks.doWork();
        }
        return cluster.trunks.haveAllJoined();
    }

    /**
     * Returns a bit for each family of operations that the hosts of this member know.
     */
    private static long modelsOf(final ClusterParts cluster)
    {
        long models = 0;
        for (int family = 0; family < OperationHeader.FAMILY_COUNT; family++)
        {
            models |= cluster.hosts.get(cluster.member.ownHosts()[0]).hasModel(family) ? 1L << family : 0;
        }
        return models;
    }

    static void await(final ClusterParts cluster)
    {
        final long startNs = System.nanoTime();
        final Doorbell doorbell = new Doorbell();
        while (!tryJoin(cluster))
        {
            if (System.nanoTime() - startNs >
                SettingRanges.saturatedNanos(cluster.member.membership.joinTimeout()))
            {
                throw new IsotachTimeoutException("members " + cluster.trunks.missing() +
                    " have not joined: launch them, with the same topology, sizes and models");
            }
            if (null != cluster.context().scheduler())
            {
                cluster.context().scheduler().idle("other members to join");
            }
            else
            {
                doorbell.idle();
            }
        }
    }
}
