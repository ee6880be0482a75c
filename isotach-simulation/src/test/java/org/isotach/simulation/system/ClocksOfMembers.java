/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.Arrays;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.time.Floor;
import org.isotach.simulation.Invariant;
import org.isotach.simulation.PrivateField;

/**
 * Rule R4: logical time never goes back, is the same at all hosts of a member, and is nowhere later than all other
 * members have promised.
 */
final class ClocksOfMembers implements Invariant
{
    // By member.
    private final Host[][] hosts;
    private final Floor[] floors;
    private final long[] before;

    ClocksOfMembers(final Cluster[] members)
    {
        hosts = Arrays.stream(members).map(member -> member.localHosts().toArray(new Host[0])).toArray(Host[][]::new);
        before = new long[members.length];
        floors = Arrays.stream(members).map(ClocksOfMembers::floor).toArray(Floor[]::new);
    }

    private static Floor floor(final Cluster member)
    {
        final Object parts = PrivateField.read(member, "parts");
        final Object wiring = PrivateField.read(parts, "member");
        return PrivateField.read(wiring, "floor");
    }

    @Override
    public String violation()
    {
        for (int member = 0; member < hosts.length; member++)
        {
            final long time = hosts[member][0].logicalTime();
            if (time < before[member])
            {
                return "time of member " + member + " went from " + before[member] + " back to " + time;
            }
            if (time != before[member])
            {
                before[member] = time;
                final String wrong = violation(member, time);
                if (null != wrong)
                {
                    return wrong;
                }
            }
        }
        return null;
    }

    private String violation(final int member, final long time)
    {
        for (final Host host : hosts[member])
        {
            if (host.logicalTime() != time)
            {
                return "time of host " + host.id() + " is " + host.logicalTime() + ", that of its member " + time;
            }
        }
        for (int other = 0; other < floors.length; other++)
        {
            final long promised = PrivateField.<Long>read(floors[other], "promised");
            if (other != member && time > promised)
            {
                return "time of member " + member + " is " + time + ", member " + other + " has promised " + promised;
            }
        }
        return null;
    }
}
