/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Topology;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.status.HostStatus;
import org.isotach.niu.time.TokenManager;

/**
 * The stalls of one host, derived from its units without owning them. Threadsafe.
 */
final class HostStalls
{
    private final HostUnits units;
    private final IsochronExecutor[] executors;
    private final TokenManager tokenManager;
    private final Topology topology;
    private final int linkRingSize;
    private final IssueGate gate;
    private final IssueProgress progress;
    private final HostEnd end;
    private final NoticeBoard noticeBoard;

    /**
     * @param units        of the host.
     * @param executors    of all hosts.
     * @param tokenManager of the switch of the host.
     * @param context      settings of the cluster.
     * @param gate         of the host.
     * @param progress     progress of the isochrons of the host.
     * @param end          of the host.
     * @param noticeBoard  of the cluster.
     */
    HostStalls(
        final HostUnits units,
        final IsochronExecutor[] executors,
        final TokenManager tokenManager,
        final ClusterContext context,
        final IssueGate gate,
        final IssueProgress progress,
        final HostEnd end,
        final NoticeBoard noticeBoard)
    {
        this.units = units;
        this.executors = executors;
        this.tokenManager = tokenManager;
        this.gate = gate;
        this.progress = progress;
        this.end = end;
        this.noticeBoard = noticeBoard;
        topology = context.topology();
        linkRingSize = context.linkRingSize();
    }

    /**
     * Adds the stalls that hold the host up, and those that it causes; nothing after its expulsion,
     * and during it only what holds that up.
     *
     * @param stalls takes the stalls.
     * @param clock  remembers since when each stall has lasted.
     * @param nowNs  when the check began.
     */
    void addTo(final List<Stall> stalls, final StallClock clock, final long nowNs)
    {
        if (end.isBeingExpelled())
        {
            // Nothing else is sent any more.
            addListener(stalls, clock, nowNs, end.hostThatHoldsExpulsionUp());
        }
        else if (gate.isExpelled())
        {
            return;
        }
        else
        {
            // Asks for the pulses of what the host has issued, so that a member that does not promise them is known.
            progress.isNothingPending();
            final int host = units.sender().blockingHost();
            if (host >= 0)
            {
                addHolder(stalls, clock, nowNs, host, units.links.consumed(host),
                    "isochron " + (units.sender().stamped() + 1), units.links.underWay(host), "frames");
            }
            addListener(stalls, clock, nowNs, units.sender().hostWithNotices());
        }
        addHandler(stalls, clock, nowNs);
        addStoppedTokens(stalls, clock, nowNs);
    }

    private void addListener(
        final List<Stall> stalls, final StallClock clock, final long nowNs, final int listener)
    {
        if (listener >= 0)
        {
            // Isochrons may go on.
            addHolder(stalls, clock, nowNs, listener, noticeBoard.taken(listener, units.hostId),
                "a signal or barrier", NoticeBoard.LOG_SIZE, "signals and barriers");
        }
    }

    private void addHolder(
        final List<Stall> stalls,
        final StallClock clock,
        final long nowNs,
        final int holder,
        final long progressOfHolder,
        final String held,
        final long count,
        final String what)
    {
        final IsochronExecutor executorOfHolder = executors[holder];
        final String description = units.sender().stampingUnit() + " holds " + held +
            " back, because " + topology.describeHost(holder) +
            " has not executed, or received, the last " + count + ' ' + what + " of host " + units.hostId +
            ", pulse " + executorOfHolder.clock().time();
        stalls.add(new Stall(
            holder,
            executorOfHolder.unitName(),
            executorOfHolder.clock().time(),
            clock.sinceChange(units.sender().stampingUnit() + ' ' + holder + ' ' + what, progressOfHolder, nowNs),
            description));
    }

    private void addHandler(final List<Stall> stalls, final StallClock clock, final long nowNs)
    {
        final IsochronExecutor executor = units.executor;
        final long handler = executor.lock().handlerCount();
        if (handler > 0)
        {
            stalls.add(new Stall(
                units.hostId,
                executor.unitName(),
                tokenManager.time(),
                clock.sinceChange(executor.unitName() + " handler", handler, nowNs),
                executor.unitName() + " is inside a handler of " +
                topology.describeHost(units.hostId) + ", handler call " + handler +
                ", pulse " + tokenManager.time()));
        }
    }

    private void addStoppedTokens(final List<Stall> stalls, final StallClock clock, final long nowNs)
    {
        final long shipped = units.sender().shipped();
        if (shipped < units.sender().stamped())
        {
            stalls.add(new Stall(
                units.hostId,
                units.sender().shippingUnit(),
                units.tokens.stoppedAt(),
                clock.sinceChange(units.sender().shippingUnit(), shipped, nowNs),
                units.sender().shippingUnit() + " has not shipped isochron " + (shipped + 1) + ": tokens of host " +
                units.hostId + " have been stopped since pulse " + units.tokens.stoppedAt()));
        }
    }

    /**
     * Returns the state of the host.
     */
    HostStatus status()
    {
        final List<HostStatus.LinkStatus> links = new ArrayList<>();
        long onTheWay = 0;
        for (int to = 0; to < executors.length; to++)
        {
            final long frames = units.links.underWay(to);
            onTheWay = Math.max(onTheWay, frames);
            // Short: less than a quarter is left.
            if (frames > linkRingSize - Math.max(1, linkRingSize / 4))
            {
                links.add(new HostStatus.LinkStatus(to, frames, linkRingSize));
            }
        }
        return new HostStatus(
            units.hostId,
            topology.hostName(units.hostId),
            tokenManager.time(),
            onTheWay + Math.max(0, units.sender().issued() - units.sender().stamped()),
            units.openBatch.hasUnflushed(),
            List.copyOf(links),
            units.executor.application().unread(),
            gate.isExpelled() ? "expelled" : gate.isShutDown() ? "shut down" : gate.isClosed() ? "closed" : "open");
    }

    /**
     * Describes the pending work of the host, for messages; empty if there is none.
     */
    String pendingReport()
    {
        return gate.isExpelled() || progress.isNothingPending() ? "" : "\n  host " + units.hostId +
            " has isochrons pending up to " + units.sender().issued() +
            (units.openBatch.hasUnflushed() ? ", and others that wait for a frame" : "") + ", pulse " +
            tokenManager.time();
    }
}
