/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Topology;

/**
 * The state of a host at one moment.
 *
 * @param id       number of the host.
 * @param name     name of the host.
 * @param pulse    logical time.
 * @param onTheWay frames that it has issued and does not know to be executed everywhere.
 * @param isHeld   true if isochrons wait for their frame to be sent.
 * @param links    links to other hosts with few credits left.
 * @param unread   frames and notices that its application has not received yet.
 * @param state    "open", "closed", "expelled" or "shut down".
 */
public record HostStatus(
    int id, String name, long pulse, long onTheWay, boolean isHeld, List<LinkStatus> links, long unread, String state)
{
    /**
     * A link with few credits left.
     *
     * @param to       number of the receiver.
     * @param frames   frames that the receiver has not executed, or its application not received.
     * @param capacity largest number of frames on their way.
     */
    public record LinkStatus(int to, long frames, int capacity)
    {
        @Override
        public String toString()
        {
            return frames >= capacity ? "no credit for host " + to + " (" + capacity + " frames under way)" :
                (capacity - frames) + " of " + capacity + " credits left for host " + to;
        }
    }

    @Override
    public String toString()
    {
        final List<String> parts = new ArrayList<>();
        parts.add("pulse " + pulse);
        parts.add(onTheWay + (1 == onTheWay ? " frame" : " frames") + " on the way");
        if (isHeld)
        {
            parts.add("isochrons that wait for a frame");
        }
        links.forEach(link -> parts.add(link.toString()));
        if (unread > 0)
        {
            parts.add(unread + " unread");
        }
        if (!"open".equals(state))
        {
            parts.add(state);
        }
        return Topology.describeHost(id, name) + ": " + String.join(", ", parts);
    }
}
