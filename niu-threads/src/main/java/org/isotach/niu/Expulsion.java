/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.send.HostMarkers;
import org.isotach.niu.send.Sender;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;

/**
 * Expels one host. It owns the rule that everything the host had issued executes everywhere or nowhere, and that all
 * others agree when the host left (docs/protocol.md, section 18). Works on the calling thread; one expulsion at a time.
 */
final class Expulsion
{
    private static final long NONE = -1;

    private final int hostId;
    private final int distance;
    private final HostUnits host;
    private final Sender sender;
    private final IsochronExecutor executor;
    private final TokenWord tokens;
    private final NoticeBoard noticeBoard;
    private final OutboundLinks links;
    private final ExpelledHosts expelledHosts;
    private final long handlerTimeoutNs;
    private final Supplier<BooleanSupplier> results;
    private final Consumer<Thread> abandon;
    private final Set<TryLock> taken = new HashSet<>();
    private final List<Marker> markers = new ArrayList<>();

    // Threads inside handlers that are not abandoned yet.
    private final Queue<Thread> stuck = new ArrayDeque<>();

    // What it has said last, and the markers that have passed with it; null before that.
    private FrameEntry last;
    private HostMarkers passed;
    private volatile long pulse = NONE;

    /**
     * @param host        units of the host to expel, which takes no more isochrons.
     * @param distance    to the farthest host.
     * @param noticeBoard of the cluster.
     * @param links       from the host to all others, used only here.
     * @param expelledHosts of the cluster.
     * @param handlerTimeoutNs how long to wait for a handler of the host to return, in nanoseconds.
     * @param results     has the results that the host owes others put on their way, and returns whether they are.
     * @param abandon     takes the thread that is still inside a handler, and may never return.
     */
    Expulsion(
        final HostUnits host,
        final int distance,
        final NoticeBoard noticeBoard,
        final OutboundLinks links,
        final ExpelledHosts expelledHosts,
        final long handlerTimeoutNs,
        final Supplier<BooleanSupplier> results,
        final Consumer<Thread> abandon)
    {
        hostId = host.hostId;
        this.distance = distance;
        this.host = host;
        sender = host.sender();
        executor = host.executor;
        tokens = host.tokens;
        this.noticeBoard = noticeBoard;
        this.links = links;
        this.expelledHosts = expelledHosts;
        this.handlerTimeoutNs = handlerTimeoutNs;
        this.results = results;
        this.abandon = abandon;
    }

    /**
     * Expels the host, or completes an expulsion that failed.
     *
     * @param waiter    of another host.
     * @param hostCount number of hosts of the cluster.
     * @return the pulse in which the host leaves.
     */
    long run(final Waiter waiter, final int hostCount)
    {
        if (null == last)
        {
            prepare(waiter);
            last = sendLast(hostCount);
        }
        if (NONE == pulse)
        {
            // A trunk may have no room.
            waiter.await(links::isDelivered, "the last isochron of host " + hostId + " to be on its links");
            tokens.release();
            passed.tell();
            pulse = last.timestamp;
        }
        return pulse;
    }

    private void prepare(final Waiter waiter)
    {
        final long startNs = System.nanoTime();
        waiter.await(() -> tryTakeUnits(System.nanoTime() - startNs >= handlerTimeoutNs),
            "the units of host " + hostId + ", which another thread works for");
        // From here on no host of this member sends to it, or waits for room there; others are told by the last frame.
        expelledHosts.add(hostId);
        noticeBoard.expel(hostId);
        // An isochron with a timestamp has all its credits, and executes everywhere; nobody has seen the rest. Only a
        // trunk may have no room for it.
        waiter.await(sender::tryShip, "everything that host " + hostId + " has issued to be on its links");
        waiter.await(results.get(), "the results of host " + hostId + " to be on their way");
        giveUp();
        waiter.await(() -> noticeBoard.hasRoom(hostId, markers.size()),
            "hosts to receive the signals and barriers of host " + hostId);
    }

    /**
     * Returns whether the expulsion is complete.
     */
    boolean isEnded()
    {
        return NONE != pulse;
    }

    /**
     * Returns whether all remaining hosts know.
     */
    boolean isKnown()
    {
        return NONE != pulse && links.areExecuted();
    }

    /**
     * No owner lets go of a unit halfway through its work, and these units are never released again. An owner may stay
     * for ever only inside a handler, so there its right can be revoked.
     */
    private boolean tryTakeUnits(final boolean isHandlerLate)
    {
        boolean areTaken = true;
        for (final ExclusiveUnit unit : host.all())
        {
            areTaken &= tryTake(unit.lock(), isHandlerLate);
        }
        return areTaken;
    }

    private boolean tryTake(final TryLock lock, final boolean isHandlerLate)
    {
        if (!taken.contains(lock))
        {
            if (lock.tryEnter())
            {
                taken.add(lock);
            }
            else if (isHandlerLate)
            {
                final Thread thread = lock.tryRevoke();
                if (null != thread)
                {
                    taken.add(lock);
                    stuck.add(thread);
                }
            }
        }
        abandonStuckThreads();
        return taken.contains(lock);
    }

    private void abandonStuckThreads()
    {
        // Each is removed after the call: if no thread can take its place, the next expulsion tries again.
        while (!stuck.isEmpty())
        {
            abandon.accept(stuck.peek());
            stuck.remove();
        }
    }

    private void giveUp()
    {
        final NoticeInbox inbox = executor.application().inbox();
        if (null != inbox)
        {
            inbox.giveUp(markers);
        }
    }

    /**
     * The last isochron of the host uses links of its own, so nobody has to make room for it.
     */
    private FrameEntry sendLast(final int hostCount)
    {
        final FrameEntry frame = new FrameEntry();
        frame.setExpulsion(hostId, hostCount, distance);
        links.tryReserve(frame);
        sender.stampAlone(frame);
        passed = new HostMarkers(hostId, noticeBoard, executor.handlers());
        markers.forEach(marker -> passed.pass(marker, frame.timestamp));
        links.send(sender.stamped() + 1, frame);
        return frame;
    }
}
