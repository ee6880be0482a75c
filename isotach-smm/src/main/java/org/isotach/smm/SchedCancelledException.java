/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * The SCHED that a read waited for was taken back, {@link MemoryPort#cancel(org.isotach.Isochron, int)}, after the
 * variable had been overwritten: what the read would have got is not known any more.
 */
public final class SchedCancelledException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    SchedCancelledException(final String message)
    {
        super(message);
    }
}
