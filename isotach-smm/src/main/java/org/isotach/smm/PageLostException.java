/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * A variable has lost its value: it lies on a page all of whose copies were held by expelled hosts.
 */
public final class PageLostException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the page, the hosts that held it, and the remedy.
     */
    public PageLostException(final String message)
    {
        super(message);
    }
}
