/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import picocli.CommandLine.Option;

/**
 * The option for the threads of the cluster, for measurements: without such threads a measurement shows isotach alone.
 */
final class InvokerModeOption
{
    @Option(
        names = "--mode",
        paramLabel = "MODE",
        defaultValue = "INVOKER",
        description = "Threads of the cluster: ${COMPLETION-CANDIDATES}, in any case. Default: ${DEFAULT-VALUE}, " +
            "as in 1997: hosts that do not issue isochrons are in a polling loop.")
    private ThreadingMode mode;

    ClusterContext context(final Topology topology)
    {
        return new ClusterContext().topology(topology).threadingMode(mode);
    }
}
