/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.thread.ForeignText;

/**
 * What comes from another member. It owns the rule that a stream that is not whole any more is not read any more: time
 * stands still then. Belongs to the owner of the trunks.
 */
final class InboundStream
{
    private static final int POLL_LIMIT = 256;

    private final String name;
    private final GuardedTrunk trunk;
    private final TrunkHandler handler;

    // What takes the records from the trunk.
    private final TrunkHandler taker = this::take;

    // What has come cannot be relied on any more; nothing more is taken.
    private boolean isBroken;
    private boolean isDrained;

    // Null as long as all records were handled.
    private Throwable unhandled;

    // Null as long as nothing was thrown.
    private Throwable failure;

    // Null as long as the trunk is whole.
    private volatile IsotachException error;

    // Neither member needed anything by then; written before the error.
    private boolean hasEnded;

    /**
     * @param name    of the other member.
     * @param trunk   to it.
     * @param handler of the records.
     */
    InboundStream(final String name, final GuardedTrunk trunk, final TrunkHandler handler)
    {
        this.name = name;
        this.trunk = trunk;
        this.handler = handler;
    }

    /**
     * Returns what has happened to the trunk; null as long as it is whole. Any thread may call it.
     */
    IsotachException error()
    {
        return error;
    }

    /**
     * Returns what to tell people of the trunk; null as long as it is whole, or if it has failed when neither member
     * needed it any more. Any thread may call it.
     */
    IsotachException loss()
    {
        // Volatile: hasEnded. Partner: tell().
        final IsotachException thrown = error;
        return null == thrown || hasEnded ? null : thrown;
    }

    /**
     * Handles what has come. {@link #tell} has to follow.
     */
    int poll()
    {
        if (null != failure || isDrained)
        {
            return 0;
        }
        int work = 0;
        try
        {
            work = trunk.poll(taker, POLL_LIMIT);
        }
        catch (final Throwable ex)
        {
            failure = ex;
        }
        if (null != unhandled)
        {
            // Whatever the trunk has made of it.
            failure = unhandled;
        }
        if (null == failure)
        {
            return work;
        }
        // If nothing can be sent, what comes may still be whole.
        isBroken = !trunk.isOfOffer(failure);
        return 1;
    }

    /**
     * A record has arrived. A trunk that keeps what this throws may go on: then no record counts any more.
     */
    private void take(final OffHeapBuffer buffer, final int offset, final int length, final long position)
    {
        if (null != unhandled)
        {
            return;
        }
        try
        {
            handler.onRecord(buffer, offset, length, position);
        }
        catch (final Throwable ex)
        {
            unhandled = ex;
            throw ex;
        }
    }

    /**
     * The other member cannot take part, which explains what has happened to the trunk since, unless it is this member
     * that reaches nobody. {@link #tell} has to follow.
     *
     * @param isSettled false if it matters only when something has happened.
     */
    void refuse(final String why, final boolean isSettled)
    {
        if (null != error || failure instanceof MemberLostException || null == failure && !isSettled)
        {
            return;
        }
        final String what = null == failure ? why : why + " (" + ForeignText.messageOf(failure) + ')';
        failure = new IsotachException(what).initCause(failure);
        isBroken = true;
    }

    /**
     * Lets all threads see that the stream is not whole, if that was found just now.
     *
     * @param isOver       neither member needs anything from the other one any more, which may have left: nobody is
     *                     told.
     * @param hasJoined    has the other member joined, so that the others could go on without it?
     * @param views        told if it is this member that cannot take part any more.
     * @param errorHandler told if the other member is lost.
     */
    void tell(
        final boolean isOver,
        final boolean hasJoined,
        final ViewListener views,
        final Consumer<Throwable> errorHandler)
    {
        if (null == failure || null != error)
        {
            return;
        }
        // Published by the error. Partner: loss().
        hasEnded = isOver;
        if (failure instanceof MemberLostException)
        {
            if (!isOver)
            {
                // This first: who sees the error finds why. It reports that, too.
                views.lose(ForeignText.messageOf(failure));
            }
            // The other member has nothing to do with that.
            error = (MemberLostException)failure;
            return;
        }
        final OtherMemberLostException lost = new OtherMemberLostException(name, "member " + name + " is lost: " +
            ForeignText.messageOf(failure) + "; close this cluster, and launch all members again" +
            (hasJoined ? ", or go on without it: Cluster.expelMember()" : ""));
        lost.initCause(failure);
        error = lost;
        if (!isOver)
        {
            errorHandler.accept(lost);
        }
    }

    /**
     * The other member is to be out: takes what has come, and then no more.
     *
     * @return false if there may be more; call it again.
     */
    boolean drain()
    {
        if (!isDrained)
        {
            try
            {
                isDrained = isBroken || 0 == trunk.drain(taker, POLL_LIMIT);
            }
            catch (final Throwable ex)
            {
                isDrained = true;
            }
        }
        return isDrained;
    }

    @Override
    public String toString()
    {
        return "InboundStream{from=" + name + ", error=" + error + '}';
    }
}
