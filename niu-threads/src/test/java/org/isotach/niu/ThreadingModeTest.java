/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.Topology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

class ThreadingModeTest
{
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, SHARED",
        "2, 1, 1, HOST",
        "4, 1, 1, HOST",
        "5, 1, 1, DEDICATED",
        "1, 2, 1, SHARED",
        "3, 2, 1, SHARED",
        "4, 2, 1, HOST",
        "8, 2, 1, HOST",
        "9, 2, 1, DEDICATED",
        "9, 2, 2, HOST",
        "10, 2, 2, DEDICATED",
        "64, 16, 1, HOST",
        "65, 16, 1, DEDICATED",
        "64, 33, 1, SHARED",
        "192, 256, 8, SHARED" })
    void shouldUseNoMoreThreadsThanCores(
        final int cores, final int hosts, final int switches, final ThreadingMode expected)
    {
        assertEquals(expected, ThreadingMode.forCores(cores, hosts, switches));
    }

    @Test
    void shouldBeTheDefaultOfACluster()
    {
        final int cores = Runtime.getRuntime().availableProcessors();
        try (Cluster cluster = Cluster.launch(new ClusterContext().topology(Topology.chain(2, 3))))
        {
            assertEquals(ThreadingMode.forCores(cores, 3, 2), cluster.threadingMode());
        }
    }
}
