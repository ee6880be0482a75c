/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.function.IntSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.thread.Doorbell;

/**
 * The frames and notices that the executor has for the application of its host. It owns the rule that a frame is put
 * into the queue to the application once, whole and unread (docs/protocol.md, section 10). For the owner of the
 * executor, unless a method says that any thread may call it.
 */
public final class ApplicationSide extends Padded
{
    private final int maxDeliveries;
    private final Doorbell doorbell;
    private InboundLink executing;
    private boolean isDelivered;

    // True while the owner is the application thread that receives, in Deliveries.poll().
    private boolean isReceiving;

    // Set before any application thread gets the host.
    private IntSupplier pollToReceive = () -> 0;
    private volatile DeliveryQueue deliveryQueue;
    private volatile NoticeInbox inbox;

    /**
     * @param maxDeliveries largest number of entries of the queue to the application, a power of two: frames that all
     *                      senders have credits for, and notices.
     * @param doorbell      of the thread that works for the executor.
     */
    ApplicationSide(final int maxDeliveries, final Doorbell doorbell)
    {
        this.maxDeliveries = maxDeliveries;
        this.doorbell = doorbell;
    }

    /**
     * Sets the poll of the host for the application thread that receives, see {@link Deliveries#poll()}; before there
     * is a queue to the application, which keeps it.
     */
    public synchronized void pollToReceiveWith(final IntSupplier poll)
    {
        if (null != deliveryQueue)
        {
            throw new IllegalStateException("the queue to the application is there, and has its poll already");
        }
        pollToReceive = poll;
    }

    /**
     * Adds the inbox that is given notices, before any listener is set. Any thread may call it.
     */
    public void register(final NoticeInbox noticeInbox)
    {
        noticeInbox.makeRoomWith(() -> deliveryQueue().makeRoom());
        // Volatile: the inbox. Partner: inbox().
        inbox = noticeInbox;
    }

    /**
     * Returns the inbox that is given notices. Any thread may call it.
     *
     * @return the inbox, null for none.
     */
    public NoticeInbox inbox()
    {
        // Volatile. Partner: register().
        return inbox;
    }

    /**
     * Returns the number of frames and notices that the application has not taken yet. Any thread may call it.
     */
    public long unread()
    {
        final DeliveryQueue queue = deliveryQueue;
        return null == queue ? 0 : queue.deliveries().unread();
    }

    /**
     * Returns whether all notices for this host have been handled. Any thread may call it.
     */
    public boolean hasTakenNotices()
    {
        final NoticeInbox noticeInbox = inbox();
        return null == noticeInbox || noticeInbox.isDone();
    }

    /**
     * Returns the queue to the application of the host. The owner, or an application thread, creates it on first use.
     */
    public DeliveryQueue deliveryQueue()
    {
        // Volatile. Partner: createDeliveryQueue().
        return null == deliveryQueue ? createDeliveryQueue() : deliveryQueue;
    }

    private synchronized DeliveryQueue createDeliveryQueue()
    {
        if (null == deliveryQueue)
        {
            // Volatile: the queue. Partners: deliveryQueue(), serve().
            deliveryQueue = new DeliveryQueue(maxDeliveries, doorbell, pollToReceive);
        }
        return deliveryQueue;
    }

    /**
     * The frame that was taken last from its link is about to be executed.
     */
    void begin(final InboundLink link)
    {
        // As in DeliveryQueue.addFrame().
        if (executing != link)
        {
            executing = link;
        }
        isDelivered = false;
    }

    /**
     * Puts the frame that is being executed into the queue to the application, unless it is there already; from inside
     * an operation.
     *
     * @return true if no more of the frame needs to be executed.
     */
    public boolean deliverFrame(final long pulse, final OffHeapBuffer frame, final int offset, final int limit)
    {
        if (!isDelivered)
        {
            isDelivered = true;
            deliveryQueue().addFrame(executing, pulse, frame, offset, limit, isReceiving);
        }
        return executing.isForApplications();
    }

    /**
     * Puts a frame that was taken from its link into the queue to the application, instead of executing it.
     */
    void deliver(final InboundLink link, final long pulse)
    {
        final int offset = link.offset();
        deliveryQueue().addFrame(link, pulse, link.buffer(), offset, offset + link.length(), isReceiving);
    }

    /**
     * The turn of the application thread that receives is over: what others execute goes through the queue.
     */
    void received()
    {
        isReceiving = false;
    }

    /**
     * Looks what the application has finished, and handles notices that could not be handled before. To be called when
     * a thread begins a turn.
     *
     * @param receives true if it is the application thread that receives, which asks for the turn.
     * @return how much was done.
     */
    int serve(final boolean receives)
    {
        isReceiving = receives;
        int work = 0;
        // Volatile. Partner: createDeliveryQueue().
        final DeliveryQueue queue = deliveryQueue;
        if (null != queue)
        {
            work += queue.takeFinished();
        }
        final NoticeInbox noticeInbox = inbox();
        if (null != noticeInbox)
        {
            work += noticeInbox.doWork();
            noticeInbox.giveBack(null == queue || queue.areNoticesTaken());
        }
        return work;
    }
}
