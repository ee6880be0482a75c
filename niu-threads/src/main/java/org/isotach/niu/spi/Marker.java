/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * A barrier or signal marker, which travels on a token (Ironman section 3.5.3). It is issued after everything that its
 * host has issued before, and costs the sender one word, however many hosts there are.
 */
public interface Marker
{
    /**
     * Result of {@link #pass}: the token carries nothing.
     */
    long NO_NOTICE = -1;

    /**
     * The marker has got its place in logical time. Called once, in issue order, by the thread that works for the
     * LANai, while the tokens of the host are stopped: it must be quick, and must not wait. Its exceptions go to the
     * error handler of the cluster; then the token carries nothing.
     *
     * @param pulse the earliest pulse in which all hosts can be given notice.
     * @return the pulse in which all hosts that listen are given notice, at least {@code pulse}, or {@link #NO_NOTICE}.
     */
    long pass(long pulse);

    /**
     * The marker may pass without a token: everything that its host has issued before is on its links. Called instead
     * of {@link #pass}, by the thread that issues the marker and works for the host; it must be quick, must not wait,
     * and must not throw. There is no pulse in which others could be given notice of it.
     *
     * @param last upper bound of the timestamps of everything that the host has issued before.
     * @return true if the marker has got its place and notifies nobody; false, the default, if nothing has happened,
     * and the marker must travel on a token.
     */
    default boolean tryPassWithoutToken(final long last)
    {
        return false;
    }

    /**
     * Returns the content of the notice. Called after {@link #pass} has named a pulse.
     *
     * @return the notice; within a pulse notices are given in ascending order, and equal ones once.
     */
    long notice();
}
