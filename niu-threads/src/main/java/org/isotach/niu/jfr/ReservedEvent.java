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
 * A variable was reserved, as far as samples every 10 ms have seen it.
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
}
