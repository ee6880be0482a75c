/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.OffHeapBuffer;

/**
 * Moves stamped isochrons from the send ring of a host to the links of their destinations, and frees the memory of
 * those that all their destinations have executed. Second stage of the send ring.
 * <p>
 * "DMA" without a copy: what moves is the descriptor; the frame is read where the application thread wrote it.
 */
final class Lanai extends OwnedUnit
{
    private final RingBuffer<SendEntry> ring;
    private final OffHeapBuffer tokens;
    private final int tokenIndex;
    private final TokenManager tokenManager;
    private final Links links;
    private final NoticeBoard noticeBoard;
    private final int hostId;
    private final Sequence stamped;
    private final Sequence shipped;
    private final Sequence retired;
    private final Doorbell siuDoorbell;
    private final FrameCounter retiredFrames;
    private final long retireThreshold;
    private volatile boolean isRetirementRequested;

    // Written before what was shipped is published.
    private long lastIssueToSelf = -1;
    private long lastPulseToOthers;

    /**
     * @param hostId     number of the host.
     * @param ownership  of the unit.
     * @param ring       send ring of the host.
     * @param tokens     memory that holds all token words.
     * @param tokenIndex index of the token word of the switch interface unit of the host.
     * @param tokenManager of the switch of the host.
     * @param links      outbound links of the host.
     * @param noticeBoard of the cluster.
     * @param stamped    what the switch interface unit has stamped.
     * @param shipped    what this unit has shipped.
     * @param retired    what this unit has freed.
     * @param hostCount  number of hosts of the cluster.
     * @param siuDoorbell of the thread that works for the switch interface unit.
     */
    Lanai(
        final int hostId,
        final Ownership ownership,
        final RingBuffer<SendEntry> ring,
        final OffHeapBuffer tokens,
        final int tokenIndex,
        final TokenManager tokenManager,
        final Links links,
        final NoticeBoard noticeBoard,
        final Sequence stamped,
        final Sequence shipped,
        final Sequence retired,
        final int hostCount,
        final Doorbell siuDoorbell)
    {
        super("host-" + hostId + "/lanai", ownership);
        this.ring = ring;
        this.tokens = tokens;
        this.tokenIndex = tokenIndex;
        this.tokenManager = tokenManager;
        this.links = links;
        this.noticeBoard = noticeBoard;
        this.hostId = hostId;
        this.stamped = stamped;
        this.shipped = shipped;
        this.retired = retired;
        this.siuDoorbell = siuDoorbell;
        retiredFrames = new FrameCounter(links, 0, hostCount);
        retireThreshold = ring.getBufferSize() / 2;
    }

    /**
     * Asks for frames to be freed with the next work. Any thread may call it.
     */
    void requestRetirement()
    {
        if (!isRetirementRequested)
        {
            isRetirementRequested = true;
        }
    }

    /**
     * Sequence of the last isochron that is on all its links.
     */
    long shipped()
    {
        // Acquire. Partner: work().
        return shipped.get();
    }

    /**
     * Sequence of the last isochron with a frame for the host itself, among those that were shipped when the caller
     * called {@link #shipped()}, or later.
     */
    long lastIssueToSelf()
    {
        return lastIssueToSelf;
    }

    /**
     * Timestamp of the last isochron without a frame for the host itself, as {@link #lastIssueToSelf()}.
     */
    long lastPulseToOthers()
    {
        return lastPulseToOthers;
    }

    @Override
    int work()
    {
        // Acquire: timestamps. Partner: SwitchInterfaceUnit.work().
        final long available = stamped.get();
        final long first = shipped.get() + 1;
        if (first <= available)
        {
            boolean hasNotice = false;
            for (long sequence = first; sequence <= available; sequence++)
            {
                final SendEntry entry = ring.get(sequence);
                ship(sequence, entry);
                if (null != entry.marker)
                {
                    hasNotice |= passMarker(entry);
                }
            }
            // Release: every frame that was stamped is on its link, and every notice on the board, before tokens go on.
            // Partner: the scan in TokenManager, whose compare-and-set passes it on to the executors.
            tokens.putLongRelease(tokenIndex, TokenManager.IDLE);
            // Release: the unit may stop tokens again, after they were let go, and where the last frames are. Partners:
            // SwitchInterfaceUnit.work(), shipped().
            shipped.set(available);
            siuDoorbell.ring();
            tokenManager.tokensReleased();
            if (hasNotice)
            {
                noticeBoard.wakeListeners();
            }
        }
        int work = (int)(available - first + 1);
        if (isRetirementRequested || available - retired.get() > retireThreshold)
        {
            work += retire(available);
        }
        return work;
    }

    private void ship(final long sequence, final SendEntry entry)
    {
        if (entry.isToIssuer)
        {
            lastIssueToSelf = sequence;
        }
        else
        {
            lastPulseToOthers = entry.timestamp;
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            links.to(entry.targets[i]).publish(sequence, entry.timestamp, entry.buffer, entry.offset, entry.length);
        }
    }

    private boolean passMarker(final SendEntry entry)
    {
        final Marker marker = entry.marker;
        entry.marker = null;
        final long pulse = marker.pass(entry.timestamp);
        if (Marker.NO_NOTICE == pulse)
        {
            return false;
        }
        noticeBoard.publish(hostId, pulse, marker.notice());
        return true;
    }

    private int retire(final long available)
    {
        if (isRetirementRequested)
        {
            isRetirementRequested = false;
        }
        final long before = retired.get();
        long sequence = before;
        while (sequence < available && retiredFrames.tryCount(ring.get(sequence + 1)))
        {
            sequence++;
        }
        if (sequence > before)
        {
            // Release: nobody reads the frames and the entries any more. Partners: claiming of the send ring, and
            // Host.retired().
            retired.set(sequence);
        }
        return (int)(sequence - before);
    }

    @Override
    public String toString()
    {
        return unitName() + "{shipped=" + shipped + ", retired=" + retired + '}';
    }
}
