/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * A variable is on a page all of whose copies were held by hosts that have been expelled: its value is lost.
 */
public final class PageLostException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which page, and who held it.
     */
    public PageLostException(final String message)
    {
        super(message);
    }
}
