/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * One application thread per host of this JVM, all with the same program.
 */
final class HostThreads
{
    /**
     * The program of a host.
     */
    @FunctionalInterface
    interface Program
    {
        void run(Host host);
    }

    private HostThreads()
    {
    }

    /**
     * Runs the program on every host and waits for all of them. If one of them fails the others are interrupted.
     *
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final Cluster cluster, final Program program)
    {
        SampleThreads.run(
            "application thread of host ",
            cluster.localHosts().stream().mapToInt(Host::id).toArray(),
            id -> program.run(cluster.host(id)));
    }
}
