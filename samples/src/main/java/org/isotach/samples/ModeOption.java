/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Topology;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import picocli.CommandLine.Option;

/**
 * The option for the threads of the cluster.
 */
final class ModeOption
{
    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "Threads of the cluster: ${COMPLETION-CANDIDATES}, in any case. Default: the choice of the " +
            "library for the cores of this machine.")
    private ThreadingMode mode;

    /**
     * Settings of an Isotach in this mode.
     */
    IsotachContext isotach()
    {
        return new IsotachContext().threadingMode(mode);
    }

    /**
     * Settings of a cluster in this mode.
     */
    ClusterContext context(final Topology topology)
    {
        final ClusterContext context = new ClusterContext().topology(topology);
        if (null != mode)
        {
            context.threadingMode(mode);
        }
        return context;
    }
}
