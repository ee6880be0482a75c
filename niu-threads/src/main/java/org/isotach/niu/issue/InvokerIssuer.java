/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.function.ToLongBiFunction;

import org.isotach.HostSet;
import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.TryLock;

/**
 * Issues in a cluster without threads: the application thread owns the host, and sends, too. Isochrons in a row share
 * frames, see {@link FrameBatch}.
 */
public final class InvokerIssuer extends Issuer
{
    // Largest number of frames under way before a host collects the isochrons that it issues.
    private static final int MAX_IN_FLIGHT = 2;

    private final TryLock lock;
    private final DirectSender sender;
    private final OpenBatch openBatch;
    private final Doorbell doorbell;
    private final ToLongBiFunction<IsochronFrame, FrameBatch> ownIssue = this::tryIssueAsOwner;
    private volatile boolean hasPassed;

    /**
     * @param hostId    number of the host.
     * @param settings  the settings of the cluster that units need.
     * @param gate      of the host.
     * @param progress  of the host.
     * @param sender    of the host.
     * @param executor  of the host.
     * @param openBatch of the host.
     * @param doorbell  of the thread that works for all hosts.
     */
    InvokerIssuer(
        final int hostId,
        final UnitSettings settings,
        final IssueGate gate,
        final IssueProgress progress,
        final DirectSender sender,
        final IsochronExecutor executor,
        final OpenBatch openBatch,
        final Doorbell doorbell)
    {
        super(hostId, settings, gate, progress, sender, executor);
        this.sender = sender;
        this.openBatch = openBatch;
        this.doorbell = doorbell;
        lock = sender.lock();
    }

    @Override
    public long tryIssue(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        return CompiledApart.tryIssue(ownIssue, isochron, ownBatch);
    }

    private long tryIssueAsOwner(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        if (!(isAlone ? lock.tryEnterPatiently() : lock.tryEnterSoon()))
        {
            // No thread becomes owner of an expelled host any more.
            gate.checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        try
        {
            // As owner: see tryEndBatch().
            gate.checkOpen(isochron);
            // As owner, too: of several threads that see nothing under way one may issue.
            if (mustWait())
            {
                return IsochronIssuer.BACK_PRESSURED;
            }
            if (mayExecuteLocal(isochron))
            {
                executor.executeLocal(isochron.buffer(), isochron.offset(), isochron.length());
                executor.lookAround(1);
                return IsochronIssuer.EXECUTED;
            }
            return sendOrAppend(isochron, ownBatch);
        }
        finally
        {
            lock.exit();
        }
    }

    @Override
    public boolean tryIssue(final Marker marker)
    {
        if (!lock.tryEnterSoon())
        {
            gate.checkOpen();
            return false;
        }
        try
        {
            // As owner: see tryEndBatch().
            gate.checkOpen();
            return tryPassWithoutToken(marker) || trySend(marker);
        }
        finally
        {
            lock.exit();
        }
    }

    /**
     * For the owner: a marker that notifies nobody needs no token if everything that was issued before is on its links.
     */
    private boolean tryPassWithoutToken(final Marker marker)
    {
        if (!sender.isAllOnLinks() || !marker.tryPassWithoutToken(sender.lastTimestamp()))
        {
            return false;
        }
        if (!hasPassed)
        {
            hasPassed = true;
        }
        return true;
    }

    private boolean trySend(final Marker marker)
    {
        if (!sender.tryFlush(false))
        {
            return false;
        }
        final boolean isSent = sender.trySend(marker, ownDistance);
        executor.lookAround(1);
        return isSent;
    }

    /**
     * For the owner, inside its turn.
     */
    @Override
    public boolean tryIssueFromListener(final Marker marker, final boolean isWanted)
    {
        if (!isWanted)
        {
            return true;
        }
        return sender.tryFlush(false) && sender.trySend(marker, ownDistance);
    }

    @Override
    public boolean hasIssued()
    {
        // A marker without a token leaves no other trace.
        return super.hasIssued() || null != openBatch.get() || hasPassed;
    }

    @Override
    public long endBatch(final FrameBatch ownBatch)
    {
        if (!lock.tryEnter())
        {
            return IsochronIssuer.BACK_PRESSURED;
        }
        try
        {
            final boolean isFlushed = openBatch.get() != ownBatch || sender.tryFlush(true);
            executor.lookAround(1);
            return isFlushed ? ownBatch.ticket() : IsochronIssuer.BACK_PRESSURED;
        }
        finally
        {
            lock.exit();
        }
    }

    @Override
    public boolean confirm(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        while (!lock.tryEnter())
        {
            if (gate.isExpelled())
            {
                // It is executed everywhere, or nowhere, like everything that was issued last.
                return true;
            }
            // The owner may be inside a handler, and both may be virtual threads.
            Thread.yield();
        }
        try
        {
            return !ownBatch.tryTakeBack(isochron);
        }
        finally
        {
            lock.exit();
        }
    }

    @Override
    public boolean tryEndBatch()
    {
        // The owner of the host issues: the next owner sees what is closed.
        if (!lock.tryEnter())
        {
            return false;
        }
        try
        {
            final FrameBatch open = openBatch.get();
            if (null == open)
            {
                return true;
            }
            open.closeForGood();
            return sender.tryFlush(true);
        }
        finally
        {
            lock.exit();
        }
    }

    /**
     * Nothing needs to be freed: links have copies.
     */
    @Override
    public long retired()
    {
        return Long.MAX_VALUE;
    }

    @Override
    public void requestRetirement()
    {
        // As above.
    }

    /**
     * For the owner. A host that issues without executing is in no hurry: isochrons then share a frame, and the pin
     * that sending it takes. The frame is sent when it is full, when another batch begins, when the host works, or when
     * others find nothing to do.
     */
    private long sendOrAppend(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        final FrameBatch open = openBatch.get();
        boolean isInRow = false;
        if (null != open)
        {
            if (open == ownBatch && tryJoin(open, isochron))
            {
                return IsochronIssuer.APPENDED;
            }
            isInRow = open == ownBatch && open.isFullFor(isochron);
            final boolean isFlushed = sender.tryFlush(open == ownBatch);
            executor.lookAround(1);
            if (!isFlushed)
            {
                return IsochronIssuer.BACK_PRESSURED;
            }
        }
        final FrameEntry frame = sender.frame();
        frame.set(isochron, distance(isochron));
        final boolean isInNoHurry = isInRow || sender.isAhead(frame, MAX_IN_FLIGHT);
        if (isInNoHurry || !sender.trySend(frame))
        {
            // Nobody looks at what is appended: see tryEndBatch().
            if (null == openBatch.get() && !isOneInFlight() && gate.isOpenForAll())
            {
                ownBatch.open(isochron, frame.distance);
                openBatch.set(ownBatch);
                // The thread that works for all hosts may have found nothing to do.
                doorbell.ring();
                return IsochronIssuer.APPENDED;
            }
            if (!isInNoHurry || !sender.trySend(frame))
            {
                return IsochronIssuer.BACK_PRESSURED;
            }
        }
        executor.lookAround(1);
        return sender.lastTicket();
    }

    private boolean tryJoin(final FrameBatch open, final IsochronFrame isochron)
    {
        final int distance = distance(isochron);
        return open.destinations().isSameAs(isochron.destinations()) ? open.tryJoin(isochron, distance) :
            haveCredits(isochron, open) && open.tryJoinMixed(isochron, distance);
    }

    /**
     * Returns whether there is a credit for each host that the open batch does not go to yet. A host without one would
     * hold back earlier isochrons for others, and it may be waiting for just those. A credit that is there stays there,
     * since nothing is sent before the batch; it is for the longest frame that the batch may become.
     */
    private boolean haveCredits(final IsochronFrame isochron, final FrameBatch open)
    {
        final HostSet destinations = isochron.destinations();
        final int length = open.mixedLength(isochron);
        if (open.unflushedLength() + isochron.length() > length)
        {
            // To ask could make a link longer, in vain.
            return false;
        }
        for (int host = destinations.next(0); host >= 0; host = destinations.next(host + 1))
        {
            if (!open.destinations().contains(host) && !sender.hasCredit(host, length))
            {
                return false;
            }
        }
        return true;
    }
}
