/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;

/**
 * What members ask of each other about single hosts. It owns the rule that only the member of a host expels it alone:
 * all others learn from its last isochron that it has left, or from an answer that it stays. Belongs to the owner of
 * the trunks, unless a method says that any thread may call it.
 */
public final class ExpulsionRequests
{
    private final HostsOfMembers hosts;
    private final HostExpeller expeller;

    // By member.
    private final int[][] hostsOf;

    // For each host: how often it was asked for, how many of these times were told, and the last one that was refused,
    // negative if its member is closing.
    private final AtomicLongArray asked;
    private final long[] told;
    private final AtomicLongArray refused;

    // For each other member, and each host: the last request that is refused here, 0 if that was told.
    private final long[][] refusals;
    private final boolean[] hasRefusals;

    /**
     * @param hosts    of all members.
     * @param expeller of hosts of this member.
     */
    ExpulsionRequests(final HostsOfMembers hosts, final HostExpeller expeller)
    {
        this.hosts = hosts;
        this.expeller = expeller;
        asked = new AtomicLongArray(hosts.hostCount());
        told = new long[hosts.hostCount()];
        refused = new AtomicLongArray(hosts.hostCount());
        refusals = new long[hosts.memberCount()][hosts.hostCount()];
        hasRefusals = new boolean[hosts.memberCount()];
        hostsOf = new int[hosts.memberCount()][];
        Arrays.setAll(hostsOf, hosts::of);
    }

    /**
     * Asks the member of a host to expel it. Any thread may call it; it rings nobody.
     *
     * @return number of this request.
     */
    public long ask(final int host)
    {
        return asked.incrementAndGet(host);
    }

    /**
     * Returns whether the member of a host has refused a request, or a later one. Any thread may call it.
     *
     * @param number what {@link #ask} has returned.
     */
    public boolean isRefused(final int host, final long number)
    {
        // Volatile. Partner: onRefusal().
        return Math.abs(refused.get(host)) >= number;
    }

    /**
     * Returns whether a host was refused because its member is closing. Any thread may call it.
     */
    public boolean isClosing(final int host)
    {
        // Volatile. Partner: onRefusal().
        return refused.get(host) < 0;
    }

    /**
     * Tells a member what was asked of it, and what it is refused, since the last call.
     *
     * @param queue to it.
     * @return number of hosts.
     */
    int tell(final int member, final TrunkQueue queue)
    {
        int work = hasRefusals[member] ? tellRefusals(member, queue) : 0;
        for (final int host : hostsOf[member])
        {
            final long number = asked.get(host);
            if (number > told[host])
            {
                queue.say(TrunkRecord.EXPEL, host, number);
                // Behind what can fail: it is said again then.
                told[host] = number;
                work++;
            }
        }
        return work;
    }

    private int tellRefusals(final int member, final TrunkQueue queue)
    {
        int work = 0;
        for (final int host : hostsOf[hosts.own()])
        {
            if (0 != refusals[member][host])
            {
                queue.say(TrunkRecord.NOT_EXPELLED, host, refusals[member][host]);
                // Behind what can fail: it is said again then.
                refusals[member][host] = 0;
                work++;
            }
        }
        hasRefusals[member] = false;
        return work;
    }

    /**
     * Goes on with what others have asked of this member.
     */
    int work()
    {
        return expeller.work();
    }

    /**
     * Another member asks for a host of this one. It is answered later: nothing is offered while a trunk hands out
     * records.
     *
     * @param from number of that member.
     * @throws IsotachException when the host belongs to another member.
     */
    void onRequest(final int from, final OffHeapBuffer buffer, final int offset)
    {
        final int host = buffer.getInt(offset + TrunkRecord.FIRST);
        check(host, hosts.own());
        final long number = buffer.getLong(offset + TrunkRecord.SECOND);
        expeller.request(host, isClosing ->
        {
            refusals[from][host] = isClosing ? -number : number;
            hasRefusals[from] = true;
        });
    }

    /**
     * Another member does not expel a host.
     *
     * @param from number of that member.
     * @throws IsotachException when the host does not belong to it.
     */
    void onRefusal(final int from, final OffHeapBuffer buffer, final int offset)
    {
        final int host = buffer.getInt(offset + TrunkRecord.FIRST);
        check(host, from);
        // Volatile. Partners: isRefused(), isClosing().
        refused.set(host, buffer.getLong(offset + TrunkRecord.SECOND));
    }

    private void check(final int host, final int member)
    {
        if (host < 0 || host >= hosts.hostCount() || member != hosts.memberOf(host))
        {
            throw new IsotachException("a record says to expel host " + host + ", which belongs to another member");
        }
    }

    @Override
    public String toString()
    {
        return "ExpulsionRequests{asked=" + asked + ", refused=" + refused + '}';
    }
}
