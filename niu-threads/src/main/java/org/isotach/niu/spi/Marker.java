/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * Something that rides on a token: a barrier or signal marker (Ironman section 3.5.3). It is issued behind everything
 * that its host has issued before, and costs the sender one word, however many hosts there are.
 */
public interface Marker
{
    /**
     * Result of {@link #pass}: the token carries nothing.
     */
    long NO_NOTICE = -1;

    /**
     * The marker has got its place in logical time. Called once, in issue order, by the thread that works for the
     * LANai, while the tokens of the host are stopped: it must be quick, and must not wait. What it throws goes to the
     * error handler of the cluster; then the token carries nothing.
     *
     * @param pulse the earliest one in which all hosts can be given notice.
     * @return the pulse in which all hosts that listen are given notice, at least {@code pulse}, or
     * {@link #NO_NOTICE}.
     */
    long pass(long pulse);

    /**
     * The marker could do without a token: everything that its host has issued before is on its links. Called instead
     * of {@link #pass}, by the thread that issues it and works for the host; it must be quick, must not wait, and must
     * not throw. There is no pulse in which others could be given notice of it.
     *
     * @param last what the host has issued before has no later timestamp.
     * @return true if the marker has got its place and tells nobody; false, as ever unless overridden, if nothing has
     * happened, and the marker is to ride on a token.
     */
    default boolean tryPassWithoutToken(final long last)
    {
        return false;
    }

    /**
     * What the notice says. Asked after {@link #pass} has named a pulse.
     *
     * @return the notice; within a pulse notices are given in ascending order, and equal ones once.
     */
    long notice();
}
