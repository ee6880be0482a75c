/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;

/**
 * Sends the results of reads to other hosts. This class owns the rule that a result that cannot be sent costs no other
 * one: those behind it may wait for a value that is known now and not later, and the rest of the frame would be missing
 * from the copies of this host only. Belongs to the executor of the host.
 */
final class ResultSender extends Padded
{
    private final ModelHost models;
    private final int hostId;

    ResultSender(final ModelHost models, final int hostId)
    {
        this.models = models;
        this.hostId = hostId;
    }

    /**
     * Sends a result. If that fails, because there is no memory for the link, the error handler is told.
     *
     * @param place the place of the result at the reader, complemented if the value is the reason for its absence.
     */
    void send(final int reader, final int place, final long value)
    {
        try
        {
            models.reply(reader, MemoryOperation.FAMILY, place, value);
        }
        catch (final Throwable ex)
        {
            models.runHandler(() -> models.report("host " + hostId + " has lost the result of a read of host " +
                reader + ", which waits for it until its time limit: give the JVM more memory, and read again, with" +
                " another IsoValue", ex));
        }
    }

    @Override
    public String toString()
    {
        return "ResultSender{host=" + hostId + '}';
    }
}
