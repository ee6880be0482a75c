/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.List;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.send.HostMarkers;
import org.isotach.niu.send.Sender;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.time.TokenWord;

/**
 * The units of a host in {@code ThreadingMode.INVOKER}: the owner of the executor owns the sender, too.
 */
public class InvokerUnits extends HostUnits
{
    private final DirectSender sender;
    private final InvokerWork work;
    private final Doorbell doorbell;
    private final List<ExclusiveUnit> all;

    /**
     * @param hostId      number of the host.
     * @param hostCount   number of hosts of the cluster.
     * @param links       from the host.
     * @param executor    of the host.
     * @param tokens      of the host.
     * @param noticeBoard of the cluster.
     * @param doorbell    of the thread that works for all hosts.
     */
    public InvokerUnits(
        final int hostId,
        final int hostCount,
        final OutboundLinks links,
        final IsochronExecutor executor,
        final TokenWord tokens,
        final NoticeBoard noticeBoard,
        final Doorbell doorbell)
    {
        super(hostId, links, executor, tokens);
        this.doorbell = doorbell;
        sender = new DirectSender(
            hostId,
            executor.lock(),
            tokens,
            links,
            new HostMarkers(hostId, noticeBoard, executor.handlers()),
            openBatch);
        work = new InvokerWork(executor, sender, tokens);
        executor.runAheadWith(sender, hostCount - 1);
        all = List.of(sender, executor);
    }

    @Override
    public Sender sender()
    {
        return sender;
    }

    @Override
    public List<ExclusiveUnit> all()
    {
        return all;
    }

    @Override
    public IssueProgress progress()
    {
        return new DirectProgress(sender, links, executor, openBatch);
    }

    @Override
    public Issuer issuer(final UnitSettings settings, final IssueGate gate, final IssueProgress progress)
    {
        return new InvokerIssuer(hostId, settings, gate, progress, sender, executor, openBatch, doorbell);
    }

    @Override
    public int work()
    {
        return CompiledApart.turn(work, true);
    }

    @Override
    public int workToReceive()
    {
        return CompiledApart.turnToReceive(work);
    }

    @Override
    public int workQuietly()
    {
        return CompiledApart.turn(work, false);
    }
}
