/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * All hosts see with one look that something of the cluster has ended.
 */
final class UndisturbedTest
{
    private enum End
    {
        HOST_EXPELLED(cluster -> cluster.expel(1)),
        HOST_SHUT_DOWN(cluster -> cluster.host(1).models().shutDown(Long.MAX_VALUE, "a test")),
        CLUSTER_CLOSED(Cluster::close);

        private final Consumer<Cluster> task;

        End(final Consumer<Cluster> task)
        {
            this.task = task;
        }
    }

    private static Cluster launch()
    {
        return Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER));
    }

    private static void assertUndisturbed(final boolean expected, final Cluster cluster)
    {
        for (int host = 0; host < 3; host++)
        {
            assertEquals(expected, cluster.host(host).models().isUndisturbed(), "host " + host);
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void shouldBeSeenByAllHosts(final End end)
    {
        try (Cluster cluster = launch())
        {
            assertUndisturbed(true, cluster);
            cluster.host(0).poll();
            assertUndisturbed(true, cluster);
            end.task.accept(cluster);
            assertUndisturbed(false, cluster);
        }
    }

    @Test
    void shouldAgreeWithWhatItStandsFor()
    {
        try (Cluster cluster = launch())
        {
            assertTrue(cluster.host(0).models().isUndisturbed());
            assertFalse(cluster.host(1).isExpelled() || cluster.host(0).models().isOver());
        }
    }
}
