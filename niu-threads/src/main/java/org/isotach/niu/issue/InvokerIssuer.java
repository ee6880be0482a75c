/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.HostSet;
import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.send.SwitchInterfaceUnit;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.thread.TryLock;

/**
 * Issues where the cluster has no threads: the application thread owns the host, and sends, too. Isochrons that come in
 * a row share frames, see {@link FrameBatch}.
 */
public final class InvokerIssuer extends Issuer
{
    // Frames that may be under way before a host holds back what it issues.
    private static final int MAX_IN_FLIGHT = 2;

    private final TryLock lock;
    private final SwitchInterfaceUnit siu;
    private final OpenBatch openBatch;
    private final InvokerWork work;
    private volatile boolean hasPassed;

    /**
     * @param host      its units.
     * @param settings  what they need of the settings of the cluster.
     * @param gate      of the host.
     * @param progress  of the host.
     * @param openBatch of the host.
     * @param work      for the host.
     */
    public InvokerIssuer(
        final HostUnits host,
        final UnitSettings settings,
        final IssueGate gate,
        final IssueProgress progress,
        final OpenBatch openBatch,
        final InvokerWork work)
    {
        super(host, settings, gate, progress);
        this.openBatch = openBatch;
        this.work = work;
        lock = host.executor.lock();
        siu = host.siu;
        siu.flushWith(this::flush);
    }

    @Override
    public long tryIssue(final IsochronFrame isochron, final FrameBatch ownBatch)
    {
        if (mustWait())
        {
            gate.checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        if (!lock.tryEnterSoon())
        {
            // Of a host that is expelled nobody becomes owner any more.
            gate.checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        try
        {
            // As owner: see tryEndBatch().
            gate.checkOpen(isochron);
            if (mayExecuteLocal(isochron))
            {
                executor.executeLocal(isochron.buffer(), isochron.offset(), isochron.length());
                executor.lookAround(1);
                return IsochronIssuer.EXECUTED;
            }
            return enqueueOrAppend(isochron, ownBatch);
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
            if (tryPassWithoutToken(marker))
            {
                return true;
            }
            final boolean isIssued = enqueue(marker);
            work.send();
            return isIssued;
        }
        finally
        {
            lock.exit();
        }
    }

    /**
     * For the owner: a marker that tells nobody needs no token if everything that was issued before is on its links.
     */
    private boolean tryPassWithoutToken(final Marker marker)
    {
        final boolean isAllOnLinks = null == openBatch.get() && lanai.shipped() == sendRing.getCursor();
        if (!isAllOnLinks || !marker.tryPassWithoutToken(siu.lastTimestamp()))
        {
            return false;
        }
        if (!hasPassed)
        {
            hasPassed = true;
        }
        return true;
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
            final boolean isFlushed = openBatch.get() != ownBatch || tryFlush(true);
            work.send();
            return isFlushed ? ownBatch.sequence() : IsochronIssuer.BACK_PRESSURED;
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
                // It is executed everywhere, or nowhere, like all that was issued last.
                return true;
            }
            Thread.onSpinWait();
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
        // The owner of the host issues: who becomes owner after this one sees what is closed.
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
            return tryFlush(true);
        }
        finally
        {
            lock.exit();
        }
    }

    @Override
    long claim()
    {
        return null == openBatch.get() || tryFlush(false) ? tryNext() : IsochronIssuer.BACK_PRESSURED;
    }

    /**
     * For the owner. A host that issues and does not execute is in no hurry: isochrons
     * then share a frame, and the pin that it takes to send it. It is sent when the frame is full, when another batch
     * begins, when the host works, or when others find nothing to do.
     */
    private long enqueueOrAppend(final IsochronFrame isochron, final FrameBatch ownBatch)
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
            final boolean isFlushed = tryFlush(open == ownBatch);
            work.send();
            if (!isFlushed)
            {
                return IsochronIssuer.BACK_PRESSURED;
            }
        }
        if (null == openBatch.get() && !isOneInFlight() &&
            (isInRow || siu.isAhead(isochron.destinations(), MAX_IN_FLIGHT)))
        {
            ownBatch.open(isochron, distance(isochron));
            openBatch.set(ownBatch);
            // Who works for all hosts may have found nothing to do.
            siuDoorbell.ring();
            return IsochronIssuer.APPENDED;
        }
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            work.send();
            return sequence;
        }
        sendPublished(sequence, publish(sequence, isochron, null));
        return sequence;
    }

    /**
     * From here on the isochron is issued, whatever is thrown.
     */
    private void sendPublished(final long sequence, final FrameEntry entry)
    {
        try
        {
            // Asked after the claim, in the course of which what another thread has appended may get an entry of its
            // own.
            if (lanai.shipped() == sequence - 1 && siu.tryStampNext(entry, MAX_IN_FLIGHT))
            {
                // What send() would do, for the usual case that nothing else is to be sent.
                lanai.shipNext(entry);
                executor.lookAround(1);
                return;
            }
        }
        catch (final Throwable ex)
        {
            executor.handlers().accept(ex);
        }
        work.send();
    }

    private boolean tryJoin(final FrameBatch open, final IsochronFrame isochron)
    {
        final int distance = distance(isochron);
        return open.tryJoin(isochron, distance) ||
            haveCredits(isochron.destinations(), open.destinations()) && open.tryJoinMixed(isochron, distance);
    }

    /**
     * Is there a credit for each host that the open batch does not go to yet? A host without one would hold back what
     * was issued before, for others, and they may be what it waits for. A credit that is there stays there if nothing
     * is stamped before the batch.
     */
    private boolean haveCredits(final HostSet destinations, final HostSet ofBatch)
    {
        final boolean isStamped = siu.stamped().get() == sendRing.getCursor();
        for (int host = destinations.next(0); host >= 0; host = destinations.next(host + 1))
        {
            if (!ofBatch.contains(host) && !(isStamped && siu.hasCredit(host)))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * For the owner, before it sends.
     */
    private void flush()
    {
        if (openBatch.hasUnflushed())
        {
            tryFlush(false);
        }
    }

    /**
     * For the owner: puts a frame of what is behind in the batch into the send ring, and forgets the batch if nothing
     * more can come.
     *
     * @param isEnded nothing is appended to the batch any more.
     * @return false if there is no room.
     */
    private boolean tryFlush(final boolean isEnded)
    {
        final FrameBatch open = openBatch.get();
        // First this: what a thread has appended that is at rest now is seen below.
        final boolean isOver = isEnded || open.isAtRest();
        open.close();
        if (open.hasUnflushed())
        {
            final long sequence = tryNext();
            if (IsochronIssuer.BACK_PRESSURED == sequence)
            {
                return false;
            }
            final FrameEntry entry = sendRing.get(sequence);
            try
            {
                open.flushInto(entry);
            }
            catch (final Throwable ex)
            {
                publishEmpty(sequence);
                throw ex;
            }
            // Release, as in publish().
            sendRing.publish(sequence);
            open.flushed(entry, sequence);
        }
        if (isOver)
        {
            openBatch.set(null);
        }
        return true;
    }
}
