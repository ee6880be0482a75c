/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameToken;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.Floor;
import org.isotach.niu.time.Promiser;

/**
 * The tokens that frames carry. It owns the rule that the last record of a pin carries the token, if no other host is
 * pinned: its thread is then the promiser, as owner of the trunks, from the promise until the record is on its trunk
 * (docs/protocol.md, section 19).
 */
final class FrameTokens implements FrameToken
{
    private final TryLock lock;
    private final Floor floor;
    private final Promiser promiser;
    private final FramePositions positions;
    private final PeerTokens[] peers;

    // The rest belongs to the owner of the trunks.
    private int receiver;
    private long wanted;

    // This member takes part.
    private boolean isOn;

    /**
     * @param lock      of the trunks.
     * @param floor     of this member.
     * @param promiser  of this member.
     * @param positions of frames on the trunks.
     * @param peers     tokens to each other member; null for this one.
     */
    FrameTokens(
        final TryLock lock,
        final Floor floor,
        final Promiser promiser,
        final FramePositions positions,
        final PeerTokens[] peers)
    {
        this.lock = lock;
        this.floor = floor;
        this.promiser = promiser;
        this.positions = positions;
        this.peers = peers;
    }

    /**
     * For the owner of the trunks.
     *
     * @param takesPart false from when this member is out.
     */
    void set(final boolean takesPart)
    {
        isOn = takesPart;
    }

    @Override
    public boolean tryPromise(final int member, final long timestamp, final boolean isForOwn)
    {
        // Who works for the trunks promises anyway. Partner: exit(), here and in ExclusiveUnit.
        if (!lock.tryEnter())
        {
            return false;
        }
        if ((isForOwn || peers.length > 2) && floor.heard() < timestamp)
        {
            // Somebody needs a promise of another member: asks at once. If not, whoever waits will ask.
            floor.require(timestamp);
        }
        wanted = floor.wanted();
        if (isOn && promiser.tryPromiseUnderPin(Math.max(timestamp, wanted)))
        {
            receiver = member;
            return true;
        }
        lock.exit();
        return false;
    }

    @Override
    public int put(final OffHeapBuffer record, final int index)
    {
        record.putLong(index, promiser.goal());
        record.putLong(index + TrunkRecord.TOKEN_WANTED, wanted);
        positions.putNext(record, index + TrunkRecord.TOKEN_POSITIONS);
        return TrunkRecord.tokenLength(peers.length);
    }

    @Override
    public void end(final long position)
    {
        if (Trunk.REFUSED != position)
        {
            final long promised = promiser.keep();
            positions.keepNext(promised, receiver, position);
            peers[receiver].tell(promised, wanted);
        }
        // Publishes what was promised. Partner: tryEnter(), in ExclusiveUnit and here.
        lock.exit();
    }
}
