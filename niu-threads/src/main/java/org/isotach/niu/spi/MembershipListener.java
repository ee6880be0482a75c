/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.List;

import org.isotach.MemberLostException;

/**
 * Told what becomes of the members of a cluster, from {@code join()} on: see {@link Membership#listener}.
 * <p>
 * <b>Thread.</b> The methods are called one after the other, on a thread of their own. The cluster takes it from its
 * thread factory when there is something to tell, in {@link org.isotach.niu.ThreadingMode#INVOKER}, too, and another
 * one when there is something to tell after that one has ended; it moves no logical time, and nobody waits for it. So
 * the methods may block, issue, and expel. Closing the cluster first waits for isochrons and other members, while the
 * listener is still told; then it interrupts the thread, waits until the method has returned, and drops what was not
 * told by then. A method may close the cluster itself. What a method throws goes to the error handler, unless it is
 * what the end of the cluster has refused or interrupted, or another member is lost of which the listener is told next
 * ({@link LostMember#expel}). One exception: in a cluster with a {@link Scheduler}, which
 * has no threads, the methods are called by whoever works for the trunks. There they are handlers, which must return at
 * once, and can neither issue nor wait.
 * <p>
 * <b>Order.</b> The methods are called in the order in which this member finds things, each at most once for each
 * member, {@link #onMemberLost} before {@link #onMemberExpelled}. Other members find the same in another order, or
 * later. No order relates a call to isochrons: when it comes, threads at hosts may have seen more already. It may also
 * come before {@code Isotach.join()} has returned, while variables cannot be used yet.
 */
@FunctionalInterface
public interface MembershipListener
{
    /**
     * Another member is lost: it has ended, hangs, or cannot be heard, for as long as the trunk allows, and for what
     * the trunk knows it does not come back. {@link org.isotach.niu.Cluster#stalls()} names it, and the error handler
     * has been told. It is still in the cluster, and delays whoever needs it, until it is expelled. A member that
     * closes its cluster in good order while this one does the same is not lost.
     *
     * @param member the one that is lost; {@link LostMember#expel()} goes on without it.
     */
    void onMemberLost(LostMember member);

    /**
     * Another member is out, whoever has expelled it, and whether it was lost here or not: all that stay agree on what
     * it had sent. Nobody waits for its hosts any more.
     *
     * @param name  of the member.
     * @param hosts its numbers of hosts, ascending; unmodifiable.
     * @param pulse in which they leave, the same at all members that stay.
     */
    default void onMemberExpelled(final String name, final List<Integer> hosts, final long pulse)
    {
    }

    /**
     * This member is out: the others go on without it, or it lacks what they have. Every call that issues or waits
     * throws the same. Close the cluster; that waits for nobody.
     *
     * @param reason what has happened, and what to do.
     */
    default void onOut(final MemberLostException reason)
    {
    }
}
