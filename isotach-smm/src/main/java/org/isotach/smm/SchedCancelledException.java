/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * A read waited for a SCHED that was cancelled, see {@link MemoryPort#cancel(org.isotach.Isochron, int)}, after the
 * variable had been overwritten: the value that the read should return is no longer known. Read again.
 */
public final class SchedCancelledException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    SchedCancelledException(final String message)
    {
        super(message);
    }
}
