/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenWord;
import org.isotach.niu.wait.ElapsedTime;

/**
 * Expels one host. It owns the rule that everything the host had issued executes everywhere or nowhere, and that all
 * others agree when the host left (docs/protocol.md, section 18). Works on the calling thread; one expulsion at a time.
 * Each step waits for something, and a later call, of any thread, goes on where an earlier one has stopped.
 */
final class Expulsion
{
    private static final long NONE = -1;
    private static final int NOBODY = -1;

    private final int hostId;
    private final int hostCount;
    private final int distance;
    private final HostUnits host;
    private final Sender sender;
    private final IsochronExecutor executor;
    private final TokenWord tokens;
    private final NoticeBoard noticeBoard;
    private final OutboundLinks links;
    private final ExpelledHosts expelledHosts;
    private final long handlerTimeoutNs;
    private final Scheduler scheduler;
    private final Supplier<BooleanSupplier> results;
    private final Consumer<Thread> abandon;
    private final Set<TryLock> taken = new HashSet<>();
    private final List<Marker> markers = new ArrayList<>();

    // Threads inside handlers that are not abandoned yet.
    private final Queue<Thread> stuck = new ArrayDeque<>();

    // Volatile for messages only; else guarded by this.
    private volatile Step step = Step.UNITS;

    // Null before the first step.
    private ElapsedTime time;
    private BooleanSupplier areResultsSent;

    // What it has said last, and the markers that have passed with it; null before that.
    private FrameEntry last;
    private HostMarkers passed;
    private volatile long pulse = NONE;

    private enum Step
    {
        UNITS("the units of host %d, which another thread works for"),
        ISSUED("everything that host %d has issued to be on its links"),
        RESULTS("the results of host %d to be on their way"),
        NOTICES("hosts to receive the signals and barriers of host %d"),
        DELIVERY("the last isochron of host %d to be on its links"),
        NOTHING("host %d, which has left"),
        END("the cluster to be closed, with host %d half expelled");

        private final String awaited;

        Step(final String awaited)
        {
            this.awaited = awaited;
        }
    }

    /**
     * @param host        units of the host to expel, which takes no more isochrons.
     * @param hostCount   number of hosts of the cluster.
     * @param distance    to the farthest host.
     * @param noticeBoard of the cluster.
     * @param links       from the host to all others, used only here.
     * @param expelledHosts of the cluster.
     * @param handlerTimeoutNs how long to wait for a handler of the host to return, in nanoseconds.
     * @param scheduler   of the cluster, null for none.
     * @param results     has the results that the host owes others put on their way, and returns whether they are.
     * @param abandon     takes the thread that is still inside a handler, and may never return.
     */
    Expulsion(
        final HostUnits host,
        final int hostCount,
        final int distance,
        final NoticeBoard noticeBoard,
        final OutboundLinks links,
        final ExpelledHosts expelledHosts,
        final long handlerTimeoutNs,
        final Scheduler scheduler,
        final Supplier<BooleanSupplier> results,
        final Consumer<Thread> abandon)
    {
        hostId = host.hostId;
        this.hostCount = hostCount;
        this.distance = distance;
        this.host = host;
        sender = host.sender();
        executor = host.executor;
        tokens = host.tokens;
        this.noticeBoard = noticeBoard;
        this.links = links;
        this.expelledHosts = expelledHosts;
        this.handlerTimeoutNs = handlerTimeoutNs;
        this.scheduler = scheduler;
        this.results = results;
        this.abandon = abandon;
    }

    /**
     * Expels the host, or completes an expulsion that failed.
     *
     * @param waiter of another host.
     * @return the pulse in which the host leaves.
     */
    long run(final Waiter waiter)
    {
        while (!isEnded())
        {
            waiter.await(this::tryStep, awaited(step));
        }
        return pulse;
    }

    private Object awaited(final Step awaitedStep)
    {
        return new Object()
        {
            @Override
            public String toString()
            {
                return String.format(Locale.ROOT, awaitedStep.awaited, hostId) +
                    (Step.UNITS == awaitedStep ? handlerReport() : noticeReport());
            }
        };
    }

    private String handlerReport()
    {
        for (final ExclusiveUnit unit : host.all())
        {
            final Thread thread = unit.lock().handlerThread();
            if (null != thread)
            {
                return ": thread '" + thread.getName() + "' is inside a handler, and may be for " +
                    TimeUnit.NANOSECONDS.toMillis(handlerTimeoutNs) + " ms (ClusterContext.handlerTimeout)";
            }
        }
        return "";
    }

    private String noticeReport()
    {
        final int listener = hostWithoutRoom();
        return NOBODY == listener ? "" : ": host " + listener + " has not received the last " + NoticeBoard.LOG_SIZE;
    }

    /**
     * Returns the host whose untaken notices hold the expulsion up, -1 if there is none. For messages.
     */
    int hostWithoutRoom()
    {
        // Volatile: the markers are there. Partner: tryGiveUp().
        return Step.NOTICES == step ? noticeBoard.hostWithoutRoom(hostId, markers.size()) : NOBODY;
    }

    /**
     * Does the same as far as it goes without waiting.
     *
     * @return true if the expulsion is complete.
     */
    boolean tryRun()
    {
        boolean goesOn = true;
        while (goesOn && !isEnded())
        {
            goesOn = tryStep();
        }
        return isEnded();
    }

    // Synchronized: the thread that closes the cluster may take the expulsion over.
    private synchronized boolean tryStep()
    {
        switch (step)
        {
            case UNITS:
                return tryTakeAll();
            case ISSUED:
                return tryShip();
            case RESULTS:
                return tryGiveUp();
            case NOTICES:
                return trySayLast();
            case DELIVERY:
                return tryEnd();
            case END:
                return false;
            default:
                return true;
        }
    }

    private boolean tryTakeAll()
    {
        if (null == time)
        {
            time = new ElapsedTime(scheduler, handlerTimeoutNs);
        }
        if (!tryTakeUnits(time.ns() >= handlerTimeoutNs))
        {
            return false;
        }
        // From here on no host of this member sends to it, or waits for room there; others are told by the last frame.
        expelledHosts.add(hostId);
        noticeBoard.expel(hostId);
        executor.models().leave();
        step = Step.ISSUED;
        return true;
    }

    private boolean tryShip()
    {
        // An isochron with a timestamp has all its credits, and executes everywhere; nobody has seen the rest. Only a
        // trunk may have no room for it.
        if (!sender.tryShip())
        {
            return false;
        }
        areResultsSent = results.get();
        step = Step.RESULTS;
        return true;
    }

    private boolean tryGiveUp()
    {
        if (!areResultsSent.getAsBoolean())
        {
            return false;
        }
        final NoticeInbox inbox = executor.application().inbox();
        if (null != inbox)
        {
            inbox.giveUp(markers);
        }
        // Volatile: publishes the markers. Partner: hostWithoutRoom().
        step = Step.NOTICES;
        return true;
    }

    private boolean trySayLast()
    {
        if (!noticeBoard.hasRoom(hostId, markers.size()))
        {
            return false;
        }
        last = sendLast();
        step = Step.DELIVERY;
        return true;
    }

    private boolean tryEnd()
    {
        // A trunk may have no room.
        if (!links.isDelivered())
        {
            return false;
        }
        tokens.release();
        passed.tell();
        step = Step.NOTHING;
        pulse = last.timestamp;
        return true;
    }

    /**
     * Ends the expulsion where it is, because the cluster is closed, if it has the executor: then the executor has no
     * other owner any more.
     *
     * @return true if the calling thread is the only one that works for the executor from now on.
     */
    synchronized boolean tryClose()
    {
        if (!taken.contains(executor.lock()))
        {
            return false;
        }
        if (!isEnded())
        {
            step = Step.END;
        }
        return true;
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

    /**
     * The last isochron of the host uses links of its own, so nobody has to make room for it.
     */
    private FrameEntry sendLast()
    {
        final FrameEntry frame = new FrameEntry();
        frame.setExpulsion(hostId, hostCount, distance);
        // Memory may run out: this comes before anything is reserved or pinned, as a later call begins anew.
        passed = new HostMarkers(hostId, noticeBoard, executor.handlers());
        links.tryReserve(frame);
        sender.stampAlone(frame);
        for (int i = 0; i < markers.size(); i++)
        {
            passed.pass(markers.get(i), frame.timestamp);
        }
        links.send(sender.stamped() + 1, frame);
        return frame;
    }
}
