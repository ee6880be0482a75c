/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.List;
import java.util.function.Consumer;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.Lanai;
import org.isotach.niu.send.SwitchInterfaceUnit;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.HostHandlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * The units of one host, and what lies between them: send ring, switch interface unit, LANai, links, executor.
 */
public final class HostUnits
{
    // In how many parts the memory of isochrons is freed at least: before an application thread runs out of it.
    private static final int SLAB_PARTS = 16;

    public final int hostId;
    final int hostCount;
    public final RingBuffer<FrameEntry> sendRing;
    public final Sequence retired = new Sequence();
    public final OutboundLinks links;
    public final SwitchInterfaceUnit siu;
    public final Lanai lanai;
    public final IsochronExecutor executor;
    public final TokenWord tokens;
    final Doorbell siuDoorbell;
    final Doorbell lanaiDoorbell;

    /**
     * @param hostId        number of the host.
     * @param settings      what they need of the settings of the cluster.
     * @param tokens        of the host.
     * @param executor      of the host, whose owner owns all units in {@code ThreadingMode.INVOKER}.
     * @param inbound       where frames come in at all hosts.
     * @param noticeBoard   of the cluster.
     * @param expelledHosts of the cluster.
     * @param handlers      of the cluster.
     * @param injector      of faults on the links, null for none.
     * @param siuDoorbell   of the thread that works for the switch interface unit.
     * @param lanaiDoorbell of the thread that works for the LANai.
     */
    public HostUnits(
        final int hostId,
        final UnitSettings settings,
        final TokenWord tokens,
        final IsochronExecutor executor,
        final InboundLinks[] inbound,
        final NoticeBoard noticeBoard,
        final ExpelledHosts expelledHosts,
        final Handlers handlers,
        final FaultInjector injector,
        final Doorbell siuDoorbell,
        final Doorbell lanaiDoorbell)
    {
        this.hostId = hostId;
        this.tokens = tokens;
        this.executor = executor;
        this.siuDoorbell = siuDoorbell;
        this.lanaiDoorbell = lanaiDoorbell;
        hostCount = inbound.length;
        final boolean isInvoker = settings.isInvoker();
        // In INVOKER the owner of the host is the producer; in the other modes every application thread is one.
        sendRing = RingBuffer.create(
            isInvoker ? ProducerType.SINGLE : ProducerType.MULTI,
            FrameEntry::new,
            settings.sendRingSize(),
            new BusySpinWaitStrategy());
        sendRing.addGatingSequences(retired);
        final Consumer<Throwable> watchErrorHandler = settings.paranoid() ? handlers::report : null;
        links = new OutboundLinks(
            hostId, settings.linkRingSize(), inbound, siuDoorbell, expelledHosts, watchErrorHandler, injector);
        final TryLock sendLock = isInvoker ? executor.lock() : new TryLock();
        final TryLock lanaiLock = isInvoker ? executor.lock() : new TryLock();
        final Sequence shipped = new Sequence();
        siu = new SwitchInterfaceUnit(
            hostId, sendLock, hostCount, sendRing, tokens, links, noticeBoard, shipped, lanaiDoorbell);
        lanai = new Lanai(
            hostId,
            lanaiLock,
            sendRing,
            tokens,
            links,
            noticeBoard,
            siu.stamped(),
            shipped,
            retired,
            hostCount,
            settings.slabLength() / SLAB_PARTS,
            siuDoorbell,
            new HostHandlers(hostId, handlers, lanaiLock));
        if (settings.isDedicated())
        {
            siu.wakeForRetirement(lanai);
        }
    }

    /**
     * In the order in which they work.
     */
    public List<ExclusiveUnit> all()
    {
        return List.of(siu, lanai, executor);
    }

    /**
     * The units with an owner at this moment: bit i for unit i.
     */
    public int owned()
    {
        return (siu.lock().isFree() ? 0 : 1) | (lanai.lock().isFree() ? 0 : 2) |
            (executor.lock().isFree() ? 0 : 4);
    }
}
