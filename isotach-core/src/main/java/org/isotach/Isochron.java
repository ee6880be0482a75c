/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A group of operations that executes atomically, at one point of logical time, at all hosts that it touches
 * (V1 section 2.1.1).
 * <p>
 * Use it in a cycle: {@link #begin()}, operations of the models, {@link #issue()}, and again. It allocates nothing in
 * use. An issued isochron may still be on its way while the next one is assembled.
 * <p>
 * All isochrons that the application threads of a host issue execute everywhere in the order in which they were
 * issued; together with the isochrons of all other hosts they are sequentially consistent.
 * <p>
 * <b>Note:</b> an isochron belongs to one application thread at a time. Each application thread of a host gets its own
 * from {@code Host.isochron()}. It may be given to another thread while it is not open. In paranoid mode a thread that
 * uses it while another one has it open, or waits for its execution, gets an {@link IsotachException}.
 */
public final class Isochron extends AssembledFrame
{
    /**
     * Value of {@code window} for an issuer that copies what it sends.
     */
    public static final int COPIED = 0;

    private static final int ALIGNMENT = Long.BYTES;

    private final FrameSlab slab;

    /**
     * Creates an isochron; {@code Host.isochron()} calls this.
     *
     * @param issuer     takes the isochrons over.
     * @param hostId     number of the issuing host.
     * @param hostCount  number of hosts of the cluster.
     * @param slabLength bytes for the frames of issued isochrons and for the open one.
     * @param maxLength  largest length of the operations of one isochron in bytes, a multiple of 8; at most a third of
     *                   slabLength, so that a frame at the end, the rest behind it, and the next one at the start all
     *                   fit.
     * @param window     largest number of isochrons that are read in place, a power of two; {@link #COPIED} if the
     *                   issuer copies what it sends.
     * @param remedy     what exception messages suggest if an isochron is too long.
     * @throws IllegalArgumentException when a number is out of range, or maxLength is too large for slabLength.
     */
    public Isochron(
        final IsochronIssuer issuer,
        final int hostId,
        final int hostCount,
        final int slabLength,
        final int maxLength,
        final int window,
        final String remedy)
    {
        super(issuer, hostId, hostCount, checkedMaxLength(maxLength, slabLength), remedy);
        if (COPIED != window && (window < 1 || 1 != Integer.bitCount(window)))
        {
            throw new IllegalArgumentException("window: " + window + " (expected: a power of two, or 0)");
        }
        slab = COPIED == window ? new CopiedFrames(issuer, slabLength, maxLength) :
            new KeptFrames(issuer, slabLength, maxLength, window);
    }

    private static int checkedMaxLength(final int maxLength, final int slabLength)
    {
        if (maxLength < ALIGNMENT || 0 != maxLength % ALIGNMENT || maxLength > slabLength / 3)
        {
            throw new IllegalArgumentException("maxLength: " + maxLength +
                " (expected: a multiple of " + ALIGNMENT + ", at most a third of slabLength " + slabLength + ')');
        }
        return maxLength;
    }

    /**
     * Opens the isochron. Operations may be appended from now on.
     *
     * @return this.
     * @throws IllegalStateException when it is open already, or the call comes from inside a handler.
     */
    public Isochron begin()
    {
        checkNotInHandler("Isochron.begin()");
        if (isOpen())
        {
            throw new IllegalStateException("isochron of host " + hostId() + " is open already with " +
                operationCount() + " operations: issue() or abandon() it before the next begin()");
        }
        open(slab.buffer(), slab.frameOffset());
        return this;
    }

    /**
     * Gives this isochron a timestamp of its own even if it touches local copies only. The timestamp is later than that
     * of every isochron of any host that has been seen to be executed ({@link #isExecuted()}) before this one is
     * issued. Without this call, a purely local isochron executes at once, on a copy that may lag behind what other
     * hosts have already executed.
     *
     * @return this.
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public Isochron fresh()
    {
        checkMayChange("Isochron.fresh()");
        beFresh();
        return this;
    }

    /**
     * Issues the isochron if that is possible at once. If not, and the cluster has no threads, the host works as in
     * {@code Host.poll()}; after {@code FailurePoll.FAILURES_PER_ROUND} failures, all hosts work. So a loop around this
     * call makes progress even if the applications of all other hosts are idle. It can wait for ever only for a step of
     * an application: to receive its messages, or to assign what it has scheduled.
     * <p>
     * An isochron without operations is a no-op. On return, a purely local isochron has been executed if nothing that
     * was issued before it is pending, unless another thread is working for the host at that moment.
     *
     * @return false if there is no room at present, or (with no threads in the cluster) if another thread is working
     * for the host: nothing was sent, and the isochron is still open and unchanged.
     * @throws IllegalStateException  when the isochron is not open, or the call comes from inside a handler.
     * @throws ClusterClosedException when the cluster takes no more isochrons; this isochron is abandoned.
     */
    @Override
    public boolean tryIssue()
    {
        checkOpen();
        checkNotInHandler("Isochron.tryIssue()");
        if (0 == operationCount())
        {
            // A model may have joined with an operation that it then refused.
            giveUp();
            return true;
        }
        final long ticket;
        try
        {
            if (!slab.hasRoomBehindFrame(length()) || !prepareParticipants())
            {
                // If nobody takes isochrons any more, the shortage will never end.
                issuer.checkOpen();
                issuer.backPressured();
                return false;
            }
            ticket = issuer.tryIssue(this);
        }
        catch (final ClusterClosedException ex)
        {
            giveUp();
            throw ex;
        }
        if (IsochronIssuer.BACK_PRESSURED == ticket)
        {
            issuer.backPressured();
            return false;
        }
        close();
        if (IsochronIssuer.EXECUTED != ticket)
        {
            slab.frameIssued(ticket, length());
        }
        tellIssued();
        return true;
    }

    /**
     * Issues the isochron, and waits for room if necessary. This ends the isochron, and each isochron ends once: a
     * second call without {@link #begin()} in between is refused and sends nothing. (In Ironman section A.7 it is a
     * no-op, since isochrons begin by themselves there.)
     *
     * @throws IllegalStateException   when the isochron is not open, or the call comes from inside a handler.
     * @throws ClusterClosedException  when the cluster takes no more isochrons; this isochron is abandoned.
     * @throws IsotachTimeoutException when there is no room within the time limit of the cluster; nothing was sent, and
     *                                 the isochron is still open and unchanged.
     * @throws IsotachInterruptedException when the thread is interrupted while there is no room; its interrupt status
     *                                 stays set, and the isochron is open and unchanged.
     */
    public void issue()
    {
        if (!tryIssue())
        {
            try
            {
                issuer.issue(this);
            }
            catch (final ClusterClosedException ex)
            {
                if (isOpen())
                {
                    giveUp();
                }
                throw ex;
            }
        }
    }

    /**
     * Abandons the open isochron: nothing was sent, and no operation takes effect.
     *
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public void abandon()
    {
        checkMayChange("Isochron.abandon()");
        giveUp();
    }

    /**
     * Returns whether the isochron that was issued last has been executed at its own host. If it has no operations
     * there, returns whether everything before it in the total order has been executed there.
     *
     * @return true if so, or if none was ever issued.
     * @throws IllegalStateException when the isochron is open: ask before the next {@link #begin()}, or after issuing
     *                               it.
     */
    public boolean isExecuted()
    {
        if (isOpen())
        {
            throw notIssued("isExecuted()");
        }
        final long ticket = slab.lastTicket();
        return IsochronIssuer.EXECUTED == ticket || issuer.isExecuted(ticket);
    }

    /**
     * Waits until {@link #isExecuted()} returns true.
     *
     * @throws IllegalStateException   when the isochron is open, or the call comes from inside a handler.
     * @throws ClusterClosedException  when the cluster is closed first.
     * @throws IsotachTimeoutException when that takes longer than the time limit of the cluster.
     * @throws IsotachInterruptedException when the thread is interrupted; its interrupt status stays set.
     */
    public void awaitExecuted()
    {
        issuer.checkNotInHandler("Isochron.awaitExecuted()");
        if (isOpen())
        {
            throw notIssued("awaitExecuted()");
        }
        if (!isExecuted())
        {
            issuer.awaitExecuted(slab.lastTicket());
        }
    }

    @Override
    public String toString()
    {
        return "Isochron{host=" + hostId() + ", open=" + isOpen() + ", operations=" + operationCount() +
            ", destinations=" + destinations() + '}';
    }

    private IllegalStateException notIssued(final String call)
    {
        return new IllegalStateException("isochron of host " + hostId() + " is open with " + operationCount() +
            " operations, which execute only after it is issued: issue() or abandon() it before " + call);
    }
}
