/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The order in which isotach messages are delivered: the levels of ordering of Ironman (its section 7.3, and
 * {@code get_MBM_ver} and {@code get_SIU_state} in section A.2).
 * <p>
 * Without isotach order, messages of one host to one other host arrive in issue order, and messages of one isochron are
 * consecutive. Everything that the sender did before it issued them happens-before their receipt. Nothing else is
 * promised: hosts that receive the same messages may receive them in different orders, and one host may have received a
 * message of an isochron, and sent others because of it, before another host has received it.
 * <p>
 * Without isotach order a host sends no messages to itself, applications have neither signals nor barriers, except the
 * {@link MessagePort#reset() reset}, and the cluster has no other model, such as shared memory. These still work:
 * {@link Messaging#tryClose}, which loses nothing, {@link NonIsotachPort#initiateBarrier() non-isotach barriers}, and
 * the agreement of hosts about an expelled one.
 */
public enum MessageOrder
{
    /**
     * All hosts receive in one order, that of logical time: version 2 of Ironman. The default.
     */
    ISOTACH,

    /**
     * Messages get timestamps and tokens wait for them, but they are delivered when they arrive: version 1 of Ironman,
     * with a switch interface unit.
     */
    ARRIVAL,

    /**
     * Messages are delivered when they arrive and get no timestamps, so no token waits for them: version 1 of Ironman,
     * without a switch interface unit.
     */
    ARRIVAL_UNSTAMPED;

    boolean isIsotach()
    {
        return ISOTACH == this;
    }

    boolean isStamped()
    {
        return ARRIVAL_UNSTAMPED != this;
    }
}
