/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The logical time of one host. It owns the timestamp rule, the credit rule and the sending side of the token rule (V1
 * sections 3.2.4 and 3.3).
 * <ul>
 * <li>An isochron is stamped only when there is a credit for every frame of it.</li>
 * <li>{@code timestamp = max(last, s + distance)}, where {@code s} is the number of tokens sent, and all frames of
 * the isochron carry it.</li>
 * <li>No token is sent from before the timestamp is chosen until the {@link Lanai} has published the last frame.</li>
 * </ul>
 * First stage of the send ring; stamps a batch, and does not begin another one before the LANai has shipped it.
 * <p>
 * Switched off, it passes frames unchanged, with the timestamp of the frame that was stamped last, and stops no tokens
 * for them. Only markers, and the last isochron of a host that is expelled, are stamped then.
 */
public final class SwitchInterfaceUnit extends ExclusiveUnit
{
    private static final int BATCH_LIMIT = 32;
    private static final long NOT_STOPPED = -1;

    private final RingBuffer<FrameEntry> ring;
    private final TokenWord tokens;
    private final OutboundLinks links;
    private final NoticeBoard noticeBoard;
    private final int hostId;
    private final Sequence shipped;
    private final Doorbell lanaiDoorbell;
    private final Sequence stamped = new Sequence();

    // Set if another thread works for the LANai, else null.
    private Lanai lanai;

    // Written before the first isochron is issued: a thread that has taken one from the send ring sees it.
    private boolean isOff;
    private long last;

    // Sequence of the last isochron that has all its credits. It is stamped, unless the one behind it has failed.
    private long claimed = -1;

    /**
     * @param hostId       number of the host.
     * @param lock         of the unit.
     * @param ring         send ring of the host.
     * @param tokens       of the host.
     * @param links        outbound links of the host.
     * @param noticeBoard  of the cluster.
     * @param shipped      sequence up to which the LANai has shipped.
     * @param lanaiDoorbell of the thread that works for the LANai.
     */
    public SwitchInterfaceUnit(
        final int hostId,
        final TryLock lock,
        final RingBuffer<FrameEntry> ring,
        final TokenWord tokens,
        final OutboundLinks links,
        final NoticeBoard noticeBoard,
        final Sequence shipped,
        final Doorbell lanaiDoorbell)
    {
        super("host-" + hostId + "/siu", lock);
        this.ring = ring;
        this.tokens = tokens;
        this.links = links;
        this.noticeBoard = noticeBoard;
        this.hostId = hostId;
        this.shipped = shipped;
        this.lanaiDoorbell = lanaiDoorbell;
    }

    /**
     * Returns the sequence of the last isochron that has been stamped; it may be shipped or not.
     */
    public Sequence stamped()
    {
        return stamped;
    }

    /**
     * Returns the host whose lack of credit holds back the oldest isochron that is not stamped yet, -1 if there is
     * none. For messages only: reads without owning the unit.
     */
    public int blockingHost()
    {
        final long sequence = stamped.get() + 1;
        if (ring.isAvailable(sequence))
        {
            final FrameEntry entry = ring.get(sequence);
            final int[] targets = entry.targets;
            for (int i = 0; i < Math.min(entry.targetCount, targets.length); i++)
            {
                final int host = targets[i];
                if (links.isFull(host))
                {
                    return host;
                }
            }
        }
        return -1;
    }

    /**
     * Returns the host whose untaken notices hold back the oldest marker that is not stamped yet, -1 if there is none.
     * For messages only: reads without owning the unit.
     */
    public int hostWithNotices()
    {
        final long sequence = stamped.get() + 1;
        return ring.isAvailable(sequence) && null != ring.get(sequence).marker ?
            noticeBoard.hostWithoutRoom(hostId, 1) : -1;
    }

    /**
     * Another thread works for the LANai: wake it, as well as this unit, when frames have been given back while a
     * thread waits for their memory.
     */
    public void wakeForRetirement(final Lanai separateLanai)
    {
        lanai = separateLanai;
    }

    /**
     * Lets frames pass without a timestamp of their own from now on.
     */
    public void switchOff()
    {
        isOff = true;
    }

    @Override
    public int work()
    {
        if (null != lanai && lanai.isRetirementRequested())
        {
            lanaiDoorbell.ring();
        }
        final long first = stamped.get() + 1;
        if (shipped.get() != first - 1)
        {
            return 0;
        }
        if (claimed < first)
        {
            claimCredits(first);
        }
        final long limit = claimed + 1;
        if (limit > first)
        {
            if (isOff)
            {
                stampMarkers(first, limit);
            }
            else
            {
                final long tokensSent = tokens.stop();
                for (long sequence = first; sequence < limit; sequence++)
                {
                    stamp(ring.get(sequence), tokensSent);
                }
            }
            // Release: publishes the timestamps. Partner: Lanai.work().
            stamped.set(limit - 1);
            lanaiDoorbell.ring();
        }
        return (int)(limit - first);
    }

    /**
     * Claims credits for the next batch, before tokens are stopped: nothing that can fail, or has to wait, may happen
     * while time stands still. What was claimed before something fails stays claimed: its places can only be taken in
     * order.
     */
    private void claimCredits(final long first)
    {
        int markers = 0;
        for (long sequence = first; sequence < first + BATCH_LIMIT && ring.isAvailable(sequence); sequence++)
        {
            final FrameEntry entry = ring.get(sequence);
            if (null != entry.marker && !noticeBoard.hasRoom(hostId, ++markers) ||
                OutboundLinks.NOBODY != links.tryReserve(entry))
            {
                return;
            }
            claimed = sequence;
        }
    }

    /**
     * Stops tokens and stamps an isochron; for a thread that owns this unit and the {@link Lanai}, and lets tokens go
     * again.
     */
    public void stampAlone(final FrameEntry entry)
    {
        stamp(entry, tokens.stop());
    }

    private void stamp(final FrameEntry entry, final long tokensSent)
    {
        // A purely local isochron that waits behind others has distance 0 and keeps the timestamp of the last one.
        if (entry.distance > 0)
        {
            last = Math.max(last, tokens.earliest(tokensSent, entry.distance));
        }
        entry.timestamp = last;
    }

    /**
     * Stops tokens for markers only: letting tokens go that were not stopped does no harm.
     */
    private void stampMarkers(final long first, final long limit)
    {
        long tokensSent = NOT_STOPPED;
        for (long sequence = first; sequence < limit; sequence++)
        {
            final FrameEntry entry = ring.get(sequence);
            if (null == entry.marker)
            {
                entry.timestamp = last;
            }
            else
            {
                tokensSent = NOT_STOPPED == tokensSent ? tokens.stop() : tokensSent;
                stamp(entry, tokensSent);
            }
        }
    }

    @Override
    public String toString()
    {
        return unitName() + "{stamped=" + stamped + ", lastTimestamp=" + last + '}';
    }
}
