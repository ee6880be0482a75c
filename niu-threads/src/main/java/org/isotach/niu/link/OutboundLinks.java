/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.thread.Doorbell;

/**
 * The outbound isotach links of one host, made when they are first used: by the {@code SwitchInterfaceUnit}, before it
 * stops tokens, so that nothing that can fail happens while time stands still. Others may ask how far they have got.
 */
public final class OutboundLinks
{
    private final int sender;
    private final int size;
    private final FrameRing[] links;
    private final InboundLinks[] receivers;
    private final Doorbell senderDoorbell;

    private final ExpelledHosts expelledHosts;

    // In paranoid mode, else null.
    private final Consumer<Throwable> watchErrorHandler;

    // Neither faults nor paranoid mode.
    private final boolean isPlain;

    // Null without faults.
    private final FaultInjector injector;
    private final FrameChannel[] channels;

    // In paranoid mode, else null: by receiver, how many frames were sent to it.
    private final long[] numbers;

    /**
     * @param sender    number of the host.
     * @param size      slots of a link, a power of two.
     * @param receivers where frames come in at all hosts.
     * @param senderDoorbell of the thread that works for the switch interface unit of the host.
     * @param expelledHosts of the cluster.
     * @param watchErrorHandler told of frames that are executed in another pulse, in paranoid mode, else null.
     * @param injector  of faults on the links, null for none.
     */
    public OutboundLinks(
        final int sender,
        final int size,
        final InboundLinks[] receivers,
        final Doorbell senderDoorbell,
        final ExpelledHosts expelledHosts,
        final Consumer<Throwable> watchErrorHandler,
        final FaultInjector injector)
    {
        this.sender = sender;
        this.size = size;
        this.receivers = receivers;
        this.senderDoorbell = senderDoorbell;
        this.expelledHosts = expelledHosts;
        this.watchErrorHandler = watchErrorHandler;
        this.injector = injector;
        links = new FrameRing[receivers.length];
        channels = null == injector ? null : new FrameChannel[receivers.length];
        numbers = null == watchErrorHandler ? null : new long[receivers.length];
        isPlain = null == channels && null == numbers;
    }

    /**
     * More links from the same host.
     *
     * @param anotherSize slots of a link, a power of two.
     */
    public OutboundLinks another(final int anotherSize)
    {
        return new OutboundLinks(
            sender, anotherSize, receivers, senderDoorbell, expelledHosts, watchErrorHandler, injector);
    }

    public int size()
    {
        return size;
    }

    /**
     * Sequence up to which a host, and its application, are done with the frames sent to it, -1 if there is none. One
     * that has been expelled is done with all of them.
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
     * For the owner: is there a credit for another frame to a host? One that has been expelled takes everything. There
     * is a link then.
     */
    public boolean hasRoom(final int host)
    {
        return hasRoom(host, size);
    }

    /**
     * For the owner: is a host, with its application, done with all but less than some number of the frames sent to
     * it, and is there a credit for another one? There is a link then.
     */
    public boolean hasRoom(final int host, final int frames)
    {
        final FrameRing link = links[host];
        if (null == link)
        {
            ensure(host);
            return true;
        }
        return link.hasRoom(Math.min(frames, size)) || expelledHosts.contains(host);
    }

    /**
     * Frames that a host has not given back, 0 for one that has been expelled. For messages only: any thread may ask.
     */
    public long underWay(final int host)
    {
        final FrameRing link = links[host];
        return null == link || expelledHosts.contains(host) ? 0 : Math.max(0, link.published() - link.consumed());
    }

    /**
     * Is there no credit for another frame to a host? For messages only: any thread may ask.
     */
    public boolean isFull(final int host)
    {
        final FrameRing link = links[host];
        return null != link && link.published() - link.consumed() >= size && !expelledHosts.contains(host);
    }

    /**
     * For the owner: number that the frame before the oldest one had at this host, see {@link #send}, that is not given
     * back; a larger one than all if there is none.
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
     * For the owner: a frame of another host was executed. Takes the credits that came with it, and sees to it that
     * frames to that host carry credits, too.
     */
    public void heardFrom(final InboundLink inbound)
    {
        final FrameRing outbound = links[inbound.sender];
        if (null != outbound)
        {
            outbound.heard(inbound.returned());
            if (!outbound.leadsBack())
            {
                outbound.leadBack(inbound.link());
            }
        }
    }

    /**
     * Sequence of the last frame that a host has executed of those sent to it, -1 if there is none.
     */
    long executed(final int host)
    {
        final FrameRing link = links[host];
        return null == link ? -1 : link.executed();
    }

    /**
     * Has everything been executed that is on the links?
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
     * In paranoid mode: checks when everything was executed; for the owner of the links, or when nothing is sent any
     * more.
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
     * The link to a host, null if there is none yet: see {@link #ensure}.
     */
    public FrameRing to(final int host)
    {
        return links[host];
    }

    /**
     * Puts the frame of an isochron on the link to a host, or on its way there.
     *
     * @param issue sequence of the frame at this host.
     */
    public void send(final int host, final long issue, final FrameEntry entry)
    {
        if (expelledHosts.contains(host))
        {
            return;
        }
        if (!isPlain && sendOtherwise(host, issue, entry))
        {
            return;
        }
        if (entry.length <= FrameRing.MAX_SHORT_LENGTH && host != sender)
        {
            to(host).publishShort(issue, entry);
        }
        else
        {
            to(host).publish(issue, entry);
        }
    }

    /**
     * With faults, or in paranoid mode.
     *
     * @return true if the frame was sent.
     */
    private boolean sendOtherwise(final int host, final long issue, final FrameEntry entry)
    {
        // Before anything can happen to the frame.
        final long number = null == numbers ? FrameChannel.NO_NUMBER : numbers[host]++;
        final FrameChannel channel = null == channels ? null : channels[host];
        if (null != channel)
        {
            channel.send(issue, number, entry);
        }
        else if (null != numbers)
        {
            to(host).number(number);
        }
        return null != channel;
    }

    /**
     * Is everything on its link that was sent? If not, calling this again brings it on.
     */
    public boolean isDelivered()
    {
        boolean isDelivered = true;
        if (null != channels)
        {
            for (final FrameChannel channel : channels)
            {
                isDelivered &= null == channel || channel.work();
            }
        }
        return isDelivered;
    }

    /**
     * Makes the link to a host if there is none yet.
     */
    public void ensure(final int host)
    {
        if (null == links[host])
        {
            // What a host issues for itself alone keeps the timestamp of what it issued before.
            final Acknowledgements acknowledgements = null == watchErrorHandler || host == sender ? null :
                new Acknowledgements(sender, host, size, watchErrorHandler);
            final FrameRing link =
                new FrameRing(sender, size, senderDoorbell, receivers[host].doorbell(), acknowledgements);
            if (null != numbers)
            {
                link.numberFrames();
            }
            receivers[host].connect(link);
            if (null != channels && host != sender)
            {
                channels[host] = new FrameChannel(link, injector);
            }
            links[host] = link;
        }
    }
}
