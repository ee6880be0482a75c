/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.niu.status.StatusSource;

/**
 * What the models of a cluster get from its parts.
 */
record ClusterModels(AllHosts hosts, StallDetector stallDetector, StatusCollector statusCollector)
    implements ModelCluster
{
    @Override
    public void checkMayAdd(final int family, final String model)
    {
        hosts.checkMayAdd(family, model);
    }

    @Override
    public void addStallSource(final StallSource source)
    {
        stallDetector.addSource(source);
    }

    @Override
    public void addStatusSource(final StatusSource source)
    {
        statusCollector.addSource(source);
    }
}
