/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachAudit;
import org.isotach.niu.Cluster;
import org.isotach.niu.link.LinkAudit;
import org.isotach.simulation.Invariant;
import org.isotach.smm.ReadAudit;
import org.isotach.smm.SharedMemory;

/**
 * INV-13: credits are neither lost nor made. All that senders have counted as used is somewhere, in whatever step: of
 * frames, slots of reads, notices and bytes of non-isotach messages.
 */
final class Credits implements Invariant
{
    private final LinkAudit links;
    private final ReadAudit reads;
    private final NonIsotachAudit nonIsotach;

    Credits(final Cluster cluster, final SharedMemory memory, final Messaging messaging)
    {
        links = new LinkAudit(cluster);
        reads = new ReadAudit(cluster, memory, links);
        nonIsotach = new NonIsotachAudit(cluster, messaging);
    }

    @Override
    public String violation()
    {
        final String wrongLinks = links.violation();
        final String wrongReads = null == wrongLinks ? reads.violation() : wrongLinks;
        return null == wrongReads ? nonIsotach.violation() : wrongReads;
    }

    /**
     * INV-12: nothing is pending at rest: no frame, result, notice or message is on its way, no read waits, no variable
     * waits for its value, and no memory is in use.
     */
    Invariant atRest()
    {
        return () ->
        {
            final String onLinks = links.pending();
            final String inMemory = null == onLinks ? reads.pending() : onLinks;
            return null == inMemory ? nonIsotach.pending() : inMemory;
        };
    }
}
