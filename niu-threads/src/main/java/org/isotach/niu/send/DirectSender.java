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
 * The sending side of a host whose owner does all the work: switch interface unit and LANai in one step, without a send
 * ring. It owns the timestamp rule, the credit rule and the sending side of the token rule there, which are those of
 * the {@link SwitchInterfaceUnit} (V1 sections 3.2.4 and 3.3).
 * <p>
 * A frame is stamped and on its links when it is taken. A frame that cannot be sent, for instance for lack of a credit,
 * is refused, and nothing has happened. Only the {@link FrameBatch} of an application thread waits.
 * <p>
 * All methods are for the owner of the host, unless they say that any thread may call them.
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

    // The host that has refused the last frame, for messages.
    private volatile int blockingHost = NOBODY;

    // Written before the first isochron is issued.
    private boolean isOff;
    private long last;

    // With faults: the last frame has a timestamp, and is not on all its links.
    private boolean isUnderWay;

    // The last frame had a marker, and its notice has not been told yet.
    private boolean hasPassedMarker;

    // Written before the shipped sequence is published.
    private long lastIssueToSelf = -1;
    private long lastPulseToOthers;
    private long lastTicket;

    // Frames that were sent since the host last worked, for itself or for others.
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
     * Returns a frame without a marker. Fill it in, and pass it to {@link #trySend(FrameEntry)} before any other call.
     */
    public FrameEntry frame()
    {
        return frame;
    }

    /**
     * Does the same as {@link #trySend(FrameEntry)} for a marker. A marker has a frame of its own: a refused one does
     * not travel with the next isochron.
     *
     * @param distance as in {@link FrameEntry#setMarker}.
     */
    public boolean trySend(final Marker marker, final int distance)
    {
        markerFrame.setMarker(hostId, marker, distance);
        return trySend(markerFrame);
    }

    /**
     * Stamps a frame and puts it on its links, after everything that was sent before.
     *
     * @return false if something that was sent before must be finished first: nothing has happened.
     */
    public boolean trySend(final FrameEntry entry)
    {
        // This first: no other frame may take the place of one that is under way.
        if (isUnderWay && !letTokensGoIfDelivered() ||
            null != entry.marker && !markers.hasRoom() || !tryReserve(entry))
        {
            return false;
        }
        // Nothing that can fail, or has to wait, may happen while time stands still.
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
     * Returns whether there is a credit for each frame, and takes the credits if so.
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
     * Returns whether the host issues without working, and a receiver of a frame still has to take more than this many
     * of its frames.
     */
    public boolean isAhead(final FrameEntry entry, final int frames)
    {
        return sentInRow >= frames && links.isAhead(entry, frames + 1);
    }

    /**
     * The host works: the next isochron begins a new row.
     */
    public void endRow()
    {
        sentInRow = 0;
    }

    /**
     * Returns the ticket of the frame that was sent last, see {@link Ticket}.
     */
    public long lastTicket()
    {
        return lastTicket;
    }

    @Override
    public void stampAlone(final FrameEntry entry)
    {
        // A purely local isochron that waits behind others has distance 0 and keeps the timestamp of the last one. The
        // owner of this unit executes it, too, so time need not stand still for it.
        if (entry.distance > 0)
        {
            last = Math.max(last, tokens.earliest(tokens.stop(), entry.distance));
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
        // Frames of one row share a pulse, and the token behind them.
        entry.mayCarryToken = 0 == sentInRow++;
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
            // Later frames may have the same timestamp, but no smaller one.
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
     * @param isEnded true if nothing is appended to the batch any more.
     * @return false if there is no room for the appended isochrons.
     */
    public boolean tryFlush(final boolean isEnded)
    {
        final FrameBatch open = openBatch.get();
        if (null == open)
        {
            return true;
        }
        // This first: what a thread that is now at rest has appended is seen below.
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
     * Returns whether there is any work here; mostly there is none.
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
     * Makes sure that everything this host stamps from now on is later than a pulse.
     *
     * @return false if something that was stamped before is not on its links yet.
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
     * Returns the largest timestamp so far; everything stamped from now on has no smaller one.
     */
    public long lastTimestamp()
    {
        return last;
    }

    /**
     * Returns whether everything that was issued is on its links.
     */
    public boolean isAllOnLinks()
    {
        return null == openBatch.get() && !isUnderWay;
    }

    /**
     * Returns whether there is a credit for a frame to a host that nothing issued before will take.
     *
     * @param length length of its operations in bytes.
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
