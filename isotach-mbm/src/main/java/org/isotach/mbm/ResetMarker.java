/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.spi.Marker;

/**
 * A reset under way, or the announcement that a host is ready for one.
 */
class ResetMarker implements Marker
{
    private final long notice;

    /**
     * @param notice to give.
     */
    ResetMarker(final long notice)
    {
        this.notice = notice;
    }

    @Override
    public long pass(final long pulse)
    {
        return pulse;
    }

    @Override
    public final long notice()
    {
        return notice;
    }
}
