/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Told which hosts of another member leave, by the owner of the trunks; never throws.
 */
@FunctionalInterface
public interface HostExit
{
    /**
     * A host leaves: nobody sends to it, or waits for it, any more. Its last isochron is not on its links yet.
     *
     * @param host  its number.
     * @param pulse of its last isochron. It counts when all members have promised it. If one is out before, the host
     *              may leave with its member, in the pulse of a later call.
     */
    void hostLeaves(int host, long pulse);
}
