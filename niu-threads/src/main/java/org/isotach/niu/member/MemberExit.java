/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.RunAhead;
import org.isotach.niu.time.Floor;

/**
 * Lets the hosts of a member that is out leave. It owns the rule that they do so at one place of the order, behind
 * everything that any host has executed before the cut was known (docs/protocol.md, section 19). Belongs to the owner
 * of the trunks.
 */
final class MemberExit
{
    private final Floor floor;
    private final RemoteNotices notices;
    private final MemberListener listener;

    /**
     * @param floor    of this member.
     * @param notices  from here.
     * @param listener told first, and at the end.
     */
    MemberExit(final Floor floor, final RemoteNotices notices, final MemberListener listener)
    {
        this.floor = floor;
        this.notices = notices;
        this.listener = listener;
    }

    /**
     * Returns the pulse up to which a member has promised.
     */
    long heard(final int member)
    {
        return floor.heard(member);
    }

    /**
     * No host of this member waits for those of another one, or sends to them, any more.
     *
     * @param word that tells it, if it lives.
     */
    void letGo(final Peer peer, final OffHeapBuffer word)
    {
        listener.memberLeaves(peer.member());
        notices.leave(peer.member());
        peer.leave(word);
    }

    /**
     * Returns the pulse in which the hosts of a member leave. Frames of others may have executed ahead so far, and no
     * further, before the cut was known.
     *
     * @param heard the largest pulse up to which it was heard.
     */
    static long last(final long heard)
    {
        return heard + RunAhead.MAX_AHEAD + 1;
    }

    /**
     * Cuts a member off, all of whose frames up to the cut have come, and gives its hosts their last isochrons.
     */
    void end(final Peer peer, final long cut, final long last)
    {
        peer.frames().end(peer.member(), cut, last);
        floor.want(last);
    }

    /**
     * Lets time go on without some members.
     *
     * @param mask a bit for each.
     * @param cut  of these, and of all that were out before.
     */
    void goOn(final int mask, final long cut)
    {
        floor.leave(mask, cut);
    }

    /**
     * A member has left.
     */
    void tell(final int member)
    {
        listener.memberLeft(member);
    }
}
