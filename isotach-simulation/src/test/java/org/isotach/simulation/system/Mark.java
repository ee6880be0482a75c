/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.niu.Host;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.time.LeapingTokenManager;
import org.isotach.simulation.PrivateField;
import org.isotach.simulation.Simulation;

/**
 * Rides on a token like a signal, and tells nobody: it takes down with which timestamp, and when. What its host has
 * issued before is stamped by then, and as tokens are stopped meanwhile, time is what it was when the mark was stamped,
 * or one further, or has leapt.
 */
final class Mark implements Marker
{
    static final int NOT_PASSED = -1;

    private final Simulation simulation;
    private final Host host;

    /**
     * Its timestamp.
     */
    long pulse = NOT_PASSED;

    /**
     * Logical time at its host.
     */
    long time;

    /**
     * Pulse to which that time may have been leaping; 0 where it does not leap.
     */
    long leap;
    long step;

    Mark(final Simulation simulation, final Host host)
    {
        this.simulation = simulation;
        this.host = host;
    }

    boolean isPassed()
    {
        return NOT_PASSED != pulse;
    }

    @Override
    public long pass(final long timestamp)
    {
        pulse = timestamp;
        time = host.logicalTime();
        leap = PrivateField.read(host, "tokenManager") instanceof LeapingTokenManager leaping ? leaping.leap() : 0;
        step = simulation.step();
        return NO_NOTICE;
    }

    @Override
    public long notice()
    {
        throw new AssertionError("a mark tells nobody");
    }

    @Override
    public String toString()
    {
        return isPassed() ? "mark with timestamp " + pulse + " at time " + time + ", leap " + leap : "mark";
    }
}
