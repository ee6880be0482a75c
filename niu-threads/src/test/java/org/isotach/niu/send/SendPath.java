/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.ArrayList;
import java.util.List;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.RecordingModel;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenManager;
import org.isotach.niu.time.TokenWord;

/**
 * The sending side of host 0, and the executors of all hosts, on one switch and without threads: a test decides
 * about every step.
 */
public final class SendPath
{
    /**
     * After how many frames the LANai looks for what can be freed, unless asked before.
     */
    static final int RETIRED_FRAMES = 20;

    private static final int STRIDE = 128;

    public final TokenManager tokenManager;
    public final RingBuffer<FrameEntry> ring;
    public final OutboundLinks links;
    public final SwitchInterfaceUnit siu;
    public final Lanai lanai;
    public final NoticeBoard noticeBoard;
    final Sequence retired = new Sequence();
    public final IsochronExecutor[] executors;
    public final RecordingModel.Recorder[] recorders;
    public final List<Throwable> errors = new ArrayList<>();
    private final OffHeapBuffer frames;
    private final int ringSize;

    public SendPath(final int hosts, final int ringSize, final int linkSize)
    {
        this.ringSize = ringSize;
        final OffHeapBuffer tokens = OffHeapBuffer.allocate((long)STRIDE * (hosts + 2));
        final int[] inputs = new int[hosts];
        executors = new IsochronExecutor[hosts];
        final InboundLinks[] inbound = new InboundLinks[hosts];
        recorders = new RecordingModel.Recorder[hosts];
        for (int host = 0; host < hosts; host++)
        {
            inputs[host] = host * STRIDE;
            tokens.putLongVolatile(inputs[host], TokenManager.IDLE);
        }
        tokenManager = new TokenManager(List.of(0), tokens, hosts * STRIDE, (hosts + 1) * STRIDE, inputs);
        for (int host = 0; host < hosts; host++)
        {
            executors[host] = new IsochronExecutor(
                host, new TryLock(), tokenManager, true, 64, new Doorbell(), new Handlers(errors::add, 2));
            inbound[host] = executors[host].inbound();
            recorders[host] = new RecordingModel.Recorder(host);
            executors[host].register(RecordingModel.FAMILY, recorders[host], (slot, value) ->
            {
            });
        }
        ring = RingBuffer.createMultiProducer(FrameEntry::new, ringSize, new BusySpinWaitStrategy());
        ring.addGatingSequences(retired);
        links = new OutboundLinks(0, linkSize, inbound, new Doorbell(), new ExpelledHosts(hosts), null, null);
        final TokenWord tokenWord = new TokenWord(tokens, 0, tokenManager, null);
        final Sequence shipped = new Sequence();
        noticeBoard = new NoticeBoard(hosts);
        siu = new SwitchInterfaceUnit(
            0, new TryLock(), hosts, ring, tokenWord, links, noticeBoard, shipped, new Doorbell());
        lanai = new Lanai(
            0, new TryLock(), ring, tokenWord, links, noticeBoard, siu.stamped(), shipped, retired, hosts,
            RETIRED_FRAMES * RecordingModel.LENGTH - 1, new Doorbell(), errors::add);
        frames = OffHeapBuffer.allocate((long)ringSize * RecordingModel.LENGTH);
    }

    /**
     * Issues an isochron with one operation.
     *
     * @return its sequence.
     */
    public long issue(final int distance, final long payload, final int... hosts)
    {
        final long sequence = ring.next();
        final FrameEntry entry = ring.get(sequence);
        entry.setTargets(HostSet.of(executors.length, hosts), 0);
        entry.buffer = frames;
        entry.offset = (int)(sequence % ringSize) * RecordingModel.LENGTH;
        entry.length = RecordingModel.LENGTH;
        entry.distance = distance;
        RecordingModel.write(frames, entry.offset, payload, RecordingModel.mask(hosts));
        ring.publish(sequence);
        return sequence;
    }

    public NoticeInbox inbox(final int host, final NoticeListener listener)
    {
        final NoticeInbox inbox = new NoticeInbox(noticeBoard, listener, new Doorbell(), errors::add);
        inbox.listen(host);
        return inbox;
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

    public void execute(final int... hosts)
    {
        for (final int host : hosts)
        {
            executors[host].doWork();
        }
    }

    public long retire()
    {
        lanai.requestRetirement();
        lanai.doWork();
        return retired.get();
    }
}
