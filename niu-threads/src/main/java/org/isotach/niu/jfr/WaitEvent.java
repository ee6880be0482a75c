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
import jdk.jfr.Threshold;

/**
 * An application thread waited: for a value, a message, room, or the execution of an isochron.
 */
@Name("org.isotach.Wait")
@Label("Wait")
@Category("Isotach")
@Description("An application thread waited")
@Threshold("10 ms")
final class WaitEvent extends Event
{
    @Label("Host")
    int host;

    @Label("Waited For")
    String waitedFor;
}
