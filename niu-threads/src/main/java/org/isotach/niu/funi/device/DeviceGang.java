/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;

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
    private final MemberContext[] contexts;
    private final DeviceMember[] members;
    private final Runnable onChange;
    private volatile boolean isSuspended;
    private volatile boolean isFailed;
    private volatile boolean isClosed;

    /**
     * @param onChange called when the gang wants to be switched.
     */
    DeviceGang(
        final String name, final MemberContext[] contexts, final DeviceMember[] members, final Runnable onChange)
    {
        this.name = name;
        this.contexts = contexts;
        this.members = members;
        this.onChange = onChange;
    }

    /**
     * Returns the group id.
     *
     * @return 1..2047; no other gang has the same low five bits.
     */
    public int id()
    {
        return contexts[0].group;
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
     * @return always the same object.
     * @throws IllegalArgumentException if there is no such member.
     */
    public DeviceMember member(final int node)
    {
        if (node < 0 || node >= members.length)
        {
            throw new IllegalArgumentException(
                "node: " + node + " (expected: 0.." + (members.length - 1) + " in gang " + name + ')');
        }
        return members[node];
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
     * Returns whether the gang was switched out although acknowledgements were missing (Hoe, FUNet, section 3.1.2,
     * CTXR1'). It is not switched in again: it may have lost packets, or would send them twice.
     *
     * @return true if so.
     */
    public boolean isFailed()
    {
        return isFailed;
    }

    void fail()
    {
        isFailed = true;
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
        return "DeviceGang{id=" + id() + ", name=" + name + ", size=" + members.length + ", running=" + isRunning() +
            ", suspended=" + isSuspended + ", failed=" + isFailed + ", closed=" + isClosed + '}';
    }
}
