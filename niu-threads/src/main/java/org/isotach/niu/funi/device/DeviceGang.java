/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;
import java.util.Objects;

import org.isotach.memory.Padded;

/**
 * Members on several hosts that reach each other through devices, and nobody else. Devices work for gangs in turn:
 * while others have them, this gang is switched out, which its members do not see.
 * <p>
 * All methods are threadsafe.
 */
public final class DeviceGang extends Padded implements AutoCloseable
{
    private final String name;
    private final int id;
    private final Contexts source;
    private final Runnable onChange;

    // By node: whether it takes nothing any more.
    private final boolean[] isGone;

    // By node; both are replaced as a whole.
    private volatile MemberContext[] contexts;
    private volatile DeviceMember[] members;
    private int limit;
    private boolean isPaused;
    private int incarnations = 1;
    private volatile boolean isSuspended;
    private volatile boolean isFailed;
    private volatile Runnable onFail;
    private volatile boolean isClosed;

    /**
     * Makes contexts at devices, and members that use them.
     */
    interface Contexts
    {
        MemberContext context(Routes routes, int length);

        DeviceMember member(MemberContext context, int size);
    }

    /**
     * @param id       group id.
     * @param hosts    of the members.
     * @param length   of the memory of each member in bytes.
     * @param onChange called when the gang wants to be switched.
     */
    DeviceGang(
        final String name,
        final int id,
        final int[] hosts,
        final int length,
        final Contexts source,
        final Runnable onChange)
    {
        this.name = name;
        this.id = id;
        this.source = source;
        this.onChange = onChange;
        limit = length;
        isGone = new boolean[hosts.length];
        final int[] places = hosts.clone();
        final int[] first = new int[hosts.length];
        Arrays.fill(first, incarnations);
        final MemberContext[] all = new MemberContext[hosts.length];
        Arrays.setAll(all, node -> source.context(new Routes(node, places, first), length));
        contexts = all;
        final DeviceMember[] handles = new DeviceMember[hosts.length];
        Arrays.setAll(handles, node -> source.member(all[node], all.length));
        members = handles;
    }

    /**
     * Returns the group id.
     *
     * @return 1..2047; no other gang has the same low five bits.
     */
    public int id()
    {
        return id;
    }

    /**
     * Returns the name.
     *
     * @return the name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Returns a member.
     *
     * @param node number of the member.
     * @return always the same object, until the member is moved.
     * @throws IllegalArgumentException if there is no such member.
     */
    public DeviceMember member(final int node)
    {
        final DeviceMember[] all = members;
        if (node < 0 || node >= all.length)
        {
            throw new IllegalArgumentException(
                "node: " + node + " (expected: 0.." + (all.length - 1) + " in gang " + name + ')');
        }
        return all[node];
    }

    /**
     * Allows members more memory. Each takes it with {@link DeviceMember#tryGrow}.
     *
     * @param length of the memory of each member in bytes, a multiple of 128; nothing changes if it has more.
     * @throws IllegalArgumentException if the length is out of range.
     */
    public synchronized void grow(final int length)
    {
        HostMemory.checkLength(length);
        limit = Math.max(limit, length);
        for (final MemberContext context : contexts)
        {
            context.grant(limit);
        }
    }

    /**
     * Lets other members reach more memory of a member than that in which its queues are.
     *
     * @param node  number of the member; one that is moved has no segments at first.
     * @param value is asked for each access.
     * @throws IllegalArgumentException if there is no such member.
     */
    public synchronized void segments(final int node, final DeviceSegments value)
    {
        member(node);
        contexts[node].segments(value);
    }

    /**
     * Starts a member anew (Hoe, FUNet, section 3.3.1: a node may be another processor from now on). The former one is
     * switched out; what it has in its lines, and what is under way to it, is dropped. Others know what it has sent by
     * its {@link DeviceMember#incarnation}.
     *
     * @param node number of the member.
     * @param host where it is from now on: its former host, or one that has no other member of this gang.
     * @return the new member, whose queues are stopped at first.
     * @throws IllegalArgumentException if there is no such member or host, or the host has another member.
     * @throws IllegalStateException    if the gang is closed.
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached; nothing has changed.
     */
    public synchronized DeviceMember remap(final int node, final int host)
    {
        member(node);
        if (isClosed)
        {
            throw new IllegalStateException("gang " + name + " is closed: open another one");
        }
        final MemberContext[] all = contexts.clone();
        for (int other = 0; other < all.length; other++)
        {
            if (node != other && host == all[other].host)
            {
                throw new IllegalArgumentException("host: " + host + " (expected: one without node " + other +
                    " of gang " + name + ": a device works for one member of a gang; move node " + other +
                    " first, or take one of more hosts, see ClusterContext.hosts)");
            }
        }
        final int[] hosts = hosts();
        final int[] numbers = numbers();
        hosts[node] = host;
        numbers[node] = incarnations + 1;
        all[node] = source.context(new Routes(node, hosts, numbers), limit);
        all[node].pause(isPaused);
        final DeviceMember[] handles = members.clone();
        handles[node] = source.member(all[node], all.length);
        final Routes[] routes = routes(hosts, numbers);
        // There is memory for everything: no step may be missing from here on.
        incarnations++;
        isGone[node] = false;
        // The others send to the new one; its device rejects that until it works for it.
        route(all, routes);
        // Release: the member. Partner: member(), GangScheduler.choose().
        members = handles;
        contexts = all;
        onChange.run();
        return handles[node];
    }

    /**
     * Says that a member takes nothing any more: devices drop what others send to it ({@link DeviceEvent#NO_ROUTE}),
     * which would come again and again otherwise, in lines that others need. What it has sent arrives. {@link #remap}
     * starts it anew.
     *
     * @param node        number of the member.
     * @param incarnation of it, see {@link DeviceMember#incarnation}; nothing happens if the node is another one now.
     * @throws IllegalArgumentException if there is no such member.
     */
    public synchronized void giveUp(final int node, final int incarnation)
    {
        if (member(node).incarnation() == incarnation && !isGone[node])
        {
            final int[] hosts = hosts();
            hosts[node] = Routes.NO_HOST;
            final Routes[] routes = routes(hosts, numbers());
            isGone[node] = true;
            route(contexts, routes);
        }
    }

    private int[] hosts()
    {
        final int[] hosts = new int[isGone.length];
        Arrays.setAll(hosts, node -> isGone[node] ? Routes.NO_HOST : contexts[node].host);
        return hosts;
    }

    private int[] numbers()
    {
        return Arrays.stream(contexts).mapToInt(context -> context.incarnation).toArray();
    }

    private static Routes[] routes(final int[] hosts, final int[] numbers)
    {
        final Routes[] routes = new Routes[hosts.length];
        Arrays.setAll(routes, node -> new Routes(node, hosts, numbers));
        return routes;
    }

    private static void route(final MemberContext[] all, final Routes[] routes)
    {
        for (int node = 0; node < all.length; node++)
        {
            all[node].routes(routes[node]);
        }
    }

    MemberContext[] contexts()
    {
        return contexts;
    }

    /**
     * Returns whether devices work for all members at this moment.
     *
     * @return true if so.
     */
    public boolean isRunning()
    {
        return Arrays.stream(contexts).allMatch(MemberContext::isMapped);
    }

    /**
     * Switches the gang out until {@link #resume()}, without waiting for that.
     */
    public void suspend()
    {
        isSuspended = true;
        onChange.run();
    }

    /**
     * Lets the gang have its turns again.
     */
    public void resume()
    {
        isSuspended = false;
        onChange.run();
    }

    /**
     * Stops delivery and retrieval for all members, as for the time of a sequential process (Hoe, FUNet, section 4.3):
     * the devices stay with the gang, and nothing is saved. Packets wait in queues, in lines and in receive buffers,
     * and accesses wait, too; members do not see it in their registers. If others have their turns meanwhile, the gang
     * is still paused when it has the devices again.
     */
    public synchronized void pause()
    {
        pause(true);
    }

    /**
     * Lets the devices go on for a gang that was paused.
     */
    public synchronized void proceed()
    {
        pause(false);
    }

    private void pause(final boolean value)
    {
        isPaused = value;
        for (final MemberContext context : contexts)
        {
            context.pause(value);
        }
    }

    /**
     * Returns whether the gang was switched out although acknowledgements were missing (Hoe, FUNet, section 3.1.2,
     * CTXR1'). It is not switched in again: it may have lost packets, or would send them twice. Close it, and open
     * another one.
     *
     * @return true if so.
     */
    public boolean isFailed()
    {
        return isFailed;
    }

    /**
     * Sets who is told when the gang has failed; at once, if it has already.
     *
     * @param listener is called once or twice, by whoever serves the scheduler of gangs, and must not wait: gangs stay
     *                 where they are meanwhile. What it throws goes to the error handler of the cluster, or to the
     *                 caller of this.
     */
    public void onFail(final Runnable listener)
    {
        onFail = Objects.requireNonNull(listener, "listener");
        // Each of the two writes one field and reads the other one after that, so one of them finds both.
        if (isFailed)
        {
            listener.run();
        }
    }

    void fail()
    {
        isFailed = true;
        final Runnable listener = onFail;
        if (null != listener)
        {
            listener.run();
        }
    }

    boolean isRunnable()
    {
        return !isSuspended && !isFailed && !isClosed;
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Switches the gang out for good. Its group id is free again when that has happened. What its members have not
     * taken is lost.
     */
    @Override
    public void close()
    {
        isClosed = true;
        onChange.run();
    }

    @Override
    public String toString()
    {
        return "DeviceGang{id=" + id() + ", name=" + name + ", size=" + contexts.length + ", running=" + isRunning() +
            ", suspended=" + isSuspended + ", failed=" + isFailed + ", closed=" + isClosed + '}';
    }
}
