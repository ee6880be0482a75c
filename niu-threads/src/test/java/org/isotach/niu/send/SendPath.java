/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.link.Transport;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;

/**
 * With a send ring, a switch interface unit and a LANai.
 */
public final class SendPath extends TestPath
{
    public final RingBuffer<FrameEntry> ring;
    public final SwitchInterfaceUnit siu;
    public final Lanai lanai;
    final Sequence retired = new Sequence();

    public SendPath(final int hosts, final int ringSize, final int linkSize)
    {
        this(hosts, ringSize, linkSize, new SharedMemoryTransport());
    }

    /**
     * @param transport of the frames.
     */
    public SendPath(final int hosts, final int ringSize, final int linkSize, final Transport transport)
    {
        super(hosts, ringSize, linkSize, transport);
        ring = RingBuffer.createMultiProducer(FrameEntry::new, ringSize, new BusySpinWaitStrategy());
        ring.addGatingSequences(retired);
        final Sequence shipped = new Sequence();
        siu = new SwitchInterfaceUnit(
            0, new TryLock(), ring, tokenWord, links, noticeBoard, shipped, new Doorbell());
        lanai = new Lanai(
            0,
            new TryLock(),
            ring,
            tokenWord,
            links,
            new HostMarkers(0, noticeBoard, errors::add),
            siu.stamped(),
            shipped,
            retired,
            RETIRE_LENGTH,
            new Doorbell());
    }

    /**
     * Issues an isochron with one operation.
     *
     * @return its sequence.
     */
    public long issue(final int distance, final long payload, final int... hosts)
    {
        final long sequence = ring.next();
        fill(ring.get(sequence), sequence, distance, payload, hosts);
        ring.publish(sequence);
        return sequence;
    }

    public long timestamp(final long sequence)
    {
        return ring.get(sequence).timestamp;
    }

    public void stampAndShip()
    {
        siu.doWork();
        lanai.doWork();
    }

    public long retire()
    {
        lanai.requestRetirement();
        lanai.doWork();
        return retired.get();
    }
}
