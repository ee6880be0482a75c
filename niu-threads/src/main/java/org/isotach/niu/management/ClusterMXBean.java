/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.management;

import java.util.Map;

/**
 * A cluster as a bean, for JConsole, JDK Mission Control and others: see {@link ClusterManagement}.
 */
public interface ClusterMXBean
{
    /**
     * Returns the number of hosts.
     *
     * @return number of hosts.
     */
    int getHostCount();

    /**
     * Returns whether the cluster is closed.
     *
     * @return true if it is.
     */
    boolean isClosed();

    /**
     * Returns the state of the cluster in words.
     *
     * @return several lines.
     */
    String getStatus();

    /**
     * Returns the counters of the cluster.
     *
     * @return values by name of the counter.
     */
    Map<String, Long> getCounters();

    /**
     * Returns the counters of one host.
     *
     * @param host number of the host.
     * @return values by name of the counter.
     * @throws IllegalArgumentException when there is no such host.
     */
    Map<String, Long> hostCounters(int host);
}
