/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.wait.ElapsedTime;
import org.isotach.niu.wait.WaitSettings;

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
            cluster.member.unit().doWork();
        }
        final boolean haveAllJoined = cluster.trunks.haveAllJoined();
        if (!haveAllJoined)
        {
            checkOpen(cluster);
        }
        return haveAllJoined;
    }

    static void await(final ClusterParts cluster)
    {
        if (!tryJoin(cluster))
        {
            awaitOthers(cluster);
        }
    }

    private static void awaitOthers(final ClusterParts cluster)
    {
        final long limitNs = WaitSettings.saturatedNanos(cluster.member.membership.joinTimeout());
        final ElapsedTime time = new ElapsedTime(cluster.context().scheduler(), limitNs);
        final Doorbell doorbell = new Doorbell();
        do
        {
            checkNotInterrupted(cluster);
            if (time.ns() > limitNs)
            {
                throw new IsotachTimeoutException("members " + cluster.trunks.missing() + " have not joined: launch " +
                    "them, with the same topology, sizes and models. If they run, compare their lists of members; " +
                    "and one that was started again cannot come back: launch all again");
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
        while (!tryJoin(cluster));
    }

    private static void checkOpen(final ClusterParts cluster)
    {
        if (cluster.state.isClosed())
        {
            throw new ClusterClosedException("the cluster was closed while it waited for members " +
                cluster.trunks.missing() + " to join");
        }
    }

    private static void checkNotInterrupted(final ClusterParts cluster)
    {
        if (Thread.currentThread().isInterrupted())
        {
            throw new IsotachInterruptedException("interrupted while the cluster waited for members " +
                cluster.trunks.missing() + " to join: call join() again");
        }
    }
}
