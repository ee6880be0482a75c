/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.spi.Marker;

/**
 * The signal channels of one host, and which of them its application has registered. Threadsafe.
 */
final class SignalChannels
{
    private final int hostId;
    private final SignalMarker[] signals;

    // Bit c: the application has registered channel c.
    private final AtomicInteger registered = new AtomicInteger();

    /**
     * @param hostId number of the host.
     * @param last   number of the last channel; the first one is 1.
     */
    SignalChannels(final int hostId, final int last)
    {
        this.hostId = hostId;
        signals = new SignalMarker[last + 1];
        for (int channel = 1; channel < signals.length; channel++)
        {
            signals[channel] = new SignalMarker(channel);
        }
    }

    void register(final int channel)
    {
        check(channel);
        final int bit = 1 << channel;
        if (0 != (registered.getAndUpdate(bits -> bits | bit) & bit))
        {
            throw new IllegalStateException(
                "signal channel " + channel + " is registered already at host " + hostId + ": clearSignal() it first");
        }
    }

    void clear(final int channel)
    {
        check(channel);
        final int bit = 1 << channel;
        registered.getAndUpdate(bits -> bits & ~bit);
    }

    boolean isRegistered(final int channel)
    {
        return 0 != (registered.get() & 1 << channel);
    }

    Marker marker(final int channel)
    {
        return signals[channel];
    }

    /**
     * @throws IllegalArgumentException if there is no such channel.
     */
    void check(final int channel)
    {
        if (channel < 1 || channel >= signals.length)
        {
            throw new IllegalArgumentException("signal channel: " + channel + " (expected: " +
                (signals.length > 1 ? "1.." + (signals.length - 1) : "none") +
                "; see MessagingContext.signalChannels)");
        }
    }

    @Override
    public String toString()
    {
        return Integer.toBinaryString(registered.get());
    }
}
