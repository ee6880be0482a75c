/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;

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
     * Returns arguments with those that set this mode behind them.
     */
    String[] with(final String... arguments)
    {
        final List<String> all = new ArrayList<>(List.of(arguments));
        if (null != mode)
        {
            all.addAll(List.of("--mode", mode.toString()));
        }
        return all.toArray(String[]::new);
    }

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
