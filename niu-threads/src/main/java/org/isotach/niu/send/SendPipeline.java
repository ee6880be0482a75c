/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.function.Consumer;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The sending side of a host in stages: application threads publish in the send ring, the switch interface unit stamps,
 * the LANai ships (V1 section 3.2). Each stage has an owner of its own.
 */
public final class SendPipeline implements Sender
{
    private final RingBuffer<FrameEntry> ring;
    private final SwitchInterfaceUnit siu;
    private final Lanai lanai;
    private final Sequence retired = new Sequence();
    private final Doorbell lanaiDoorbell;

    /**
     * @param hostId        number of the host.
     * @param ringSize      entries of the send ring, a power of two.
     * @param retireLength  bytes of frames to ship before the LANai looks for frames to free.
     * @param tokens        of the host.
     * @param links         outbound links of the host.
     * @param noticeBoard   of the cluster.
     * @param lanaiLock     right to work for the LANai.
     * @param errorHandler  told of the exceptions of markers; never throws.
     * @param siuDoorbell   of the thread that works for the switch interface unit.
     * @param lanaiDoorbell of the thread that works for the LANai.
     */
    public SendPipeline(
        final int hostId,
        final int ringSize,
        final int retireLength,
        final TokenWord tokens,
        final OutboundLinks links,
        final NoticeBoard noticeBoard,
        final TryLock lanaiLock,
        final Consumer<Throwable> errorHandler,
        final Doorbell siuDoorbell,
        final Doorbell lanaiDoorbell)
    {
        this.lanaiDoorbell = lanaiDoorbell;
        ring = RingBuffer.createMultiProducer(FrameEntry::new, ringSize, new BusySpinWaitStrategy());
        ring.addGatingSequences(retired);
        final Sequence shipped = new Sequence();
        siu = new SwitchInterfaceUnit(
            hostId, new TryLock(), ring, tokens, links, noticeBoard, shipped, lanaiDoorbell);
        lanai = new Lanai(
            hostId,
            lanaiLock,
            ring,
            tokens,
            links,
            new HostMarkers(hostId, noticeBoard, errorHandler),
            siu.stamped(),
            shipped,
            retired,
            retireLength,
            siuDoorbell);
    }

    /**
     * Returns the send ring, in which application threads publish.
     */
    public RingBuffer<FrameEntry> ring()
    {
        return ring;
    }

    /**
     * Returns the first stage.
     */
    public SwitchInterfaceUnit siu()
    {
        return siu;
    }

    /**
     * Returns the second stage.
     */
    public Lanai lanai()
    {
        return lanai;
    }

    @Override
    public long issued()
    {
        return ring.getCursor();
    }

    @Override
    public long stamped()
    {
        return siu.stamped().get();
    }

    @Override
    public long shipped()
    {
        return lanai.shipped();
    }

    /**
     * Returns the sequence up to which all destinations, and their applications, have finished the frames: their memory
     * is free.
     */
    public long retired()
    {
        return retired.get();
    }

    @Override
    public long lastIssueToSelf()
    {
        return lanai.lastIssueToSelf();
    }

    @Override
    public long lastPulseToOthers()
    {
        return lanai.lastPulseToOthers();
    }

    /**
     * Returns the ticket of a frame that was shipped, see {@link Ticket}. It means nothing if {@link #retired()},
     * called after this, has reached the frame.
     */
    public long ticket(final long sequence)
    {
        final FrameEntry entry = ring.get(sequence);
        return entry.isToIssuer ? Ticket.ofIssue(sequence) : Ticket.ofPulse(entry.timestamp);
    }

    /**
     * Asks for frames to be freed by the next work.
     */
    public void requestRetirement()
    {
        lanai.requestRetirement();
        lanaiDoorbell.ring();
    }

    @Override
    public void switchOff()
    {
        siu.switchOff();
    }

    @Override
    public int blockingHost()
    {
        return siu.blockingHost();
    }

    @Override
    public int hostWithNotices()
    {
        return siu.hostWithNotices();
    }

    @Override
    public boolean tryShip()
    {
        lanai.work();
        return lanai.shipped() == siu.stamped().get();
    }

    @Override
    public void stampAlone(final FrameEntry entry)
    {
        siu.stampAlone(entry);
    }

    @Override
    public String stampingUnit()
    {
        return siu.unitName();
    }

    @Override
    public String shippingUnit()
    {
        return lanai.unitName();
    }

    @Override
    public String toString()
    {
        return "SendPipeline{issued=" + issued() + ", siu=" + siu + ", lanai=" + lanai + '}';
    }
}
