/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.Function;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * The ways in which the hosts of a {@link BlockedProduct} fetch columns from each other. Two of the three runs of the
 * paper (Hoe, FUNet, section 6.2.2) are {@link #CMAM} and {@link #EXTENDED}.
 */
enum FetchWay
{
    /**
     * By bulk gets of a global memory, in packets of active messages.
     */
    GLOBAL(GlobalFetch::open),

    /**
     * By replies of four words, which fill a segment.
     */
    CMAM((cluster, layout) -> CmamFetch.open(cluster, layout, false)),

    /**
     * By one transfer, which fills a segment.
     */
    EXTENDED((cluster, layout) -> CmamFetch.open(cluster, layout, true));

    private interface Opening
    {
        Function<Host, ColumnFetch> open(Cluster cluster, ColumnLayout layout);
    }

    private final Opening opening;

    FetchWay(final Opening opening)
    {
        this.opening = opening;
    }

    /**
     * Prepares all hosts of a cluster.
     *
     * @return to be called by the thread of each host.
     */
    Function<Host, ColumnFetch> open(final Cluster cluster, final ColumnLayout layout)
    {
        return opening.open(cluster, layout);
    }
}
