/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.memory.Padded;

/**
 * What all members of a gang share. Threadsafe.
 */
final class GangState extends Padded
{
    private final int group;
    private final String name;
    private final int pieceLength;
    private final AtomicReferenceArray<Endpoint> endpoints;
    private volatile int slots;
    private volatile int resizes;
    private volatile boolean isSuspended;
    private volatile int changes;
    private volatile boolean isFailed;
    private volatile boolean isClosed;

    GangState(final int group, final String name, final int size, final int slots, final int pieceLength)
    {
        this.group = group;
        this.name = name;
        this.slots = slots;
        this.pieceLength = pieceLength;
        endpoints = new AtomicReferenceArray<>(size);
    }

    int group()
    {
        return group;
    }

    String name()
    {
        return name;
    }

    int size()
    {
        return endpoints.length();
    }

    int pieceLength()
    {
        return pieceLength;
    }

    int slots()
    {
        return slots;
    }

    synchronized void slots(final int count)
    {
        slots = count;
        // Release: the number of slots. Partner: resizes().
        resizes++;
        changed();
    }

    private synchronized void changed()
    {
        // Release: what has changed, which was written before. Partner: changes().
        changes++;
    }

    /**
     * Returns a number that changes with whatever a sender has to look at anew: the gang was suspended or resumed, a
     * member has moved, queues have another length. One look in place of several.
     */
    int changes()
    {
        // Acquire: what has changed up to here, which is read after this. Partner: changed().
        return changes;
    }

    /**
     * Returns how often the number of slots was set anew.
     */
    int resizes()
    {
        // Acquire: the number of slots. Partner: slots(int).
        return resizes;
    }

    boolean isSuspended()
    {
        return isSuspended;
    }

    void isSuspended(final boolean value)
    {
        // Before changed(): who reads changes() first sees it.
        isSuspended = value;
        changed();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Before the members are closed: whoever finds one closed then knows why.
     */
    void close()
    {
        isClosed = true;
    }

    /**
     * Ends all members, since nothing that they send arrives any more. Each call of a queue pair looks whether its
     * member has ended, so nobody has to look at anything else. Any thread may call this, once or more.
     */
    void fail()
    {
        // Before the members are closed: whoever finds one closed then knows why. And before they are read: see
        // endpoint(Endpoint).
        isFailed = true;
        for (int node = 0; node < endpoints.length(); node++)
        {
            endpoints.get(node).close();
        }
    }

    boolean isFailed()
    {
        return isFailed;
    }

    /**
     * Says that the gang has failed.
     */
    IsotachException failed(final int node)
    {
        return new IsotachException("gang " + name + " has failed: devices were given to another gang although" +
            " acknowledgements were missing (see DeviceContext.patience), so it may have lost packets, and has no" +
            " turns any more; node " + node + " sends and receives nothing: close the gang, and open another one");
    }

    /**
     * Returns the member that a node is at present.
     */
    Endpoint endpoint(final int node)
    {
        // Acquire: the member. Partner: endpoint(Endpoint).
        return endpoints.get(node);
    }

    void endpoint(final Endpoint member)
    {
        // Release: the member. Partner: endpoint(int). Before changed(), as in isSuspended(boolean).
        endpoints.set(member.node(), member);
        changed();
        if (isFailed)
        {
            // Just now: fail() may have read the former member.
            member.close();
        }
    }

    private static String describeHost(final Endpoint member)
    {
        return Topology.describeHost(member.host().id(), member.host().name());
    }

    /**
     * Says which member is meant, in messages.
     */
    String describe(final int node)
    {
        return "node " + node + " of gang " + name + " at " + describeHost(endpoint(node));
    }

    /**
     * Says why nothing can be sent to a member.
     */
    RuntimeException down(final Endpoint member)
    {
        if (isClosed)
        {
            return new IllegalStateException("gang " + name + " is closed: open another one");
        }
        if (isFailed)
        {
            return failed(member.node());
        }
        return member.host().isExpelled() ?
            new HostExpelledException(describeHost(member) + " was expelled: node " + member.node() +
                " of gang " + name + " receives nothing any more; see Gang.remap") :
            new IsotachException("node " + member.node() + " of gang " + name +
                " is closed: it receives nothing any more; see Gang.remap");
    }

    void checkNode(final int node)
    {
        if (node < 0 || node >= endpoints.length())
        {
            throw new IllegalArgumentException(
                "node: " + node + " (expected: 0.." + (endpoints.length() - 1) + " in gang " + name + ')');
        }
    }

    void wakeAll()
    {
        for (int node = 0; node < endpoints.length(); node++)
        {
            endpoints.get(node).wakers().wake();
        }
    }

    @Override
    public String toString()
    {
        return "GangState{group=" + group + ", name=" + name + ", size=" + size() + ", slots=" + slots +
            ", suspended=" + isSuspended + ", failed=" + isFailed + '}';
    }
}
