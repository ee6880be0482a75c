/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.IsochronExecutor;
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
     * Lets the hosts of a member leave.
     *
     * @param peer the member.
     * @param cut  last pulse in which its frames count; all of them have come.
     * @param word that tells it, if it lives.
     * @return the pulse in which they leave.
     */
    long leave(final Peer peer, final long cut, final OffHeapBuffer word)
    {
        // No host of this member waits for them, or sends to them, from here on.
        listener.memberLeaves(peer.member());
        notices.leave(peer.member());
        peer.leave(word);
        // Frames of others may have executed ahead of the cut, so far and no further: behind them.
        final long last = cut + IsochronExecutor.MAX_AHEAD + 1;
        peer.frames().end(peer.member(), cut, last);
        floor.leave(peer.member(), cut);
        floor.require(last);
        return last;
    }

    /**
     * A member has left.
     */
    void tell(final int member)
    {
        listener.memberLeft(member);
    }
}
