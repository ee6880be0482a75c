/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.spi.Marker;

/**
 * A signal under way: all hosts get it in the earliest pulse in which all can, after all messages of its sender.
 */
final class SignalMarker implements Marker
{
    private final int channel;

    SignalMarker(final int channel)
    {
        this.channel = channel;
    }

    @Override
    public long pass(final long pulse)
    {
        return pulse;
    }

    @Override
    public long notice()
    {
        return Notice.signal(channel);
    }
}
