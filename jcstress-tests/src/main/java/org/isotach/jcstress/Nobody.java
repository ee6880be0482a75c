/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.isotach.niu.spi.Wakeable;

/**
 * Nobody waits: the actors of a test look again and again.
 */
public final class Nobody extends Wakeable
{
    @Override
    public void wake()
    {
        // There is no thread.
    }
}
