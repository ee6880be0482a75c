/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a report can say of something that was thrown: its text may throw, too.
 *
 * @param text  its text, or the name of its class.
 * @param cause itself, null if it cannot be printed.
 */
record Thrown(String text, Throwable cause)
{
    static Thrown of(final Throwable thrown)
    {
        try
        {
            // Whoever shows a report prints what is behind it, too.
            thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
            return new Thrown(thrown.toString(), thrown);
        }
        catch (final Throwable ex)
        {
            return new Thrown(thrown.getClass().getName() + ", which cannot be printed", null);
        }
    }
}
