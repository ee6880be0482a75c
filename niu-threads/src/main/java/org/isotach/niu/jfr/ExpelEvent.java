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

/**
 * A host was expelled: how long that took, and in which pulse, or why it failed.
 */
@Name("org.isotach.Expel")
@Label("Expel")
@Category("Isotach")
@Description("A host was expelled")
@StackTrace(true)
final class ExpelEvent extends Event
{
    @Label("Host")
    int host;

    @Label("Result")
    String result;
}
