/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.management;

import java.lang.management.ManagementFactory;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClusterManagementTest
{
    /**
     * Its name is free by then, and may be that of another cluster.
     */
    @Test
    void shouldUnregisterABeanOnce() throws Exception
    {
        final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        final ObjectName name = new ObjectName("org.isotach:type=Cluster,name=\"once\"");
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final ClusterManagement.Registration first = ClusterManagement.register(cluster, "once");
            first.close();
            assertFalse(server.isRegistered(name));
            final ClusterManagement.Registration second = ClusterManagement.register(cluster, "once");
            first.close();
            assertTrue(server.isRegistered(name));
            second.close();
            assertFalse(server.isRegistered(name));
        }
    }
}
