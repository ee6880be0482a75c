/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * In what order isotach messages are delivered: the levels of ordering that Ironman has (its section 7.3, and
 * {@code get_MBM_ver} and {@code get_SIU_state} in section A.2).
 * <p>
 * Without isotach order, messages of one host to one other host arrive in issue order, those of one isochron directly
 * behind each other, and what their sender has done before it issued them happens-before their receipt. Nothing else is
 * promised: hosts that receive the same messages may receive them in different orders, one of them may have received a
 * message of an isochron, and sent others because of it, before the next one has.
 * <p>
 * Without isotach order, too, a host sends no messages to itself, there are neither signals nor barriers for
 * applications, except the {@link MessagePort#reset() reset}, and there is no other model on the same cluster, such as
 * shared memory. {@link Messaging#tryClose}, which loses nothing,
 * {@link NonIsotachPort#initiateBarrier() non-isotach barriers}, and what hosts agree about when one is expelled, work
 * as ever.
 */
public enum MessageOrder
{
    /**
     * All hosts receive in one order, that of logical time: version 2 of Ironman. The default.
     */
    ISOTACH,

    /**
     * Messages are stamped as ever, tokens wait for them, and they are delivered when they arrive: version 1 of
     * Ironman, with a switch interface unit.
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
