/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.lang.invoke.VarHandle;

import org.isotach.niu.Host;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.time.Floor;
import org.isotach.niu.time.LeapingTokenManager;
import org.isotach.niu.time.TokenWord;
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

    private static final VarHandle FLOOR = PrivateField.of(TokenWord.class, "floor", Floor.class);
    private static final VarHandle PROMISED = PrivateField.of(Floor.class, "promised", long.class);

    private final Simulation simulation;
    private final Host host;
    private final Floor floor;

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

    /**
     * What its member has promised; less than 0 if it is the only one.
     */
    long promised = NOT_PASSED;

    Mark(final Simulation simulation, final Host host)
    {
        this.simulation = simulation;
        this.host = host;
        final HostUnits units = PrivateField.read(host, "units");
        floor = (Floor)FLOOR.get(units.tokens);
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
        if (null != floor)
        {
            promised = (long)PROMISED.get(floor);
        }
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
