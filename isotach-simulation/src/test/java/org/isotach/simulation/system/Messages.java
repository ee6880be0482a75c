/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.Delivery;
import org.isotach.simulation.Invariant;

/**
 * INV-14, INV-15: each host receives, and handles, exactly the messages for it, in the order in which it executes their
 * isochrons, and within an isochron in the order of its operations.
 */
final class Messages implements Invariant
{
    private final Records records;

    Messages(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            final List<Received> messages = new ArrayList<>();
            for (final Received received : records.received.get(host))
            {
                if (Delivery.Kind.MESSAGE == received.kind())
                {
                    messages.add(received);
                }
            }
            final String wrong = compare(host, Operation.Kind.MESSAGE, messages);
            final String wronglyHandled =
                null == wrong ? compare(host, Operation.Kind.TO_HANDLER, records.handled.get(host)) : wrong;
            if (null != wronglyHandled)
            {
                return wronglyHandled;
            }
        }
        return null;
    }

    private String compare(final int host, final Operation.Kind kind, final List<Received> messages)
    {
        int next = 0;
        for (final Execution execution : records.executions().at(host))
        {
            final Issued isochron = records.isochrons.get(execution.id());
            for (int place = 0; place < isochron.operations.size(); place++)
            {
                if (isochron.isReceivedAt(place, host, kind))
                {
                    final Received message = next < messages.size() ? messages.get(next) : null;
                    if (null == message || isochron.id != message.id() || place != message.place() ||
                        isochron.host != message.sender() || message.pulse() != execution.pulse())
                    {
                        return "host " + host + ", " + kind + ' ' + next + ": " + message + " instead of message " +
                            place + " of " + execution;
                    }
                    next++;
                }
            }
        }
        return next == messages.size() ? null :
            "host " + host + " has got " + messages.get(next) + ", which nobody sent";
    }
}
