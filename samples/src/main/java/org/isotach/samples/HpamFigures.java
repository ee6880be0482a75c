/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * What the paper on HPAM prints (Martin, HPAM, 1995, section 7): two HP 735 of 99 MHz, back to back on FDDI.
 */
final class HpamFigures
{
    /**
     * A round trip of the bare network, in microseconds: the least that a remote read can take.
     */
    static final double RAW_ROUND_TRIP_US = 20;

    /**
     * A remote read of a word, in microseconds.
     */
    static final double ROUND_TRIP_US = 29;

    /**
     * What the bare network needs for a packet, one way, in microseconds.
     */
    static final double RAW_FIXED_US = 8.39;

    /**
     * What it needs for each byte besides, in microseconds.
     */
    static final double RAW_BYTE_US = 0.08;

    /**
     * A packet without payload, in bytes.
     */
    static final int SHORTEST_PACKET = 22;

    /**
     * The peak rate of a stream, in MB/s.
     */
    static final double PEAK = 12;

    /**
     * Length in bytes with half of the peak rate: HPAM, TCP, and TCP that copies bytes once only.
     */
    static final double HALF = 176;
    static final double HALF_TCP = 1352;
    static final double HALF_SINGLE_COPY_TCP = 761;

    /**
     * Cycles to send and to handle a message, by feature (table 2).
     */
    static final double BASIC = 317;
    static final double WINDOWS = 245;
    static final double KEYS = 219;
    static final double FDDI = 215;
    static final double ALL = BASIC + WINDOWS + KEYS + FDDI;

    private HpamFigures()
    {
    }

    /**
     * Returns the time of the bare network for a payload there and back, in microseconds.
     */
    static double rawRoundTripUs(final int payload)
    {
        return 2 * (RAW_FIXED_US + RAW_BYTE_US * (SHORTEST_PACKET + payload));
    }
}
