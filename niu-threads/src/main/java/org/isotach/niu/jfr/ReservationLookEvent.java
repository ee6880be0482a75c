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
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * Its period is that of the samples of reservations; there are no events of this type.
 */
@Name("org.isotach.ReservationLook")
@Label("Reservation Look")
@Category("Isotach")
@Description("How often reservations are looked for")
@StackTrace(false)
@Period("10 ms")
final class ReservationLookEvent extends Event
{
}
