/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.Topology;
import org.isotach.niu.Host;

/**
 * Says, in the message of a wait for all answers that takes too long, which hosts owe them.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class UnansweredRequests
{
    private final Requester requester;
    private final Host[] hosts;

    UnansweredRequests(final Requester requester, final Host[] hosts)
    {
        this.requester = requester;
        this.hosts = hosts;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("the answers to all requests");
        String separator = ": ";
        for (final Host host : hosts)
        {
            final int outstanding = requester.outstanding(host.id());
            if (outstanding > 0)
            {
                text.append(separator).append(outstanding).append(" of ")
                    .append(Topology.describeHost(host.id(), host.name()));
                separator = ", ";
            }
        }
        return text.toString();
    }
}
