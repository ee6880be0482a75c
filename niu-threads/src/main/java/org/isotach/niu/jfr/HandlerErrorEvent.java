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
 * The error handler of a cluster was told of an error.
 */
@Name("org.isotach.HandlerError")
@Label("Handler Error")
@Category("Isotach")
@Description("The error handler was told of an error")
@StackTrace(true)
final class HandlerErrorEvent extends Event
{
    @Label("Error")
    String error;

    @Label("Message")
    String message;
}
