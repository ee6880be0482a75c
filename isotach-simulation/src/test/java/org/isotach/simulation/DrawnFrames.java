/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.SplittableRandom;

import org.isotach.niu.FrameTransport;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.MyrinetFrames;

/**
 * What carries the frames of a run: packets in one of eight, Myrinet in one of eight, nothing in the others. Packets
 * are so short that most frames take several, and windows and pools may be full after one.
 */
public final class DrawnFrames
{
    private static final int SHARES = 8;
    private static final int SHORTEST = 64;

    private DrawnFrames()
    {
    }

    /**
     * It depends on the seed alone, and takes nothing from the random numbers of the run: all other runs stay the same.
     *
     * @param simulation of the run.
     * @return the transport.
     */
    public static FrameTransport of(final Simulation simulation)
    {
        final SplittableRandom random = new SplittableRandom(simulation.seed());
        switch (random.nextInt(SHARES))
        {
            case 0:
                return FrameTransport.packets(SHORTEST << random.nextInt(4));
            case 1:
                return new MyrinetFrames(new MyrinetContext()
                    .bufferLength(SHORTEST << random.nextInt(4))
                    .buffers(1 + random.nextInt(10))
                    .channelLength(2 << random.nextInt(4))
                    .inlineLength(random.nextBoolean() ? 0 : SHORTEST));
            default:
                return FrameTransport.DIRECT;
        }
    }
}
