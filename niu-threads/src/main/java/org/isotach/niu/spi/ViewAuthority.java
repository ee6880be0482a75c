/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.IsotachException;

/**
 * Decides which view comes next: a compare-and-set outside of the cluster. When members cannot hear each other, each
 * side would put the other one out; only the side that this authority agrees with goes on. Consensus is its own matter:
 * isotach orders isochrons, and asks here who takes part. Threadsafe.
 */
public interface ViewAuthority extends AutoCloseable
{
    /**
     * Returns an authority that agrees with every view, for operators: whoever expels a member has made sure that it
     * does not run any more, and that nobody expels members at the other side.
     *
     * @return that authority.
     */
    static ViewAuthority manual()
    {
        return next -> next;
    }

    /**
     * Makes a view the one that is in force, if the view in force is the one before it. Blocks until that is decided,
     * at most as long as the authority's own time limit. A view that is proposed again, because its answer was lost,
     * is agreed with again.
     *
     * @param next view that is proposed: number k + 1, if k is in force.
     * @return the view in force afterwards: {@code next} if it was agreed with, else another one, with the same
     *         number or a different one.
     * @throws IsotachException if the authority cannot be reached, or has not answered in time: then it is not known
     *                          whether it has agreed, and the same may be proposed again.
     */
    View propose(View next);

    /**
     * Returns an authority for one launch of the cluster. When all members are launched again, they begin with all
     * members, whatever was decided before; so one that keeps what it has decided keeps it for each launch. An
     * authority that passes proposals on to another one has to pass this call on, too.
     *
     * @param launch number of the launch: the same at all members that have joined, and at those of no other launch. If
     *               a member is launched again alone while others join, so that they would have different numbers,
     *               {@code join} fails; launch all again.
     * @return that authority, not null, which is not closed by itself; this one by default.
     */
    default ViewAuthority ofLaunch(final long launch)
    {
        return this;
    }

    /**
     * Ends the connection with the authority, if there is one.
     */
    @Override
    default void close()
    {
    }
}
