/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.function.IntToLongFunction;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.time.TokenWord;

/**
 * The units of a host in {@code ThreadingMode.INVOKER} whose cluster has other members: who works for the host works
 * for the trunks, too.
 */
public final class InvokerUnitsOfMember extends InvokerUnits
{
    private final Unit trunks;

    /**
     * See {@link InvokerUnits}.
     *
     * @param trunks   of the member.
     * @param promised returns, for each host, the pulse up to which its frames may execute ahead.
     */
    public InvokerUnitsOfMember(
        final int hostId,
        final int hostCount,
        final OutboundLinks links,
        final IsochronExecutor executor,
        final TokenWord tokens,
        final NoticeBoard noticeBoard,
        final Doorbell doorbell,
        final Unit trunks,
        final IntToLongFunction promised)
    {
        super(hostId, hostCount, links, executor, tokens, noticeBoard, doorbell);
        executor.runAheadWith((DirectSender)sender(), hostCount - 1, promised);
        this.trunks = trunks;
    }

    @Override
    public int work()
    {
        return trunks.doWork() + super.work();
    }

    @Override
    public int workToReceive()
    {
        return trunks.doWork() + super.workToReceive();
    }
}
