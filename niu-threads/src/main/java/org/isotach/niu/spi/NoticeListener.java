/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.Collection;

/**
 * Takes the notices of the markers of all hosts, at one host.
 * <p>
 * Called by the one thread that works for the executor of the host at that moment. It must not wait. Its exceptions go
 * to the error handler of the cluster, and the notice counts as taken.
 */
public interface NoticeListener
{
    /**
     * Takes a notice that is due. Called in the order of logical time: after all isochrons of the pulse have been
     * executed at this host and before those of the next one; within a pulse in ascending order of the notices.
     *
     * @param pulse  pulse in which all hosts get this notice.
     * @param notice as {@link Marker#notice()} returned it.
     */
    void onNotice(long pulse, long notice);

    /**
     * Does work that could not be done when a notice was due.
     *
     * @return how much was done, 0 if nothing.
     */
    int doWork();

    /**
     * This host is being expelled: abandons everything that other hosts would wait for. Markers that were issued and
     * have not been passed will not be passed. Called again if the host could not be expelled.
     *
     * @param markers markers to pass with the last isochron of the host; add those that other hosts need.
     */
    default void giveUp(final Collection<Marker> markers)
    {
    }
}
