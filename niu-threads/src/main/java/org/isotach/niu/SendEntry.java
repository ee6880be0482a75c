/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.OffHeapBuffer;

/**
 * An issued isochron in the send ring of its host. Written by the application thread before it is published in the
 * ring, the timestamp by the switch interface unit before it is passed on to the LANai.
 */
final class SendEntry
{
    final HostSet destinations;
    OffHeapBuffer buffer;
    int offset;
    int length;
    int distance;
    long timestamp;

    SendEntry(final int hostCount)
    {
        destinations = new HostSet(hostCount);
    }

    /**
     * Nothing to be sent: a frame without operations, for the host itself.
     */
    void setEmpty(final int hostId)
    {
        destinations.clear();
        destinations.add(hostId);
        length = 0;
        distance = 0;
    }

    void set(final Isochron isochron, final int logicalDistance)
    {
        destinations.copyFrom(isochron.destinations());
        destinations.add(isochron.hostId());
        buffer = isochron.buffer();
        offset = isochron.offset();
        length = isochron.length();
        distance = logicalDistance;
    }
}
