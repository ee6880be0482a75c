/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.Transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * With a {@link DirectSender}, which has the owner of the executor of host 0.
 */
public final class DirectPath extends TestPath
{
    public final DirectSender sender;
    final OpenBatch openBatch = new OpenBatch();

    public DirectPath(final int hosts, final int ringSize, final int linkSize)
    {
        this(hosts, ringSize, linkSize, new SharedMemoryTransport());
    }

    /**
     * @param transport of the frames.
     */
    public DirectPath(final int hosts, final int ringSize, final int linkSize, final Transport transport)
    {
        super(hosts, ringSize, linkSize, transport);
        sender = new DirectSender(
            0,
            executors[0].lock(),
            tokenWord,
            links,
            new HostMarkers(0, noticeBoard, errors::add),
            openBatch);
    }

    /**
     * Sends an isochron with one operation, unless it is refused.
     */
    public boolean trySend(final int distance, final long payload, final int... hosts)
    {
        fill(sender.frame(), sender.issued() + 1, distance, payload, hosts);
        return sender.trySend(sender.frame());
    }

    /**
     * Sends an isochron with one operation.
     *
     * @return its timestamp.
     */
    public long send(final int distance, final long payload, final int... hosts)
    {
        assertTrue(trySend(distance, payload, hosts), () -> "refused: " + sender);
        return timestamp();
    }

    /**
     * Timestamp of what was sent last.
     */
    public long timestamp()
    {
        return sender.lastTimestamp();
    }
}
