/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.isotach.IsotachException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.spi.View;

/**
 * What is known of another member at one moment.
 *
 * @param member its number.
 * @param name   its name.
 * @param heard  pulse up to which it has promised.
 * @param leftIn pulse in which its hosts leave, -1 if it is not out.
 * @param isLost its trunk has failed, and it is not out.
 * @param stall  what it does not do, for people; null if nothing is known against it.
 */
public record PeerState(int member, String name, long heard, long leftIn, boolean isLost, String stall)
{
    /**
     * Returns the names of some members, those that are lost first: others may only wait for them.
     */
    static List<String> names(final Peer[] peers, final Predicate<Peer> which, final Function<Peer, String> name)
    {
        return Arrays.stream(peers).filter(which).sorted(Comparator.comparing(peer -> null == peer.loss()))
            .map(name).toList();
    }

    /**
     * Returns the names of the members that keep the others from joining, and what is known against them.
     */
    static List<String> missing(final Peer[] peers)
    {
        return names(peers, PeerState::isMissing, PeerState::described);
    }

    private static boolean isMissing(final Peer peer)
    {
        return !peer.isOpen() && (peer.greeting().isAwaited() || peer.isRefusing() || null != peer.error());
    }

    private static String described(final Peer peer)
    {
        if (peer.greeting().isAwaited())
        {
            return peer.greeting().described(peer.name());
        }
        return peer.name() + (null == peer.error() ? " (its trunk takes nothing)" : " (it is lost)");
    }

    /**
     * Checks that all other members of a view can still join.
     *
     * @throws IsotachException if one is lost, or differs from this one, or has closed.
     */
    static void checkJoining(final Peer[] peers, final View view)
    {
        Peer closed = null;
        for (final Peer peer : peers)
        {
            if (view.contains(peer.member()))
            {
                if (null != peer.error())
                {
                    throw peer.error();
                }
                closed = !peer.isOpen() && peer.greeting().hasClosedEarly() ? peer : closed;
            }
        }
        // Only now: it may have closed because of one that is lost for this member, too.
        if (null != closed)
        {
            throw new OtherMemberLostException(closed.name(), "member " + closed.name() + " is lost: it has closed" +
                " its cluster before all had joined; close this cluster, and launch all members again");
        }
    }

    static PeerState of(final Peer peer, final ViewChange views, final boolean isJoining)
    {
        final long leftIn = views.leftIn(peer.member());
        return new PeerState(peer.member(), peer.name(), peer.tokens().heard(), leftIn,
            leftIn < 0 && null != peer.loss(), leftIn < 0 ? stall(peer, views, isJoining) : null);
    }

    private static String stall(final Peer peer, final ViewChange views, final boolean isJoining)
    {
        final String member = "member " + peer.name();
        if (null != peer.error())
        {
            return null == peer.loss() ? null : peer.loss().getMessage();
        }
        if (!peer.isOpen())
        {
            return isJoining && isMissing(peer) ?
                "member " + described(peer) + " has not joined" : null;
        }
        if (views.isMissing(peer.member()))
        {
            return member + " has not said how far it has heard those that are not in " + views.view();
        }
        if (peer.isRefusing())
        {
            return member + " takes nothing: its trunk is full";
        }
        final long heard = peer.tokens().heard();
        final long wanted = peer.tokens().wanted();
        return heard < wanted ? member + " has promised pulse " + heard + ", and pulse " + wanted + " is waited for" :
            null;
    }
}
