/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.OtherMemberLostException;

/**
 * Says whose answers never come, for threads that wait for them. Any thread may call it.
 */
final class MissingAnswers
{
    private MissingAnswers()
    {
    }

    /**
     * @throws IsotachException when a member, which no view puts out, answers nothing any more, or this one is out.
     */
    static void check(final Peer[] peers, final ViewChange views, final int member)
    {
        if (null != views.lost())
        {
            throw views.lost();
        }
        for (final Peer peer : peers)
        {
            if (peer.member() == member && views.view().contains(member))
            {
                check(peer);
            }
        }
    }

    private static void check(final Peer peer)
    {
        if (null != peer.loss())
        {
            throw peer.loss();
        }
        if (peer.isClosed())
        {
            throw new ClusterClosedException("member " + peer.name() + " has closed its cluster");
        }
    }

    /**
     * Returns what has happened to a member that is to say how far it has heard those that leave, and never will, as it
     * is lost itself; null if there is none.
     */
    static OtherMemberLostException silenced(final Peer[] peers, final ViewChange views)
    {
        for (final Peer peer : peers)
        {
            // Otherwise it may be this member that reaches nobody. A view that is asked for may put the other one out.
            if (peer.loss() instanceof OtherMemberLostException && views.isMissing(peer.member()) &&
                views.view().contains(peer.member()))
            {
                return (OtherMemberLostException)peer.loss();
            }
        }
        return null;
    }
}
