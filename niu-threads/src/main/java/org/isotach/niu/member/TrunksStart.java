/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

/**
 * The start of the trunks of one member. It owns the rule that they open together, when all other members have said
 * that they take part in the same launch. This member promises nothing before, so no pulse ends, and nobody is
 * expelled, as long as two members have different launches (docs/protocol.md, section 19). Belongs to the owner of the
 * trunks.
 */
final class TrunksStart
{
    private final Peer[] peers;
    private final FrameTokens frameTokens;
    private boolean isOver;

    /**
     * @param peers       all other members.
     * @param frameTokens that frames carry once the trunks are open.
     */
    TrunksStart(final Peer[] peers, final FrameTokens frameTokens)
    {
        this.peers = peers;
        this.frameTokens = frameTokens;
    }

    /**
     * Returns whether the trunks are open, so that this member may promise something.
     */
    boolean isOver()
    {
        return isOver;
    }

    /**
     * Opens them once. Nobody waits for a member that is out.
     */
    int work()
    {
        if (isOver)
        {
            return 0;
        }
        for (final Peer peer : peers)
        {
            // Frames of hosts have other queues: what was said at the start has to be in front of them.
            if (!peer.isOut() && (!peer.greeting().isOver() || !peer.isFlushed()))
            {
                return 0;
            }
        }
        for (final Peer peer : peers)
        {
            peer.open();
        }
        frameTokens.set(true);
        isOver = true;
        return 1;
    }

    @Override
    public String toString()
    {
        return "TrunksStart{over=" + isOver + '}';
    }
}
