/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * A model of its own: an operation that does nothing but leave a trace, at every host that the isochron is for. An
 * isochron with a trace has something to be executed, whatever else it consists of.
 */
final class Trace
{
    private static final int FAMILY = 15;

    private Trace()
    {
    }

    static void on(final Cluster cluster, final Records records)
    {
        for (final Host host : cluster.localHosts())
        {
            host.models().register(
                FAMILY,
                (sender, pulse, frame, offset, limit) ->
                {
                    final int id = OperationHeader.address(frame.getLong(offset));
                    // Isochrons for other hosts may come in the same frame.
                    if (records.isochrons.get(id).isExecutedAt(host.id()))
                    {
                        records.traces.get(host.id()).add(new Execution(id, sender, pulse, host.logicalTime()));
                    }
                    return offset + OperationHeader.LENGTH;
                },
                (slot, value) ->
                {
                    throw new AssertionError("a trace has no result");
                });
        }
    }

    static void append(final Isochron isochron, final int id)
    {
        final int offset = isochron.append(OperationHeader.LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(FAMILY << 4, OperationHeader.LENGTH, 0, id));
    }
}
