/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.ClusterClosedException;

/**
 * Reads at the only host leave it to the cluster to refuse them when it is closed. That costs them nothing, but the
 * cluster knows no names.
 */
final class ClosedReads
{
    private ClosedReads()
    {
    }

    /**
     * Returns an exception with the name of what was to be read, unless the reason is a special one.
     *
     * @param what   was to be read.
     * @param reason of the cluster.
     */
    static ClusterClosedException refused(final Object what, final ClusterClosedException reason)
    {
        if (ClusterClosedException.class != reason.getClass())
        {
            // The host was expelled.
            return reason;
        }
        final ClusterClosedException refusal = new ClusterClosedException(
            what + " on an Isotach that is closed (" + reason.getMessage() + "): launch another one");
        refusal.initCause(reason);
        return refusal;
    }
}
