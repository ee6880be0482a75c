/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameCredits;
import org.isotach.niu.link.InboundFrames;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.time.Floor;

/**
 * The tokens that this member and another one send each other. It owns the rule that a token also says how far its
 * member had filled each trunk with frames by then: who has not got as much must not go on (docs/protocol.md, section
 * 19). Belongs to the owner of the trunks.
 */
final class PeerTokens
{
    // So that a token stays short; more of them have a record of their own.
    private static final int MAX_CREDITS = 8;

    private final int own;
    private final int member;
    private final Floor floor;
    private final InboundFrames frames;
    private final TrunkQueue queue;
    private final OffHeapBuffer record;
    private final int creditsIndex;
    private final long[] heardPositions;
    private long told;
    private long asked;

    /**
     * @param own     number of this member.
     * @param member  number of the other one.
     * @param members number of all.
     * @param floor   of this member.
     * @param frames  from the other one.
     * @param queue   to the other one.
     */
    PeerTokens(
        final int own,
        final int member,
        final int members,
        final Floor floor,
        final InboundFrames frames,
        final TrunkQueue queue)
    {
        this.own = own;
        this.member = member;
        this.floor = floor;
        this.frames = frames;
        this.queue = queue;
        creditsIndex = TrunkRecord.FOURTH + members * Long.BYTES;
        record = OffHeapBuffer.allocate(creditsIndex + MAX_CREDITS * TrunkRecord.CREDIT_LENGTH);
        heardPositions = new long[members];
    }

    /**
     * A token has come, with credits.
     *
     * @param links of all hosts.
     * @throws org.isotach.IsotachException when a frame is missing that was sent before it.
     */
    void onToken(final OffHeapBuffer buffer, final int offset, final OutboundLinks[] links)
    {
        final long promised = buffer.getLong(offset + TrunkRecord.SECOND);
        final int positionsIndex = offset + TrunkRecord.FOURTH;
        final long sent = buffer.getLong(positionsIndex + own * Long.BYTES);
        hear(promised, buffer.getLong(offset + TrunkRecord.THIRD), buffer, positionsIndex, sent);
        FrameCredits.onCredits(buffer, offset, offset + creditsIndex, links);
    }

    /**
     * A frame has come, which may carry a token.
     *
     * @param position of the trunk behind it.
     * @throws org.isotach.IsotachException when a frame is missing that was sent before it.
     */
    void onFrame(final OffHeapBuffer buffer, final int offset, final long position)
    {
        // On its links first: R3.
        final int token = frames.onFrame(buffer, offset, position);
        if (InboundFrames.NO_TOKEN != token)
        {
            final long promised = buffer.getLong(token);
            final long wanted = buffer.getLong(token + TrunkRecord.TOKEN_WANTED);
            hear(promised, wanted, buffer, token + TrunkRecord.TOKEN_POSITIONS, position);
        }
    }

    /**
     * @param sent position on the trunk to this member.
     */
    private void hear(
        final long promised, final long wanted, final OffHeapBuffer buffer, final int positionsIndex, final long sent)
    {
        frames.check(sent);
        // A token that the trunk had refused for a while may come behind a frame with a later one.
        if (promised > floor.heard(member))
        {
            for (int i = 0; i < heardPositions.length; i++)
            {
                heardPositions[i] = buffer.getLong(positionsIndex + i * Long.BYTES);
            }
            heardPositions[own] = sent;
            floor.hear(member, promised);
        }
        floor.want(wanted);
    }

    /**
     * Sends a token, if the last one has promised less, or what is wanted now was neither asked for nor promised by the
     * other member. It takes credits along.
     *
     * @param promised  all frames up to this pulse are on the trunks.
     * @param positions for each member, on the trunk to it: behind all those, and behind none that is not there.
     */
    int send(final long promised, final long[] positions)
    {
        final long wanted = floor.wanted();
        if (Math.min(promised, wanted) <= told && !isToAsk(wanted, promised) || !queue.flush())
        {
            return 0;
        }
        final int credits = frames.credits().put(record, creditsIndex);
        record.putInt(TrunkRecord.TYPE, TrunkRecord.TOKEN);
        record.putInt(TrunkRecord.FIRST, credits);
        record.putLong(TrunkRecord.SECOND, promised);
        record.putLong(TrunkRecord.THIRD, wanted);
        for (int i = 0; i < positions.length; i++)
        {
            record.putLong(TrunkRecord.FOURTH + i * Long.BYTES, positions[i]);
        }
        queue.send(record, creditsIndex + credits * TrunkRecord.CREDIT_LENGTH, null, 0, 0);
        tell(promised, wanted);
        return 1;
    }

    /**
     * If this member has not promised what is wanted, it asks when it does.
     */
    private boolean isToAsk(final long wanted, final long promised)
    {
        return wanted > asked && wanted <= promised && wanted > floor.heard(member);
    }

    /**
     * The token is on the trunk, or is kept for it.
     *
     * @param wanted that it asks for.
     */
    void tell(final long promised, final long wanted)
    {
        told = promised;
        asked = wanted;
    }

    /**
     * Returns what the latest token from the other member said: for each member, the position on the trunk to it. The
     * caller must not change it.
     */
    long[] heardPositions()
    {
        return heardPositions;
    }

    /**
     * Returns the pulse up to which the other member has promised. Any thread may call it.
     */
    long heard()
    {
        return floor.heard(member);
    }

    /**
     * Returns the pulse that somebody waits for. Any thread may call it.
     */
    long wanted()
    {
        return floor.wanted();
    }

    @Override
    public String toString()
    {
        return "PeerTokens{told=" + told + ", asked=" + asked + ", heard=" + floor.heard(member) + '}';
    }
}
