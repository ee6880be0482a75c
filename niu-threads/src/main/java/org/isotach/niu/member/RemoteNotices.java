/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.link.TrunkTransport;
import org.isotach.niu.notice.NoticeCarrier;

/**
 * The notices of the hosts of this member on their way to the others. Each member has a log of every host, and listens
 * as a whole: it says how far all its hosts that listen have taken a log, and that is all of it if none does.
 */
public final class RemoteNotices implements NoticeCarrier
{
    private static final long NOTHING_TAKEN = -1;

    private final HostsOfMembers hosts;
    private final TrunkTransport transport;
    private final OutboundLinks[] links;

    // By member, then by host; null for the own member.
    private final AtomicLongArray[] taken;

    // Each belongs to the unit that stamps for the host.
    private final boolean[] areOpen;

    /**
     * @param hosts     of all members.
     * @param transport of this member.
     * @param links     of all hosts; complete by the time of the first notice.
     */
    public RemoteNotices(final HostsOfMembers hosts, final TrunkTransport transport, final OutboundLinks[] links)
    {
        this.hosts = hosts;
        this.transport = transport;
        this.links = links;
        areOpen = new boolean[hosts.hostCount()];
        taken = new AtomicLongArray[hosts.memberCount()];
        for (int member = 0; member < taken.length; member++)
        {
            if (member != hosts.own())
            {
                taken[member] = new AtomicLongArray(hosts.hostCount());
                for (int host = 0; host < hosts.hostCount(); host++)
                {
                    taken[member].set(host, NOTHING_TAKEN);
                }
            }
        }
    }

    /**
     * {@inheritDoc}
     * <p>
     * Makes a link to some host of each member: the tokens of the sender wait for what goes that way.
     */
    @Override
    public boolean isOpen(final int sender)
    {
        if (!areOpen[sender])
        {
            for (int member = 0; member < taken.length; member++)
            {
                if (null != taken[member] && !transport.isOpen(hosts.of(member)[0]))
                {
                    return false;
                }
            }
            for (int member = 0; member < taken.length; member++)
            {
                if (null != taken[member])
                {
                    links[sender].ensure(hosts.of(member)[0]);
                }
            }
            areOpen[sender] = true;
        }
        return true;
    }

    @Override
    public void send(final int sender, final long pulse, final long notice)
    {
        for (int member = 0; member < taken.length; member++)
        {
            if (null != taken[member])
            {
                transport.sendNotice(sender, member, pulse, notice);
            }
        }
    }

    @Override
    public long taken(final int sender)
    {
        long least = Long.MAX_VALUE;
        for (final AtomicLongArray ofMember : taken)
        {
            // Volatile. Partner: onTaken().
            least = null == ofMember ? least : Math.min(least, ofMember.get(sender));
        }
        return least;
    }

    /**
     * A member says how far it has taken the notices of a host. For the owner of the trunks.
     */
    void onTaken(final int member, final OffHeapBuffer buffer, final int offset)
    {
        taken[member].set(
            buffer.getInt(offset + TrunkRecord.FIRST), buffer.getLong(offset + TrunkRecord.SECOND));
    }

    /**
     * A member is out: nobody waits for it to take anything. For the owner of the trunks.
     */
    void leave(final int member)
    {
        for (int host = 0; host < hosts.hostCount(); host++)
        {
            taken[member].set(host, Long.MAX_VALUE);
        }
    }

    @Override
    public String toString()
    {
        return "RemoteNotices{of=" + hosts + '}';
    }
}
