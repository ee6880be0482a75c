/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A variable was reserved, as far as samples every 10 ms have seen it. A reservation that lasts has an event with its
 * state so far from time to time, as it may never end.
 */
@Name("org.isotach.Reserved")
@Label("Reserved")
@Category("Isotach")
@Description("A variable was reserved for long")
@StackTrace(false)
@Threshold("10 ms")
final class ReservedEvent extends Event
{
    @Label("Host")
    int host;

    @Label("Variable")
    String variable;

    @Label("Owner")
    String owner;

    @Label("Reads Waiting")
    int readsWaiting;

    @Label("Ended")
    boolean ended;

    // No fields of the event: the last sample of the state of the cluster has found the reservation, too.
    transient boolean isOld;

    // The last look that has found it.
    transient long look;

    /**
     * Returns whether the event has to be described, because it may be recorded from now on.
     */
    boolean isToDescribe()
    {
        return null == owner && shouldCommit();
    }

    /**
     * Records the event, if it was described: the last look has found it too short otherwise.
     */
    void tell()
    {
        if (null != owner)
        {
            commit();
        }
    }
}
