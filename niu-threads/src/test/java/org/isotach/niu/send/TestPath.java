/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.ArrayList;
import java.util.List;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FaultyTransport;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.Transport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.PulseClock;
import org.isotach.niu.time.TokenManager;
import org.isotach.niu.time.TokenWord;
import org.isotach.test.RecordingModel;

/**
 * The executors of all hosts on one switch, the outbound links of host 0, and what lies between them, without threads:
 * a test decides about every step. Whoever extends it adds the way out of host 0.
 */
abstract class TestPath
{
    /**
     * After how many frames the way out looks for what can be freed, unless asked before.
     */
    static final int RETIRED_FRAMES = 20;

    static final int RETIRE_LENGTH = RETIRED_FRAMES * RecordingModel.LENGTH - 1;

    private static final int STRIDE = 128;
    static final int LINK_LENGTH = 1 << 13;

    public final TokenManager tokenManager;
    public final OutboundLinks links;
    public final NoticeBoard noticeBoard;
    public final IsochronExecutor[] executors;
    public final RecordingModel.Recorder[] recorders;
    public final List<Throwable> errors = new ArrayList<>();
    public final ExpelledHosts expelledHosts;
    final TokenWord tokenWord;
    private final OffHeapBuffer tokens;
    private final OffHeapBuffer frames;
    private final int ringSize;

    TestPath(final int hosts, final int ringSize, final int linkSize, final Transport transport)
    {
        this.ringSize = ringSize;
        tokens = OffHeapBuffer.allocate((long)STRIDE * (hosts + 2));
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
                host,
                new TryLock(),
                new PulseClock(tokenManager, true),
                64,
                new Doorbell(),
                new Handlers(errors::add, 2));
            inbound[host] = executors[host].inbound();
            recorders[host] = new RecordingModel.Recorder(host);
            executors[host].models().register(RecordingModel.FAMILY, recorders[host], (slot, value) ->
            {
            });
        }
        expelledHosts = new ExpelledHosts(hosts);
        final LinkSize size = new LinkSize(linkSize, LINK_LENGTH, LINK_LENGTH);
        links = new OutboundLinks(0, size, inbound, new Doorbell(), expelledHosts, transport);
        tokenWord = new TokenWord(tokens, 0, tokenManager);
        noticeBoard = new NoticeBoard(hosts);
        frames = OffHeapBuffer.allocate((long)ringSize * RecordingModel.LENGTH);
    }

    /**
     * Loses nearly everything on its links.
     */
    public static Transport lossy()
    {
        return new FaultyTransport(new FaultInjector(LinkFaults.parse("drop=0.9,seed=1")));
    }

    /**
     * Fills in an isochron with one operation.
     */
    final void fill(
        final FrameEntry entry, final long sequence, final int distance, final long payload, final int... hosts)
    {
        entry.setTargets(HostSet.of(executors.length, hosts), 0);
        entry.buffer = frames;
        entry.offset = (int)(sequence % ringSize) * RecordingModel.LENGTH;
        entry.length = RecordingModel.LENGTH;
        entry.distance = distance;
        RecordingModel.write(frames, entry.offset, payload, RecordingModel.mask(hosts));
    }

    /**
     * Token word of host 0.
     */
    final long tokenWord()
    {
        return tokens.getLongVolatile(0);
    }

    public final NoticeInbox inbox(final int host, final NoticeListener listener)
    {
        final NoticeInbox inbox = new NoticeInbox(noticeBoard, listener, new Doorbell(), errors::add);
        inbox.listen(host);
        return inbox;
    }

    public final void execute(final int... hosts)
    {
        for (final int host : hosts)
        {
            executors[host].doWork();
        }
    }

    /**
     * A marker that gives a notice in the pulse that it passes in.
     */
    static Marker marker(final long notice)
    {
        return new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                return pulse;
            }

            @Override
            public long notice()
            {
                return notice;
            }
        };
    }

    /**
     * A marker that throws.
     */
    static Marker failing(final RuntimeException failure)
    {
        return new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                throw failure;
            }

            @Override
            public long notice()
            {
                return 1;
            }
        };
    }
}
