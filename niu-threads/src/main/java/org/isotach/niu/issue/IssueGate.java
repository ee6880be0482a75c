/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsochronFrame;
import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Decides whether anything can be issued from a host. It owns the rule that an application is told why not. Everything
 * is volatile: a thread that closes the gate and then finds no owner of the host knows that nothing comes any more, and
 * an owner that finds the gate open is found (docs/protocol.md, sections 8 and 11). Threadsafe.
 */
public final class IssueGate extends Padded
{
    private static final int ALL_FAMILIES = (1 << OperationHeader.FAMILY_COUNT) - 1;
    private static final int ENDED = 1 << OperationHeader.FAMILY_COUNT;
    private static final int EXPELLED = ENDED << 1;

    private final int hostId;
    private final ClusterState cluster;

    // 0 if everything is taken. Bit f: no isochrons with operations of family f.
    private volatile int closed;

    // The reason why nothing executes here any more, else null. Written by the owner of the executor.
    private volatile String end;

    // True if that is because the member of the host takes part no more.
    private volatile boolean isLost;

    public IssueGate(final int hostId, final ClusterState cluster)
    {
        this.hostId = hostId;
        this.cluster = cluster;
    }

    /**
     * The application issues nothing any more.
     *
     * @return false if it has said so before.
     */
    public synchronized boolean tryEnd()
    {
        cluster.disturb();
        final boolean isFirst = !isEnded();
        closed |= ENDED;
        return isFirst;
    }

    /**
     * Returns whether the application has ended, or the host been shut down.
     */
    public boolean isEnded()
    {
        return 0 != (closed & ENDED);
    }

    /**
     * Returns whether nothing is taken any more.
     */
    public boolean isClosed()
    {
        return closed > ALL_FAMILIES || !cluster.isOpen();
    }

    /**
     * Returns whether isochrons of all families are taken.
     */
    boolean isOpenForAll()
    {
        return 0 == closed && cluster.isOpen();
    }

    /**
     * Returns whether threads that wait at this host have nothing left to wait for: the cluster has been closed, or the
     * host shut down.
     */
    public boolean isOver()
    {
        return cluster.isClosed() || isShutDown();
    }

    /**
     * Nothing executes at the host any more.
     *
     * @param reason for messages.
     */
    public void shutDown(final String reason)
    {
        cluster.disturb();
        // First the reason: a thread that finds the host closed finds out why.
        end = reason;
        tryEnd();
    }

    /**
     * The member of the host takes part no more.
     *
     * @param reason for messages.
     */
    public void lose(final String reason)
    {
        // In the same order as in shutDown().
        isLost = true;
        shutDown(reason);
    }

    public boolean isShutDown()
    {
        return null != end;
    }

    /**
     * The host is expelled, or its expulsion has failed.
     */
    public synchronized void expelled(final boolean value)
    {
        cluster.disturb();
        closed = value ? closed | EXPELLED : closed & ~EXPELLED;
    }

    public boolean isExpelled()
    {
        return 0 != (closed & EXPELLED);
    }

    /**
     * Takes no more isochrons with operations of a family.
     */
    public synchronized void closeFamily(final int family)
    {
        closed |= 1 << family;
    }

    /**
     * Returns whether an isochron is not taken any more.
     */
    boolean isClosedFor(final IsochronFrame isochron)
    {
        return isClosed() || hasClosedFamily(isochron);
    }

    private boolean hasClosedFamily(final IsochronFrame isochron)
    {
        final int families = closed & ALL_FAMILIES;
        return 0 != families && hasFamily(isochron, families);
    }

    private static boolean hasFamily(final IsochronFrame isochron, final int families)
    {
        final OffHeapBuffer frame = isochron.buffer();
        final int limit = isochron.offset() + isochron.length();
        int offset = isochron.offset();
        while (offset < limit)
        {
            if (0 != (families & 1 << OperationHeader.family(frame.getLong(offset))))
            {
                return true;
            }
            final int length = OperationHeader.lengthWithin(frame, offset, limit);
            // As in ModelTable: there is no operation behind one whose length does not fit.
            offset = 0 == length ? limit : offset + length;
        }
        return false;
    }

    /**
     * Refuses the call if nothing can be issued any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was shut down.
     * @throws HostExpelledException  when it was expelled.
     */
    public void checkOpen()
    {
        if (isClosed())
        {
            throw closed();
        }
    }

    private IsotachException closed()
    {
        if (!cluster.isOpen())
        {
            return new ClusterClosedException("the cluster of host " + hostId + " is closed: nothing can be issued");
        }
        if (isExpelled())
        {
            return new HostExpelledException("host " + hostId + " was expelled: nothing can be issued from it");
        }
        final String reason = end;
        if (isLost)
        {
            return new MemberLostException("nothing can be issued from host " + hostId + ": " + reason);
        }
        return new ClusterClosedException("host " + hostId + (null == reason ? " is closed" :
            " was shut down by " + reason) + ": nothing can be issued from it");
    }

    /**
     * Does the same as {@link #checkOpen()}, and also refuses the call if a family of the isochron is closed.
     */
    void checkOpen(final IsochronFrame isochron)
    {
        if (isOpenForAll())
        {
            return;
        }
        checkOpen();
        if (hasClosedFamily(isochron))
        {
            throw new ClusterClosedException("host " + hostId + " has closed a model, and takes no isochrons with" +
                " operations of it any more: this one was not issued");
        }
    }

    /**
     * Returns the exception for a thread that waits while {@link #isOver()}.
     */
    public ClusterClosedException closedWhileWaiting(final Object what)
    {
        final String reason = end;
        if (isLost && !cluster.isClosed())
        {
            return new MemberLostException("host " + hostId + " has waited for " + what + ": " + reason);
        }
        return new ClusterClosedException(
            (null == reason ? "the cluster was closed" : "the cluster was shut down by " + reason) + " while host " +
            hostId + " waited for " + what);
    }
}
