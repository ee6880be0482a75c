/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.function.IntToLongFunction;

import org.isotach.niu.link.InboundLink;
import org.isotach.niu.send.DirectSender;

/**
 * Decides whether a frame may execute before its pulse has ended. It owns rule 8 of docs/protocol.md. Belongs to the
 * owner of the executor.
 * <p>
 * If the same thread stamps and executes for the host, a frame need not wait for the end of its pulse once every other
 * host has a later frame on its link: those links are sorted, and this host stamps later from now on. Logical time then
 * follows at some distance. Otherwise a frame never executes ahead.
 */
public abstract class RunAhead
{
    /**
     * For hosts where another thread may be stamping.
     */
    static final RunAhead NEVER = new Never();

    /**
     * Largest number of pulses by which frames may execute ahead: a thread that waits for the end of a pulse has to
     * make up for them.
     */
    public static final int MAX_AHEAD = 64;

    private RunAhead()
    {
    }

    private static final class Never extends RunAhead
    {
        @Override
        boolean mayExecute(final Heads heads, final long framePulse, final long noticePulse, final long ended)
        {
            return false;
        }

        @Override
        void hostExpelled()
        {
            // Nobody counts.
        }
    }

    private static class WithSender extends RunAhead
    {
        private final DirectSender sender;
        private int otherHosts;

        WithSender(final DirectSender sender, final int otherHosts)
        {
            this.sender = sender;
            this.otherHosts = otherHosts;
        }

        @Override
        boolean mayExecute(final Heads heads, final long framePulse, final long noticePulse, final long ended)
        {
            return framePulse <= noticePulse && InboundLink.NONE != framePulse && framePulse - ended <= MAX_AHEAD &&
                heads.others() >= otherHosts && sender.tryFollow(framePulse);
        }

        @Override
        void hostExpelled()
        {
            otherHosts--;
        }
    }

    /**
     * Frames of other members execute ahead as far as those members have promised: if such a member fails, what it has
     * sent beyond that is forgotten everywhere (rule R6).
     */
    private static final class WithMembers extends WithSender
    {
        private final IntToLongFunction promised;

        WithMembers(final DirectSender sender, final int otherHosts, final IntToLongFunction promised)
        {
            super(sender, otherHosts);
            this.promised = promised;
        }

        @Override
        boolean mayExecute(final Heads heads, final long framePulse, final long noticePulse, final long ended)
        {
            return InboundLink.NONE != framePulse && framePulse <= promised.applyAsLong(heads.firstSender()) &&
                super.mayExecute(heads, framePulse, noticePulse, ended);
        }
    }

    /**
     * Does the same as {@link #with(DirectSender, int)} for a member of a cluster.
     *
     * @param promised returns, for each host, the pulse up to which frames of that host may execute ahead.
     */
    static RunAhead with(final DirectSender sender, final int otherHosts, final IntToLongFunction promised)
    {
        return new WithMembers(sender, otherHosts, promised);
    }

    /**
     * @param sender     stamps for the host, and belongs to the owner of the executor.
     * @param otherHosts number of other hosts in the cluster.
     */
    static RunAhead with(final DirectSender sender, final int otherHosts)
    {
        return new WithSender(sender, otherHosts);
    }

    /**
     * Returns whether the frames of the first link with a frame for the earliest pulse may execute, although that pulse
     * has not ended. If so, this host stamps later from now on.
     *
     * @param heads       of the links, as they were read last.
     * @param framePulse  of the earliest frame, {@link InboundLink#NONE} for none.
     * @param noticePulse of the earliest notice, the largest long for none.
     * @param ended       pulse that has ended.
     */
    abstract boolean mayExecute(Heads heads, long framePulse, long noticePulse, long ended);

    /**
     * Another host sends nothing any more.
     */
    abstract void hostExpelled();
}
