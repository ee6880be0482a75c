/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;

import org.isotach.niu.thread.Doorbell;

/**
 * The outbound isotach links of one host. The {@code SwitchInterfaceUnit} creates a link on first use, before it stops
 * tokens, so that nothing that can fail happens while time stands still. Other threads may ask for the progress of the
 * links.
 */
public final class OutboundLinks
{
    /**
     * Value of a host that means none.
     */
    public static final int NOBODY = -1;

    /**
     * The carriers that may still move frames after they have been sent. The field is final, so whoever finds this
     * object also finds the carriers as they were made.
     */
    private static final class SlowCarriers
    {
        final FrameCarrier[] all;

        SlowCarriers()
        {
            all = new FrameCarrier[0];
        }

        SlowCarriers(final SlowCarriers before, final FrameCarrier another)
        {
            all = Arrays.copyOf(before.all, before.all.length + 1);
            all[before.all.length] = another;
        }
    }

    private final int sender;
    private final LinkSize size;
    private final FrameRing[] links;
    private final InboundLinks[] receivers;
    private final Doorbell senderDoorbell;

    private final ExpelledHosts expelledHosts;

    private final Transport transport;
    private final FrameCarrier[] carriers;

    // The shipping unit may read it while the stamping unit replaces it.
    private SlowCarriers slowCarriers = new SlowCarriers();

    /**
     * @param sender    number of the host.
     * @param size      of each link.
     * @param receivers inbound links of all hosts.
     * @param senderDoorbell of the thread that works for the switch interface unit of the host.
     * @param expelledHosts of the cluster.
     * @param transport of the cluster.
     */
    public OutboundLinks(
        final int sender,
        final LinkSize size,
        final InboundLinks[] receivers,
        final Doorbell senderDoorbell,
        final ExpelledHosts expelledHosts,
        final Transport transport)
    {
        this.sender = sender;
        this.size = size;
        this.receivers = receivers;
        this.senderDoorbell = senderDoorbell;
        this.expelledHosts = expelledHosts;
        this.transport = transport;
        links = new FrameRing[receivers.length];
        carriers = new FrameCarrier[receivers.length];
    }

    /**
     * Creates more links from the same host.
     *
     * @param anotherSize of each link.
     */
    public OutboundLinks another(final LinkSize anotherSize)
    {
        return new OutboundLinks(
            sender, anotherSize, receivers, senderDoorbell, expelledHosts, transport);
    }

    /**
     * Returns the sequence up to which a host, and its application, have finished the frames sent to it, -1 if there is
     * none. An expelled host has finished all of them.
     */
    public long consumed(final int host)
    {
        if (expelledHosts.contains(host))
        {
            return Long.MAX_VALUE;
        }
        final FrameRing link = links[host];
        return null == link ? -1 : link.consumed();
    }

    /**
     * For the stamping unit: returns whether there is a credit for a frame to a host. An expelled host takes
     * everything. If true, there is a link.
     *
     * @param length length of its operations in bytes.
     */
    public boolean hasRoom(final int host, final int length)
    {
        FrameRing link = links[host];
        if (null == link)
        {
            if (!transport.isOpen(host))
            {
                return false;
            }
            ensure(host);
            link = links[host];
        }
        return link.hasRoom(length) || expelledHosts.contains(host);
    }

    /**
     * For the stamping unit: reserves the places of a frame, all of them or none.
     *
     * @return the first host without a credit for it, {@link #NOBODY} if the places are reserved.
     */
    public int tryReserve(final FrameEntry entry)
    {
        return 1 == entry.targetCount ? tryReserveOne(entry) : tryReserveAll(entry);
    }

    /**
     * Does the same for the most frequent number of receivers: a loop would take longer than what is done in it.
     */
    private int tryReserveOne(final FrameEntry entry)
    {
        final int host = entry.targets[0];
        if (!hasRoom(host, entry.length))
        {
            return host;
        }
        if (slowCarriers.all.length > 0)
        {
            carriers[host].prepare(entry);
        }
        entry.places[0] = links[host].reserve(entry.length);
        return NOBODY;
    }

    private int tryReserveAll(final FrameEntry entry)
    {
        // Only this loop and the next one can fail, for lack of memory: it will be tried again.
        for (int i = 0; i < entry.targetCount; i++)
        {
            if (!hasRoom(entry.targets[i], entry.length))
            {
                return entry.targets[i];
            }
        }
        for (int i = 0; i < entry.targetCount && slowCarriers.all.length > 0; i++)
        {
            carriers[entry.targets[i]].prepare(entry);
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            entry.places[i] = links[entry.targets[i]].reserve(entry.length);
        }
        return NOBODY;
    }

    /**
     * For the stamping unit: returns whether a receiver of a frame, with its application, has this many frames or more
     * to give back.
     */
    public boolean isAhead(final FrameEntry entry, final int frames)
    {
        for (int i = 0; i < entry.targetCount; i++)
        {
            final FrameRing link = links[entry.targets[i]];
            if (null != link && link.isAhead(frames) && !expelledHosts.contains(entry.targets[i]))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the number of frames that a host has not given back, 0 for an expelled one. For messages only: any thread
     * may call it.
     */
    public long underWay(final int host)
    {
        final FrameRing link = links[host];
        return null == link || expelledHosts.contains(host) ? 0 : Math.max(0, link.published() - link.consumed());
    }

    /**
     * Returns whether there is no credit for another frame to a host. For messages only: any thread may call it.
     */
    public boolean isFull(final int host)
    {
        final FrameRing link = links[host];
        return null != link && link.isFull() && !expelledHosts.contains(host);
    }

    /**
     * For the shipping unit: returns the number at this host, see {@link #send}, of the frame before the oldest one
     * that is not given back; if there is none, a number larger than all.
     */
    public long retired()
    {
        long retired = Long.MAX_VALUE;
        for (int host = 0; host < links.length; host++)
        {
            final FrameRing link = links[host];
            if (null != link && !expelledHosts.contains(host))
            {
                retired = Math.min(retired, link.retired());
            }
        }
        return retired;
    }

    /**
     * Returns the sequence of the last frame that a host has executed of those sent to it, -1 if there is none.
     */
    long executed(final int host)
    {
        final FrameRing link = links[host];
        return null == link ? -1 : link.executed();
    }

    /**
     * Returns whether everything on the links has been executed.
     */
    public boolean areExecuted()
    {
        for (int host = 0; host < links.length; host++)
        {
            final FrameRing link = links[host];
            if (null != link && link.executed() < link.published() && !expelledHosts.contains(host))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * In paranoid mode: checks the pulses of all executed frames; for the owner of the links, or when nothing is sent
     * any more.
     */
    public void checkAcknowledgements()
    {
        for (final FrameRing link : links)
        {
            if (null != link)
            {
                link.checkAcknowledgements();
            }
        }
    }

    /**
     * Returns the link to a host, null if there is none yet: see {@link #ensure}.
     */
    public FrameRing to(final int host)
    {
        return links[host];
    }

    /**
     * Puts the frame of an isochron on the links to its receivers, or on its way there.
     *
     * @param issue sequence of the frame at this host.
     * @param entry of the frame, with its reserved places.
     */
    public void send(final long issue, final FrameEntry entry)
    {
        // As in tryReserve().
        if (1 == entry.targetCount)
        {
            send(0, issue, entry);
            return;
        }
        for (int i = 0; i < entry.targetCount; i++)
        {
            send(i, issue, entry);
        }
    }

    private void send(final int i, final long issue, final FrameEntry entry)
    {
        final int host = entry.targets[i];
        if (!expelledHosts.contains(host))
        {
            carriers[host].send(entry.places[i], issue, entry);
        }
    }

    /**
     * Returns whether everything that was sent is on its link. If not, call this again: it moves the rest.
     */
    public boolean isDelivered()
    {
        boolean isDelivered = true;
        for (final FrameCarrier carrier : slowCarriers.all)
        {
            isDelivered &= carrier.work();
        }
        return isDelivered;
    }

    /**
     * Creates the link to a host if there is none yet.
     */
    public void ensure(final int host)
    {
        if (null == links[host])
        {
            final FrameRing link =
                transport.newRing(sender, host, size, senderDoorbell, receivers[host].doorbell());
            final FrameCarrier carrier = transport.newCarrier(link, host);
            final SlowCarriers slow = carrier == link ? slowCarriers : new SlowCarriers(slowCarriers, carrier);
            // Nothing behind this can fail: otherwise the receiver would get a second link with the next attempt. It
            // has the link before the first frame is there.
            if (!(link instanceof RemoteLink))
            {
                receivers[host].connect(link);
            }
            // Plain stores. The shipping unit finds the carrier by the hand-over of the first frame for it, or is the
            // same unit. All others find the link now or later, and read final fields of it, and words of their own
            // behind these; a link that they do not find yet has no frame that they know of.
            slowCarriers = slow;
            carriers[host] = carrier;
            links[host] = link;
        }
    }
}
