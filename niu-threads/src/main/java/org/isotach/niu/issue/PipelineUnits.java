/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.List;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.SendPipeline;
import org.isotach.niu.send.Sender;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.HostHandlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The units of a host in a cluster with threads, each with an owner of its own.
 */
public final class PipelineUnits extends HostUnits
{
    private final SendPipeline pipeline;
    private final Doorbell siuDoorbell;

    /**
     * @param hostId        number of the host.
     * @param settings      the settings of the cluster that units need.
     * @param links         from the host.
     * @param executor      of the host.
     * @param tokens        of the host.
     * @param noticeBoard   of the cluster.
     * @param handlers      of the cluster.
     * @param siuDoorbell   of the thread that works for the switch interface unit.
     * @param lanaiDoorbell of the thread that works for the LANai.
     */
    public PipelineUnits(
        final int hostId,
        final UnitSettings settings,
        final OutboundLinks links,
        final IsochronExecutor executor,
        final TokenWord tokens,
        final NoticeBoard noticeBoard,
        final Handlers handlers,
        final Doorbell siuDoorbell,
        final Doorbell lanaiDoorbell)
    {
        super(hostId, links, executor, tokens);
        this.siuDoorbell = siuDoorbell;
        final TryLock lanaiLock = new TryLock();
        pipeline = new SendPipeline(
            hostId,
            settings.sendRingSize(),
            settings.slabLength() / SLAB_PARTS,
            tokens,
            links,
            noticeBoard,
            lanaiLock,
            new HostHandlers(hostId, handlers, lanaiLock),
            siuDoorbell,
            lanaiDoorbell);
        if (settings.isDedicated())
        {
            pipeline.siu().wakeForRetirement(pipeline.lanai());
        }
    }

    @Override
    public Sender sender()
    {
        return pipeline;
    }

    @Override
    public List<ExclusiveUnit> all()
    {
        return List.of(pipeline.siu(), pipeline.lanai(), executor);
    }

    @Override
    public IssueProgress progress()
    {
        return new PipelineProgress(pipeline, links, executor, openBatch);
    }

    @Override
    public Issuer issuer(final UnitSettings settings, final IssueGate gate, final IssueProgress progress)
    {
        return new ThreadedIssuer(hostId, settings, gate, progress, pipeline, executor, siuDoorbell);
    }

    @Override
    public int work()
    {
        return 0;
    }

    @Override
    public int workToReceive()
    {
        return 0;
    }

    @Override
    public int workQuietly()
    {
        return 0;
    }
}
