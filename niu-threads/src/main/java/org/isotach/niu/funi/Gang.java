/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.function.LongSupplier;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * Members on several hosts that may send to each other, and to nobody else (Hoe, FUNet, section 1.2.2). Whoever has the
 * gang may suspend, resize and close it, and move its members; hand out {@link #queuePair queue pairs} only, one to
 * each member, and keep the gang.
 * <p>
 * All methods are threadsafe.
 */
public final class Gang extends Padded implements AutoCloseable
{
    private final Cluster cluster;
    private final GangState state;
    private final LongSupplier incarnations;
    private final Runnable closing;
    private final GangTransport transport;
    private final QueuePair[] queuePairs;
    private boolean isClosed;

    /**
     * @param transport    carries the packets.
     * @param hosts        of the members.
     * @param incarnations numbers members, so that no number comes twice.
     * @param closing      called once.
     */
    Gang(
        final Cluster cluster,
        final GangState state,
        final GangTransport transport,
        final int[] hosts,
        final LongSupplier incarnations,
        final Runnable closing)
    {
        this.cluster = cluster;
        this.state = state;
        this.transport = transport;
        this.incarnations = incarnations;
        this.closing = closing;
        queuePairs = new QueuePair[hosts.length];
        for (int node = 0; node < hosts.length; node++)
        {
            queuePairs[node] = join(node, cluster.host(hosts[node]));
        }
        // When all members are there.
        transport.onFail(state::fail);
    }

    private QueuePair join(final int node, final Host host)
    {
        final Waiter outer = host.waiter();
        final Waiter inner = host.waiter();
        final Endpoint member = new Endpoint(node, host,
            PacketLayout.tag(state.group(), incarnations.getAsLong()), new Wakers(outer, inner));
        final QueuePair queuePair = transport.join(state, member, outer, inner);
        state.endpoint(member);
        return queuePair;
    }

    /**
     * Returns the group id of the gang. No other gang has it as long as this one is open.
     *
     * @return 1..{@value FuniSupervisor#MAX_GANGS}.
     */
    public int id()
    {
        return state.group();
    }

    /**
     * Returns the name of the gang.
     *
     * @return the name.
     */
    public String name()
    {
        return state.name();
    }

    /**
     * Returns the number of members.
     *
     * @return number of members.
     */
    public int size()
    {
        return state.size();
    }

    /**
     * Returns the queue pair of a member.
     *
     * @param node number of the member.
     * @return always the same object, until the member is moved.
     * @throws IllegalArgumentException if there is no such member.
     */
    public synchronized QueuePair queuePair(final int node)
    {
        state.checkNode(node);
        return queuePairs[node];
    }

    /**
     * Returns where a member is.
     *
     * @param node number of the member.
     * @return number of its host.
     * @throws IllegalArgumentException if there is no such member.
     */
    public int host(final int node)
    {
        state.checkNode(node);
        return state.endpoint(node).host().id();
    }

    /**
     * Starts a member anew, on another host or on the same one: after that host was expelled, to balance the load, or
     * to replace a component that has failed. The former queue pair is closed. What was on its way to the former member
     * is lost, what it has sent and nobody has taken is dropped, and pending transfers to it fail. The others send to
     * the new one from now on; their queue pairs stay.
     *
     * @param node number of the member.
     * @param host number of its new host.
     * @return its new queue pair.
     * @throws IllegalArgumentException if there is no such member or host; through devices also if the host has another
     *                                  member of this gang.
     * @throws IllegalStateException    if the gang is closed.
     * @throws HostExpelledException    if the new host was expelled.
     * @throws IsotachException         if the gang has failed ({@link #isFailed()}).
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached; through devices the
     *                                  former queue pair may be closed then: call it again.
     */
    public synchronized QueuePair remap(final int node, final int host)
    {
        state.checkNode(node);
        checkHost(cluster, host);
        if (isClosed)
        {
            throw new IllegalStateException("gang " + name() + " is closed: open another one");
        }
        if (isFailed())
        {
            throw state.failed(node);
        }
        final Endpoint former = state.endpoint(node);
        queuePairs[node] = join(node, cluster.host(host));
        former.close();
        return queuePairs[node];
    }

    static void checkHost(final Cluster cluster, final int host)
    {
        if (host < 0 || host >= cluster.hostCount())
        {
            throw new IllegalArgumentException("host: " + host + " (expected: 0.." + (cluster.hostCount() - 1) + ')');
        }
        if (cluster.host(host).isExpelled())
        {
            throw new HostExpelledException("host " + host + " was expelled: it cannot have members of a gang");
        }
    }

    /**
     * Changes the number of slots of all queues, while packets are under way; none is lost. A queue changes when its
     * sender sends the next time. It waits with that until the receiver has taken all that was there before the change
     * before this one. Through devices, all queues of a member change when it has nothing to send and nothing to take.
     * Queues for which there is no memory stay as they are until this is called again.
     *
     * @param slots a power of two, 2..65536.
     * @throws IllegalArgumentException if the value is out of range.
     */
    public void resize(final int slots)
    {
        GangContext.checkSlots(slots);
        transport.grow(slots);
        state.slots(slots);
        state.wakeAll();
    }

    /**
     * Returns the number of slots that queues have, or will have when they are used the next time.
     *
     * @return number of slots.
     */
    public int slots()
    {
        return state.slots();
    }

    /**
     * Stops all members: calls that try have no success, calls that wait go on to wait within their time limit, and
     * transfers stand still. What was sent stays where it is. Calls that have begun may still send or take one packet.
     */
    public synchronized void suspend()
    {
        // Under one lock with resume(): its two steps must not come between these.
        state.isSuspended(true);
        transport.suspend();
    }

    /**
     * Lets all members go on.
     */
    public synchronized void resume()
    {
        state.isSuspended(false);
        transport.resume();
        state.wakeAll();
    }

    /**
     * Returns whether the gang is suspended.
     *
     * @return true if so.
     */
    public boolean isSuspended()
    {
        return state.isSuspended();
    }

    /**
     * Returns whether the gang has failed: devices were given to another gang although acknowledgements were missing
     * after all {@link org.isotach.niu.funi.device.DeviceContext#patience patience} (Hoe, FUNet, section 3.1.2). It may
     * have lost packets, or would send them twice, so it has no turns any more: all members have ended, and calls of
     * their queue pairs throw. Close it, and open another one. A gang over rings never fails.
     *
     * @return true if so.
     */
    public boolean isFailed()
    {
        return state.isFailed();
    }

    /**
     * Closes all queue pairs, and gives the group id up. What nobody has taken is lost. Threads that wait are told.
     */
    @Override
    public synchronized void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            state.close();
            for (final QueuePair queuePair : queuePairs)
            {
                queuePair.close();
            }
            transport.close();
            closing.run();
        }
    }

    @Override
    public String toString()
    {
        return "Gang{id=" + id() + ", name=" + name() + ", size=" + size() + ", slots=" + slots() + ", suspended=" +
            isSuspended() + ", failed=" + isFailed() + '}';
    }
}
