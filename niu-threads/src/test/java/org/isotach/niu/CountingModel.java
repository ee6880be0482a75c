/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.OperationHeader;

/**
 * A model for clusters of any size: operations that go to all hosts and are counted there.
 */
final class CountingModel
{
    private static final int FAMILY = 14;

    private final AtomicIntegerArray counts;
    private final HostSet all;
    private final int diameter;

    CountingModel(final Cluster cluster)
    {
        final int hosts = cluster.hostCount();
        counts = new AtomicIntegerArray(hosts);
        all = new HostSet(hosts);
        diameter = cluster.topology().diameter();
        for (int host = 0; host < hosts; host++)
        {
            final int id = host;
            all.add(id);
            cluster.host(id).models().register(FAMILY, (sender, timestamp, frame, offset, limit) ->
            {
                counts.getAndIncrement(id);
                return offset + OperationHeader.LENGTH;
            }, (slot, value) ->
            {
            });
        }
    }

    void issueToAll(final Isochron isochron)
    {
        isochron.begin();
        final int offset = isochron.append(OperationHeader.LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(FAMILY << 4, OperationHeader.LENGTH, 0, 0));
        isochron.touch(all, diameter);
        isochron.issue();
    }

    int count(final int host)
    {
        return counts.get(host);
    }
}
