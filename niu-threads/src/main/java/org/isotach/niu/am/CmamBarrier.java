/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.niu.funi.Priority;

/**
 * The barrier of all members of {@link CmamMemory}: member 0 counts them, and lets all go when the last one has come.
 * It owns the rule that nobody waits for a member that is gone before it has come: member 0 sees that, and tells those
 * that have come.
 * <p>
 * Belongs to the thread of the member.
 */
final class CmamBarrier
{
    private static final int FIRST = 0;
    private static final int NOBODY = -1;

    private final Cmam cmam;
    private final int arrive;
    private final int go;
    private final int stop;
    private final BooleanSupplier over = this::isOver;

    // At member 0, by node: who has come, in which incarnation, and who is still to be let go.
    private final boolean[] isThere;
    private final int[] incarnations;
    private final boolean[] mayGo;
    private int there;
    private long arrivals;

    // As it was at the last look for members that are gone.
    private int seen;

    // What member 0 has said.
    private boolean isLetGo;
    private int missing = NOBODY;

    // The barrier that is under way knows of this member, or that incarnation of member 0 did.
    private boolean hasArrived;
    private long firstIncarnation;
    private RuntimeException failure;

    CmamBarrier(final Cmam cmam)
    {
        this.cmam = cmam;
        isThere = new boolean[cmam.partitionSize()];
        incarnations = new int[isThere.length];
        mayGo = new boolean[isThere.length];
        // What the former incarnation of this node had come for is not for this one.
        final int own = (int)cmam.queuePair().incarnation(cmam.selfAddress());
        go = cmam.onCall((who, i2, i3, i4) -> isLetGo |= hasArrived && own == who);
        stop = cmam.onCall((node, i2, i3, i4) -> missing = node);
        arrive = cmam.onCall((node, who, i3, i4) -> onArrival(node, who));
    }

    /**
     * Comes to the barrier, unless an earlier call has done so and failed, and waits for all others.
     */
    void await()
    {
        letGo();
        missing = NOBODY;
        seen = NOBODY;
        final long incarnation = cmam.queuePair().incarnation(FIRST);
        if (!hasArrived || incarnation != firstIncarnation)
        {
            final int self = cmam.selfAddress();
            final int own = (int)cmam.queuePair().incarnation(self);
            cmam.commit4(Priority.REQUEST, CmamService.CALL, FIRST, arrive, self, own, 0, 0);
            firstIncarnation = incarnation;
            hasArrived = true;
            cmam.sent(Priority.REQUEST);
        }
        cmam.await(over);
        while (!isLetGo && hasAnybodyCome())
        {
            cmam.await(over);
        }
        if (!isLetGo)
        {
            tellOthers();
            throw failure;
        }
        isLetGo = false;
        hasArrived = false;
    }

    /**
     * At member 0, before it gives up: whoever is missing may have come before it went.
     */
    private boolean hasAnybodyCome()
    {
        if (FIRST != cmam.selfAddress())
        {
            return false;
        }
        final long before = arrivals;
        cmam.serviceRequestDrain();
        if (before == arrivals)
        {
            return false;
        }
        missing = NOBODY;
        return true;
    }

    /**
     * Returns whether this member was let go, or never will be.
     */
    private boolean isOver()
    {
        if (!isLetGo)
        {
            failure = whyNot();
            if (null != failure)
            {
                // It may have let this one go before.
                cmam.serviceReplyDrain();
            }
        }
        return isLetGo || null != failure;
    }

    private RuntimeException whyNot()
    {
        final RuntimeException why = first();
        if (null != why)
        {
            return why;
        }
        if (FIRST == cmam.selfAddress() && there == seen)
        {
            missing = missing();
        }
        seen = there;
        return NOBODY == missing ? null : reason(missing);
    }

    /**
     * Returns why member 0 will not answer, null if it may.
     */
    private RuntimeException first()
    {
        try
        {
            return firstIncarnation == cmam.queuePair().incarnation(FIRST) ? null : new IsotachException("node " +
                FIRST + ", which counts who comes to a barrier, was started anew (Gang.remap): repeat the call");
        }
        catch (final IsotachException ex)
        {
            return ex;
        }
    }

    /**
     * Returns why a member will not come, null if it may.
     */
    private RuntimeException reason(final int node)
    {
        try
        {
            cmam.queuePair().incarnation(node);
            return null;
        }
        catch (final IsotachException ex)
        {
            return ex;
        }
    }

    /**
     * Returns a member that is gone, and has not come before.
     */
    private int missing()
    {
        for (int node = 0; node < isThere.length; node++)
        {
            if (!isThere[node] && null != reason(node))
            {
                return node;
            }
        }
        return NOBODY;
    }

    /**
     * At member 0: a member has come. One that was started anew may come again.
     */
    private void onArrival(final int node, final int incarnation)
    {
        arrivals++;
        there += isThere[node] ? 0 : 1;
        isThere[node] = true;
        incarnations[node] = incarnation;
        // Of its former incarnation.
        mayGo[node] = false;
        if (isThere.length == there)
        {
            there = 0;
            for (int each = 0; each < isThere.length; each++)
            {
                isThere[each] = false;
                mayGo[each] = true;
            }
            letGo();
        }
        else if (FIRST != node && NOBODY != missing && !isThere[missing] && null != reason(missing))
        {
            // Member 0 has found it. Others may have come before they went, with their arrivals behind this one.
            cmam.messages().answer4(CmamService.CALL, node, incarnation, stop, missing, 0, 0, 0);
        }
    }

    /**
     * Lets all go that may. One that is gone does not keep the others from it; nor does one that takes nothing, which
     * is let go later.
     */
    private void letGo()
    {
        RuntimeException first = null;
        for (int node = 0; node < mayGo.length; node++)
        {
            if (mayGo[node])
            {
                try
                {
                    cmam.commit4(Priority.REPLY, CmamService.CALL, node, go, incarnations[node], 0, 0, 0);
                    mayGo[node] = false;
                    cmam.sent(Priority.REPLY);
                }
                catch (final IsotachException ex)
                {
                    mayGo[node] &= null == reason(node);
                    first = mayGo[node] && null == first ? ex : first;
                }
            }
        }
        if (null != first)
        {
            throw first;
        }
    }

    /**
     * At member 0: those that have come wait in vain. They may be gone, too.
     */
    private void tellOthers()
    {
        for (int node = 1; node < isThere.length && FIRST == cmam.selfAddress(); node++)
        {
            if (isThere[node] && null == reason(node))
            {
                try
                {
                    cmam.reply4(node, stop, missing, 0, 0, 0);
                }
                catch (final IsotachException ex)
                {
                    failure.addSuppressed(ex);
                }
            }
        }
    }

    @Override
    public String toString()
    {
        return "CmamBarrier{there=" + there + ", hasArrived=" + hasArrived + '}';
    }
}
