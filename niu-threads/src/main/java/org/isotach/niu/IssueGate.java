/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OffHeapBuffer;
import org.isotach.OperationHeader;
import org.isotach.Padded;

/**
 * Whether anything can be issued from a host: it owns the rule that an application is told why not. All is volatile:
 * whoever closes the gate and then finds no owner of the host knows that nothing comes any more, and an owner who finds
 * it open is found (docs/protocol.md, sections 8 and 11). Threadsafe.
 */
final class IssueGate extends Padded
{
    private final int hostId;
    private final ClusterState cluster;

    // Bit f: isochrons with operations of family f are not taken any more.
    private volatile int closedFamilies;
    private volatile boolean isEnded;
    private volatile boolean isExpelled;

    // Why nothing executes here any more; null as long as it does. Written by the owner of the executor.
    private volatile String end;

    IssueGate(final int hostId, final ClusterState cluster)
    {
        this.hostId = hostId;
        this.cluster = cluster;
    }

    /**
     * The application issues nothing any more.
     *
     * @return false if it has said so before.
     */
    boolean tryEnd()
    {
        if (isEnded)
        {
            return false;
        }
        isEnded = true;
        return true;
    }

    /**
     * Has the application ended, or the host been shut down?
     */
    boolean isEnded()
    {
        return isEnded;
    }

    /**
     * Is nothing taken any more?
     */
    boolean isClosed()
    {
        return isEnded || !cluster.isOpen() || isExpelled;
    }

    /**
     * Is there nothing left for whoever waits at this host: has the cluster been closed, or the host shut down?
     */
    boolean isOver()
    {
        return cluster.isClosed() || isShutDown();
    }

    /**
     * Nothing executes at the host any more.
     *
     * @param reason for messages.
     */
    void shutDown(final String reason)
    {
        // First the reason: whoever finds the host closed finds out why.
        end = reason;
        isEnded = true;
    }

    boolean isShutDown()
    {
        return null != end;
    }

    /**
     * The host is expelled, or is not after all.
     */
    void expelled(final boolean value)
    {
        isExpelled = value;
    }

    boolean isExpelled()
    {
        return isExpelled;
    }

    /**
     * Takes no isochrons any more that have operations of a family.
     */
    synchronized void closeFamily(final int family)
    {
        closedFamilies |= 1 << family;
    }

    boolean hasClosedFamily(final Isochron isochron)
    {
        final int closed = closedFamilies;
        return 0 != closed && hasFamily(isochron, closed);
    }

    private static boolean hasFamily(final Isochron isochron, final int families)
    {
        final OffHeapBuffer frame = isochron.buffer();
        final int limit = isochron.offset() + isochron.length();
        for (int offset = isochron.offset(); offset < limit; offset += OperationHeader.length(frame, offset))
        {
            if (0 != (families & 1 << OperationHeader.family(frame.getLong(offset))))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses to go on when nothing can be issued any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was shut down.
     * @throws HostExpelledException  when it was expelled.
     */
    void checkOpen()
    {
        if (!cluster.isOpen())
        {
            throw new ClusterClosedException("the cluster of host " + hostId + " is closed: nothing can be issued");
        }
        if (isExpelled)
        {
            throw new HostExpelledException("host " + hostId + " was expelled: nothing can be issued from it");
        }
        if (isEnded)
        {
            final String reason = end;
            throw new ClusterClosedException("host " + hostId + (null == reason ? " is closed" :
                " was shut down by " + reason) + ": nothing can be issued from it");
        }
    }

    /**
     * As {@link #checkOpen()}; also when a family of the isochron is closed.
     */
    void checkOpen(final Isochron isochron)
    {
        checkOpen();
        if (hasClosedFamily(isochron))
        {
            throw new ClusterClosedException("host " + hostId + " has closed a model, and takes no isochrons with" +
                " operations of it any more: this one was not issued");
        }
    }

    /**
     * For whoever waits when {@link #isOver()}.
     */
    ClusterClosedException closedWhileWaiting(final Object what)
    {
        final String reason = end;
        return new ClusterClosedException(
            (null == reason ? "the cluster was closed" : "the cluster was shut down by " + reason) + " while host " +
            hostId + " waited for " + what);
    }
}
