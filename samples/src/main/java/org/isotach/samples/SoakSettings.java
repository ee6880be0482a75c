/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.Topology;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;

/**
 * The random settings of one round of a soak. The same seed and the same number give the same settings.
 *
 * @param round      number of the round, from 0.
 * @param seed       of all random numbers of the round.
 * @param hosts      number of hosts.
 * @param switches   in a chain.
 * @param mode       all of them in turn.
 * @param sendRing   see {@link ClusterContext#sendRingSize()}.
 * @param linkRing   see {@link ClusterContext#linkRingSize()}.
 * @param readCap    see {@link ClusterContext#readCap()}.
 * @param length     see {@link ClusterContext#maxIsochronLength()}.
 * @param ringLength see {@link MessagingContext#nonIsotachRingLength()}.
 * @param faults     of the links.
 * @param phases     each ends with a strong barrier.
 * @param failure    of one host.
 * @param failing    number of that host; no host if there is no failure.
 * @param failPhase  the phase in which it fails, from 1, not the last one.
 */
record SoakSettings(
    long round,
    long seed,
    int hosts,
    int switches,
    ThreadingMode mode,
    int sendRing,
    int linkRing,
    int readCap,
    int length,
    int ringLength,
    LinkFaults faults,
    int phases,
    SoakFailure failure,
    int failing,
    int failPhase)
{
    static final int MAX_HOSTS = 6;
    static final int MAX_MESSAGE_LENGTH = 200;

    private static final int NOBODY = -1;
    private static final int MIN_PHASES = 4;
    private static final int MAX_PHASES = 24;
    private static final double MAX_FAULT = 0.05;
    private static final double MAX_CORRUPTION = 0.01;

    static SoakSettings draw(final long soakSeed, final long round)
    {
        final SplittableRandom random = new SplittableRandom(31 * soakSeed + round);
        final int hosts = 2 + random.nextInt(MAX_HOSTS - 1);
        final ThreadingMode[] modes = ThreadingMode.values();
        final int phases = MIN_PHASES + random.nextInt(MAX_PHASES - MIN_PHASES + 1);
        final SoakFailure[] failures = SoakFailure.values();
        final SoakFailure failure = random.nextBoolean() ? SoakFailure.NONE : failures[random.nextInt(failures.length)];
        return new SoakSettings(
            round,
            random.nextLong(),
            hosts,
            1 + random.nextInt(hosts),
            modes[(int)(round % modes.length)],
            powerOfTwo(random, 1, 8),
            powerOfTwo(random, 0, 8),
            // As many reads as there are copysets, in one isochron.
            powerOfTwo(random, MAX_HOSTS, 10),
            powerOfTwo(random, 12, 15),
            powerOfTwo(random, 9, 16),
            random.nextBoolean() ? LinkFaults.NONE : faults(random),
            phases,
            failure,
            SoakFailure.NONE == failure ? NOBODY : random.nextInt(hosts),
            1 + random.nextInt(phases - 1));
    }

    /**
     * @return true if the host is the one that fails.
     */
    boolean fails(final int host)
    {
        return host == failing;
    }

    /**
     * @return true if the host is the one that expels the other one.
     */
    boolean expels(final int host)
    {
        return SoakFailure.NONE != failure && (failing + 1) % hosts == host;
    }

    /**
     * The host that signals at the end of a phase.
     */
    int signaller(final int phase)
    {
        return phase % hosts;
    }

    ClusterContext context()
    {
        return new ClusterContext()
            .topology(Topology.chain(switches, hosts))
            .threadingMode(mode)
            .sendRingSize(sendRing)
            .linkRingSize(linkRing)
            .readCap(readCap)
            .maxIsochronLength(length)
            .linkFaults(faults);
    }

    MessagingContext messagingContext()
    {
        return new MessagingContext().maxMessageLength(MAX_MESSAGE_LENGTH).nonIsotachRingLength(ringLength);
    }

    private static int powerOfTwo(final SplittableRandom random, final int min, final int max)
    {
        return 1 << min + random.nextInt(max - min + 1);
    }

    private static LinkFaults faults(final SplittableRandom random)
    {
        return new LinkFaults(
            random.nextDouble() * MAX_FAULT,
            random.nextDouble() * MAX_FAULT,
            random.nextDouble() * MAX_FAULT,
            random.nextDouble() * MAX_FAULT,
            random.nextDouble() * MAX_CORRUPTION,
            random.nextLong());
    }
}
