/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * Moves stamped isochrons from the send ring of a host to the links of their destinations, and frees the memory of
 * those that all their destinations have executed. Second stage of the send ring.
 * <p>
 * "DMA": each link gets a copy of the frame, which its receiver reads there.
 */
public final class Lanai extends ExclusiveUnit
{
    private final RingBuffer<FrameEntry> ring;
    private final TokenWord tokens;
    private final OutboundLinks links;
    private final HostMarkers markers;
    private final Sequence stamped;
    private final Sequence shipped;
    private final Sequence retired;
    private final Doorbell siuDoorbell;
    private final Retirement retirement;

    // True if everything that is stamped was sent, and waits to be on its links.
    private boolean isSent;

    // Written before the shipped sequence is published.
    private long lastIssueToSelf = -1;
    private long lastPulseToOthers;

    /**
     * @param hostId     number of the host.
     * @param lock       of the unit.
     * @param ring       send ring of the host.
     * @param tokens     of the host.
     * @param links      outbound links of the host.
     * @param markers    of the host.
     * @param stamped    sequence up to which the switch interface unit has stamped.
     * @param shipped    sequence up to which this unit has shipped.
     * @param retired    sequence up to which this unit has freed.
     * @param retireLength bytes of frames to ship before looking for frames to free, unless asked to.
     * @param siuDoorbell of the thread that works for the switch interface unit.
     */
    public Lanai(
        final int hostId,
        final TryLock lock,
        final RingBuffer<FrameEntry> ring,
        final TokenWord tokens,
        final OutboundLinks links,
        final HostMarkers markers,
        final Sequence stamped,
        final Sequence shipped,
        final Sequence retired,
        final int retireLength,
        final Doorbell siuDoorbell)
    {
        super("host-" + hostId + "/lanai", lock);
        this.ring = ring;
        this.tokens = tokens;
        this.links = links;
        this.markers = markers;
        this.stamped = stamped;
        this.shipped = shipped;
        this.retired = retired;
        this.siuDoorbell = siuDoorbell;
        retirement = new Retirement(links, retired, ring.getBufferSize() / 2, retireLength);
    }

    /**
     * Asks for frames to be freed by the next work. Any thread may call it.
     */
    public void requestRetirement()
    {
        retirement.request();
    }

    /**
     * Returns whether a thread waits for frames to be freed.
     */
    boolean isRetirementRequested()
    {
        return retirement.isRequested();
    }

    /**
     * Returns the sequence of the last isochron that is on all its links.
     */
    public long shipped()
    {
        // Acquire. Partner: work().
        return shipped.get();
    }

    /**
     * Returns the sequence of the last isochron with a frame for the host itself, among those that were shipped when
     * the caller called {@link #shipped()}, or later.
     */
    public long lastIssueToSelf()
    {
        return lastIssueToSelf;
    }

    /**
     * Returns the timestamp of the last isochron without a frame for the host itself, in the same way as {@link
     * #lastIssueToSelf()}.
     */
    public long lastPulseToOthers()
    {
        return lastPulseToOthers;
    }

    @Override
    public int work()
    {
        // Acquire: timestamps. Partner: SwitchInterfaceUnit.work().
        final long available = stamped.get();
        final long first = shipped.get() + 1;
        if (first <= available)
        {
            if (!isSent)
            {
                send(first, available);
            }
            letTokensGoIfDelivered(available);
        }
        return (int)(available - first + 1) + retireIfDue();
    }

    private void letTokensGoIfDelivered(final long last)
    {
        isSent = !links.isDelivered();
        if (!isSent)
        {
            letTokensGo(last);
        }
    }

    private void send(final long first, final long last)
    {
        for (long sequence = first; sequence <= last; sequence++)
        {
            final FrameEntry entry = ring.get(sequence);
            ship(sequence, entry);
            if (null != entry.marker)
            {
                passMarker(entry);
            }
        }
    }

    private void letTokensGo(final long last)
    {
        tokens.release();
        // Release: tokens are let go, so the unit may stop them again, and the places of the last frames. Partners:
        // SwitchInterfaceUnit.work(), shipped().
        shipped.set(last);
        siuDoorbell.ring();
        markers.tell();
    }

    private void ship(final long sequence, final FrameEntry entry)
    {
        if (entry.isToIssuer)
        {
            lastIssueToSelf = sequence;
        }
        else
        {
            lastPulseToOthers = entry.timestamp;
        }
        retirement.shipped(entry.length);
        links.send(sequence, entry);
    }

    private void passMarker(final FrameEntry entry)
    {
        final Marker marker = entry.marker;
        entry.marker = null;
        markers.pass(marker, entry.timestamp);
    }

    private int retireIfDue()
    {
        // A frame that is sent and not on its links is on none of them, and still in memory.
        final long last = shipped.get();
        return retirement.isDue(last) ? retirement.retire(last) : 0;
    }

    @Override
    public String toString()
    {
        return unitName() + "{shipped=" + shipped + ", retired=" + retired + '}';
    }
}
