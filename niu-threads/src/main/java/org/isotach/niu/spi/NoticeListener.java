/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.Collection;

/**
 * Takes the notices that markers of all hosts have caused, at one host.
 * <p>
 * Called by the one thread that works for the executor of the host at that moment. It must not wait. What it throws
 * goes to the error handler of the cluster, and counts as done.
 */
public interface NoticeListener
{
    /**
     * A notice is due. Called in the order of logical time: after all isochrons of the pulse have been executed at this
     * host and before those of the next one; within a pulse in ascending order of the notices.
     *
     * @param pulse  in which all hosts get this notice.
     * @param notice as {@link Marker#notice()} returned it.
     */
    void onNotice(long pulse, long notice);

    /**
     * Does what could not be done when a notice was due.
     *
     * @return how much was done, 0 if nothing.
     */
    int doWork();

    /**
     * This host is being expelled: gives up what other hosts would wait for. Markers that were issued and have not been
     * passed will not be. Called again if the host could not be expelled.
     *
     * @param markers to be passed with the last isochron of the host: what others have to be told, added to.
     */
    default void giveUp(final Collection<Marker> markers)
    {
    }
}
