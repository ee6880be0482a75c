/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachAudit;
import org.isotach.niu.Cluster;
import org.isotach.niu.link.LinkAudit;
import org.isotach.simulation.Invariant;
import org.isotach.smm.ReadAudit;
import org.isotach.smm.SharedMemory;

/**
 * INV-13 with members: credits of frames, notices and bytes of non-isotach messages, as far as both hosts are of one
 * member, are all somewhere. Between two members nothing is given back before it was taken, or taken before it was
 * sent, and nobody counts more than the link has: what is on the trunk, which is none of the library's, is the rest.
 */
final class CreditsOfMembers implements Invariant
{
    private final List<LinkAudit> links = new ArrayList<>();
    private final List<ReadAudit> reads = new ArrayList<>();
    private final List<NonIsotachAudit> nonIsotach = new ArrayList<>();

    /**
     * @param messagings null for each member without messages.
     */
    CreditsOfMembers(final Cluster[] members, final SharedMemory[] memories, final Messaging[] messagings)
    {
        for (int member = 0; member < members.length; member++)
        {
            links.add(new LinkAudit(members[member]));
            reads.add(new ReadAudit(members[member], memories[member], links.get(member)));
            if (null != messagings[member])
            {
                nonIsotach.add(new NonIsotachAudit(members[member], messagings[member]));
            }
        }
    }

    @Override
    public String violation()
    {
        for (final LinkAudit member : links)
        {
            for (final LinkAudit other : links)
            {
                final String wrong = member == other ? member.violation() : member.violation(other);
                if (null != wrong)
                {
                    return wrong;
                }
            }
        }
        for (final NonIsotachAudit member : nonIsotach)
        {
            final String wrong = member.violation();
            if (null != wrong)
            {
                return wrong;
            }
        }
        return null;
    }

    /**
     * INV-12: nothing is pending at rest, at any member, and no frame is on a trunk.
     */
    Invariant atRest()
    {
        return () ->
        {
            for (final LinkAudit member : links)
            {
                for (final LinkAudit other : links)
                {
                    final String left = member == other ? member.pending() : member.pending(other);
                    if (null != left)
                    {
                        return left;
                    }
                }
            }
            return inMemory();
        };
    }

    private String inMemory()
    {
        for (final ReadAudit member : reads)
        {
            final String left = member.pending();
            if (null != left)
            {
                return left;
            }
        }
        for (final NonIsotachAudit member : nonIsotach)
        {
            final String left = member.pending();
            if (null != left)
            {
                return left;
            }
        }
        return null;
    }
}
