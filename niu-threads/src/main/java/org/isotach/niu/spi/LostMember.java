/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.List;

import org.isotach.OtherMemberLostException;

/**
 * Another member that is lost, see {@link MembershipListener}. The library implements it. Threadsafe.
 */
public interface LostMember
{
    /**
     * Returns the name of the member.
     *
     * @return the name, as in the list of members.
     */
    String name();

    /**
     * Returns the numbers of its hosts.
     *
     * @return the numbers, ascending; unmodifiable.
     */
    List<Integer> hosts();

    /**
     * Returns what has happened to its trunk.
     *
     * @return the exception that the error handler has got, too.
     */
    OtherMemberLostException reason();

    /**
     * Goes on without the member. This is {@link org.isotach.niu.Cluster#expelMember} with its name: <b>first make sure
     * that the member does not run any more</b>, unless {@link Membership#authority} decides that. Several members may
     * expel the same one at the same time. The call blocks until it is decided, and no other method of the listener is
     * called meanwhile. So when one that has to agree is lost as well, the call throws, and the expulsion stays under
     * way: let {@code onMemberLost} end with that exception. The listener is told of the other one next; expelling that
     * one lets both go.
     *
     * @return the pulse in which its hosts leave, the same at all members that stay.
     * @throws IllegalStateException               when not all members have joined yet, or the call comes from inside a
     *                                             handler.
     * @throws org.isotach.ClusterClosedException  when the cluster is closed.
     * @throws org.isotach.IsotachException        as {@code expelMember}: the authority does not agree, or does not
     *                                             answer, or the thread is interrupted, as {@code Cluster.close()}
     *                                             does.
     * @throws org.isotach.MemberLostException     when this member is out.
     * @throws org.isotach.OtherMemberLostException when another one that stays is lost, too, before it has said what it
     *                                             has heard: expel its {@code member()} as well. It is no error, and
     *                                             not reported, if the listener has not been told of that one yet.
     * @throws org.isotach.IsotachTimeoutException when another one that stays does not say what it has heard in time.
     */
    long expel();
}
