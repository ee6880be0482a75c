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
 * An isochron could not be issued at once, for lack of memory, credits or slots; or, in a cluster without threads,
 * because another thread was working for the host.
 */
@Name("org.isotach.NoRoom")
@Label("No Room")
@Category("Isotach")
@Description("An isochron waited for room, or for another thread that worked for its host")
@Threshold("1 ms")
final class NoRoomEvent extends Event
{
    @Label("Host")
    int host;
}
