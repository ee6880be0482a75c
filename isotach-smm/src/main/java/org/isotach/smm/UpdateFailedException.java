/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * An UPDATE with a result has not changed its variable, at any copy: its function has thrown, or too many UPDATEs
 * waited for the same ASSIGN. If the function has run out of stack or memory, other copies may have changed.
 */
public final class UpdateFailedException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    UpdateFailedException(final String message)
    {
        super(message);
    }
}
