/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The way out of a host whose owner does all the work: switch interface unit and LANai in one step, without a send
 * ring. It owns the timestamp rule, the credit rule and the sending side of the token rule there, which are those of
 * the {@link SwitchInterfaceUnit} (V1 sections 3.2.4 and 3.3).
 * <p>
 * A frame is stamped and on its links when it is taken; one that cannot be, for want of a credit, say, is refused, and
 * nothing has happened. What waits is the {@link FrameBatch} of an application thread, and nothing else.
 * <p>
 * Everything here is for the owner of the host, unless it says that any thread may call it.
 */
public final class DirectSender extends ExclusiveUnit implements Sender
{
    private static final int NOBODY = OutboundLinks.NOBODY;

    private final int hostId;
    private final TokenWord tokens;
    private final OutboundLinks links;
    private final HostMarkers markers;
    private final OpenBatch openBatch;
    private final FrameEntry frame = new FrameEntry();
    private final FrameEntry markerFrame = new FrameEntry();
    private final Sequence issued = new Sequence();
    private final Sequence shipped = new Sequence();

    // Who has refused the last frame, for messages.
    private volatile int blockingHost = NOBODY;

    // Written before the first isochron is issued.
    private boolean isOff;
    private long last;

    // With faults: the last frame has a timestamp, and is not on all its links.
    private boolean isUnderWay;

    // The last frame had a marker, and nobody has been told.
    private boolean hasPassedMarker;

    // Written before what was shipped is published.
    private long lastIssueToSelf = -1;
    private long lastPulseToOthers;
    private long lastTicket;

    // Since the host has worked, for itself or for others.
    private int sentInRow;

    /**
     * @param hostId    number of the host.
     * @param lock      right to work for the host.
     * @param tokens    of the host.
     * @param links     outbound links of the host.
     * @param markers   of the host.
     * @param openBatch of the host.
     */
    public DirectSender(
        final int hostId,
        final TryLock lock,
        final TokenWord tokens,
        final OutboundLinks links,
        final HostMarkers markers,
        final OpenBatch openBatch)
    {
        super("host-" + hostId + "/sender", lock);
        this.hostId = hostId;
        this.tokens = tokens;
        this.links = links;
        this.markers = markers;
        this.openBatch = openBatch;
    }

    /**
     * A frame without a marker, to be filled in, and given to {@link #trySend(FrameEntry)} before anything else is
     * called.
     */
    public FrameEntry frame()
    {
        return frame;
    }

    /**
     * As {@link #trySend(FrameEntry)}, for a marker. It has a frame of its own: one that is refused does not ride with
     * the isochron that comes next.
     *
     * @param distance as in {@link FrameEntry#setMarker}.
     */
    public boolean trySend(final Marker marker, final int distance)
    {
        markerFrame.setMarker(hostId, marker, distance);
        return trySend(markerFrame);
    }

    /**
     * Stamps a frame and puts it on its links, with what was sent before in front of it.
     *
     * @return false if something must be done with first that was sent before: nothing has happened.
     */
    public boolean trySend(final FrameEntry entry)
    {
        // First this: of what is under way no other may take the place.
        if (isUnderWay && !letTokensGoIfDelivered() ||
            null != entry.marker && !markers.hasRoom() || !tryReserve(entry))
        {
            return false;
        }
        // Nothing that can fail, or has to wait, happens while time stands still.
        if (isOff && null == entry.marker)
        {
            entry.timestamp = last;
        }
        else
        {
            stampAlone(entry);
        }
        final long sequence = issued.get() + 1;
        // Release, and first this: another thread of the host that hears of the frame from a receiver must not find
        // that nothing is pending. Partner: issued().
        issued.set(sequence);
        ship(sequence, entry);
        if (null != entry.marker)
        {
            passMarker(entry);
        }
        letTokensGoIfDelivered();
        return true;
    }

    /**
     * Is there a credit for each frame? If there is, it is taken.
     */
    private boolean tryReserve(final FrameEntry entry)
    {
        final int host = links.tryReserve(entry);
        if (blockingHost != host)
        {
            blockingHost = host;
        }
        return NOBODY == host;
    }

    /**
     * Does the host issue, and not work, and has a receiver of a frame more to take than so many of its frames?
     */
    public boolean isAhead(final FrameEntry entry, final int frames)
    {
        return sentInRow >= frames && links.isAhead(entry, frames + 1);
    }

    /**
     * The host works, and what it issues next is in no row with what it has issued before.
     */
    public void endRow()
    {
        sentInRow = 0;
    }

    /**
     * What the frame that was sent last is called when somebody asks whether it was executed, see {@link Ticket}.
     */
    public long lastTicket()
    {
        return lastTicket;
    }

    @Override
    public void stampAlone(final FrameEntry entry)
    {
        // A purely local isochron that waits behind others has distance 0 and keeps the timestamp of the last one. Who
        // executes it is the owner of this unit, too: time need not stand still for it.
        if (entry.distance > 0)
        {
            last = Math.max(last, tokens.stop() + entry.distance);
        }
        entry.timestamp = last;
    }

    private void ship(final long sequence, final FrameEntry entry)
    {
        if (entry.isToIssuer)
        {
            lastIssueToSelf = sequence;
            lastTicket = Ticket.ofIssue(sequence);
        }
        else
        {
            lastPulseToOthers = entry.timestamp;
            lastTicket = Ticket.ofPulse(entry.timestamp);
        }
        sentInRow++;
        links.send(sequence, entry);
    }

    private void passMarker(final FrameEntry entry)
    {
        final Marker marker = entry.marker;
        entry.marker = null;
        hasPassedMarker = true;
        markers.pass(marker, entry.timestamp);
    }

    private boolean letTokensGoIfDelivered()
    {
        isUnderWay = !links.isDelivered();
        if (!isUnderWay)
        {
            // What comes later may have the same timestamp, but no smaller one.
            tokens.release(Math.max(0, last - 1));
            // Release: where the last frames are. Partner: shipped().
            shipped.set(issued.get());
            if (hasPassedMarker)
            {
                hasPassedMarker = false;
                markers.tell();
            }
        }
        return !isUnderWay;
    }

    /**
     * Sends what an application thread has appended to the open batch, and forgets the batch if nothing more can come.
     *
     * @param isEnded nothing is appended to the batch any more.
     * @return false if there is no room for what was appended.
     */
    public boolean tryFlush(final boolean isEnded)
    {
        final FrameBatch open = openBatch.get();
        if (null == open)
        {
            return true;
        }
        // First this: what a thread has appended that is at rest now is seen below.
        final boolean isOver = isEnded || open.isAtRest();
        open.close();
        if (open.hasUnflushed())
        {
            open.flushInto(frame);
            if (!trySend(frame))
            {
                return false;
            }
            open.flushed(frame, lastTicket);
        }
        if (isOver)
        {
            openBatch.set(null);
        }
        return true;
    }

    /**
     * Is there anything to be done here? Mostly there is not.
     */
    public boolean isDue()
    {
        return openBatch.hasUnflushed() || isUnderWay;
    }

    @Override
    public int work()
    {
        final long before = issued.get();
        final int work = isUnderWay && letTokensGoIfDelivered() ? 1 : 0;
        if (openBatch.hasUnflushed())
        {
            tryFlush(false);
        }
        return work + (int)(issued.get() - before);
    }

    /**
     * Makes sure that whatever this host stamps from now on is later than a pulse.
     *
     * @return false if something was stamped before that is not on its links yet.
     */
    public boolean tryFollow(final long pulse)
    {
        if (isUnderWay)
        {
            return false;
        }
        last = Math.max(last, pulse + 1);
        return true;
    }

    /**
     * The largest timestamp so far; what is stamped from now on has no smaller one.
     */
    public long lastTimestamp()
    {
        return last;
    }

    /**
     * Is everything on its links that was issued?
     */
    public boolean isAllOnLinks()
    {
        return null == openBatch.get() && !isUnderWay;
    }

    /**
     * Is there a credit for a frame to a host, which nothing takes that was issued before?
     *
     * @param length of its operations in bytes.
     */
    public boolean hasCredit(final int host, final int length)
    {
        return !isUnderWay && links.hasRoom(host, length);
    }

    @Override
    public boolean tryShip()
    {
        return !isUnderWay || letTokensGoIfDelivered();
    }

    @Override
    public void switchOff()
    {
        isOff = true;
    }

    @Override
    public long issued()
    {
        // Acquire. Partner: trySend().
        return issued.get();
    }

    @Override
    public long stamped()
    {
        return issued.get();
    }

    @Override
    public long shipped()
    {
        // Acquire. Partner: letTokensGoIfDelivered().
        return shipped.get();
    }

    @Override
    public long lastIssueToSelf()
    {
        return lastIssueToSelf;
    }

    @Override
    public long lastPulseToOthers()
    {
        return lastPulseToOthers;
    }

    @Override
    public int blockingHost()
    {
        final int host = blockingHost;
        return NOBODY != host && links.isFull(host) ? host : NOBODY;
    }

    @Override
    public int hostWithNotices()
    {
        return markers.hostWithoutRoom();
    }

    @Override
    public String stampingUnit()
    {
        return unitName();
    }

    @Override
    public String shippingUnit()
    {
        return unitName();
    }

    @Override
    public String toString()
    {
        return unitName() + "{issued=" + issued + ", lastTimestamp=" + last + '}';
    }
}
