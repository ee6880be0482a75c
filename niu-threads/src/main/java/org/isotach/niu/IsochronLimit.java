/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.niu.link.LinkSize;

/**
 * How long the operations of one isochron can be, and why, see {@link ClusterContext#isochronLimit()}.
 *
 * @param length  in bytes.
 * @param setting the name of the setting that has to be raised for longer isochrons, for messages.
 * @param reason  what else a message has to say about that setting; may be empty.
 */
public record IsochronLimit(int length, String setting, String reason)
{
    /**
     * What a message tells whoever needs longer isochrons.
     *
     * @return what to raise, and why.
     */
    public String remedy()
    {
        return "raise " + setting + reason;
    }

    /**
     * Returns the limit of a cluster with these settings.
     */
    static IsochronLimit of(final int maxIsochronLength, final int linkLength, final LinkSize links)
    {
        final int longestOfLinks = links.maxFrameLength();
        return maxIsochronLength < longestOfLinks ?
            new IsochronLimit(maxIsochronLength, "ClusterContext.maxIsochronLength", "") :
            new IsochronLimit(longestOfLinks, "ClusterContext.linkLength",
                ": links of " + linkLength + " bytes take no longer isochrons");
    }
}
