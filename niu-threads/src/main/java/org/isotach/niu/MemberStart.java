/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
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
        cluster.join();
        cluster.member.doorbell.ring();
        if (ThreadingMode.INVOKER == cluster.context().threadingMode())
        {
            cluster.trunks.doWork();
        }
        return cluster.trunks.haveAllJoined();
    }

    static void await(final ClusterParts cluster)
    {
        final long startNs = System.nanoTime();
        final Doorbell doorbell = new Doorbell();
        while (!tryJoin(cluster))
        {
            checkMayWait(cluster);
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

    private static void checkMayWait(final ClusterParts cluster)
    {
        if (cluster.state.isClosed())
        {
            throw new ClusterClosedException("the cluster was closed while it waited for members " +
                cluster.trunks.missing() + " to join");
        }
        if (Thread.currentThread().isInterrupted())
        {
            throw new IsotachException("interrupted while the cluster waited for members " +
                cluster.trunks.missing() + " to join: call join() again");
        }
    }
}
