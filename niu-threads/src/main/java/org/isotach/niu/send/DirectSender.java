/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
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
    private static final int NOBODY = -1;

    private final int hostId;
    private final TokenWord tokens;
    private final OutboundLinks links;
    private final NoticeBoard noticeBoard;
    private final OpenBatch openBatch;
    private final Consumer<Throwable> errorHandler;
    private final Retirement retirement;

    // By sequence: see stamp(). As many as frames that may be under way.
    private final AtomicLongArray stamps;
    private final int mask;
    private final FrameEntry frame = new FrameEntry();
    private final FrameEntry markerFrame = new FrameEntry();
    private final Sequence issued = new Sequence();
    private final Sequence shipped = new Sequence();
    private final Sequence retired = new Sequence();

    // Who has refused the last frame, for messages.
    private volatile int blockingHost = NOBODY;
    private volatile boolean lacksNotices;

    // Written before the first isochron is issued.
    private boolean isOff;
    private long last;

    // With faults: the last frame has a timestamp, and is not on all its links.
    private boolean isUnderWay;
    private boolean hasNotice;

    // What a marker has thrown while tokens were stopped, else null.
    private Throwable error;

    // Written before what was shipped is published.
    private long lastIssueToSelf = -1;
    private long lastPulseToOthers;

    /**
     * @param hostId       number of the host.
     * @param lock         right to work for the host.
     * @param window       most frames whose memory is not free, a power of two.
     * @param retireLength bytes of frames that are shipped before it looks for what can be freed, unless asked to.
     * @param tokens       of the host.
     * @param links        outbound links of the host.
     * @param noticeBoard  of the cluster.
     * @param openBatch    of the host.
     * @param errorHandler told of what markers throw; throws nothing itself.
     */
    public DirectSender(
        final int hostId,
        final TryLock lock,
        final int window,
        final int retireLength,
        final TokenWord tokens,
        final OutboundLinks links,
        final NoticeBoard noticeBoard,
        final OpenBatch openBatch,
        final Consumer<Throwable> errorHandler)
    {
        super("host-" + hostId + "/sender", lock);
        this.hostId = hostId;
        this.tokens = tokens;
        this.links = links;
        this.noticeBoard = noticeBoard;
        this.openBatch = openBatch;
        this.errorHandler = errorHandler;
        stamps = new AtomicLongArray(window);
        mask = window - 1;
        retirement = new Retirement(links, retired, window / 2, retireLength);
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
        return hasRoom(entry, links.size()) && trySendWithRoom(entry);
    }

    /**
     * As {@link #trySend}, for a frame that {@link #hasRoom}.
     */
    public boolean trySendWithRoom(final FrameEntry entry)
    {
        if (null != entry.marker && !hasRoomForNotice() || !isInWindow())
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
            tryPassMarker(entry);
        }
        letTokensGoIfDelivered();
        if (retirement.isDue(sequence))
        {
            retirement.retire(shipped.get());
        }
        return true;
    }

    /**
     * Is everything on its links that was sent, each destination of a frame, with its application, done with all but
     * less than some number of frames, and is there a credit for another one?
     */
    public boolean hasRoom(final FrameEntry entry, final int frames)
    {
        // First this: what is under way takes the credits that it has.
        if (isUnderWay && !letTokensGoIfDelivered())
        {
            return false;
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            if (!links.hasRoom(entry.targets[i], frames))
            {
                if (frames >= links.size())
                {
                    blockingHost = entry.targets[i];
                }
                return false;
            }
        }
        if (NOBODY != blockingHost)
        {
            blockingHost = NOBODY;
        }
        return true;
    }

    private boolean hasRoomForNotice()
    {
        final boolean hasRoom = noticeBoard.hasRoom(hostId, 1);
        if (lacksNotices == hasRoom)
        {
            lacksNotices = !hasRoom;
        }
        return hasRoom;
    }

    private boolean isInWindow()
    {
        if (issued.get() - retired.get() > mask)
        {
            retirement.retire(shipped.get());
        }
        return issued.get() - retired.get() <= mask;
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
        }
        else
        {
            lastPulseToOthers = entry.timestamp;
        }
        retirement.shipped(entry.length);
        // Release: the frame that was here before is retired. Partner: stamp().
        stamps.setRelease((int)sequence & mask, Sender.stamp(entry.timestamp, entry.isToIssuer));
        for (int i = 0; i < entry.targetCount; i++)
        {
            links.send(entry.targets[i], sequence, entry);
        }
    }

    /**
     * A marker that throws gives no notice; what goes on before and behind it goes on, once. The error handler is told
     * when tokens are let go again.
     */
    private void tryPassMarker(final FrameEntry entry)
    {
        final Marker marker = entry.marker;
        entry.marker = null;
        try
        {
            hasNotice |= noticeBoard.pass(hostId, marker, entry.timestamp);
        }
        catch (final Throwable ex)
        {
            error = ex;
        }
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
            if (hasNotice || null != error)
            {
                tell();
            }
        }
        return !isUnderWay;
    }

    private void tell()
    {
        if (hasNotice)
        {
            hasNotice = false;
            noticeBoard.wakeListeners();
        }
        if (null != error)
        {
            final Throwable thrown = error;
            error = null;
            errorHandler.accept(thrown);
        }
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
            open.flushed(frame, issued.get());
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
        return openBatch.hasUnflushed() || isUnderWay || retirement.isDue(shipped.get());
    }

    @Override
    public int work()
    {
        final long before = issued.get();
        int work = isUnderWay && letTokensGoIfDelivered() ? 1 : 0;
        if (openBatch.hasUnflushed())
        {
            tryFlush(false);
        }
        if (retirement.isDue(shipped.get()))
        {
            work += retirement.retire(shipped.get());
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
     */
    public boolean hasCredit(final int host)
    {
        // What is under way has taken credits that no link knows of.
        return !isUnderWay && links.hasRoom(host);
    }

    /**
     * A frame of another host was executed: takes the credits that came with it, and sees to it that frames to that
     * host carry credits, too.
     */
    public void heardFrom(final InboundLink inbound)
    {
        links.heardFrom(inbound);
    }

    @Override
    public boolean tryShip()
    {
        return !isUnderWay || letTokensGoIfDelivered();
    }

    @Override
    public void requestRetirement()
    {
        retirement.request();
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
    public long retired()
    {
        // Acquire. Partner: Retirement.retire().
        return retired.get();
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
    public long stamp(final long sequence)
    {
        // Acquire: if this is the stamp of a later frame, retired() has got further. Partner: ship().
        return stamps.getAcquire((int)sequence & mask);
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
        return lacksNotices ? noticeBoard.hostWithoutRoom(hostId, 1) : NOBODY;
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
        return unitName() + "{issued=" + issued + ", retired=" + retired + ", lastTimestamp=" + last + '}';
    }
}
