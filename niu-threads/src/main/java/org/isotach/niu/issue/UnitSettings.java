/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.Topology;

/**
 * The settings of a cluster, as far as the units of a host and what issues to them need them.
 *
 * @param topology     of the cluster.
 * @param isInvoker    do application threads work for the units?
 * @param isDedicated  does each unit have a thread of its own?
 * @param sendRingSize in entries.
 * @param linkRingSize in frames.
 * @param slabLength   in bytes.
 * @param paranoid     does each host check what it does?
 * @param oneInFlight  does a host issue only when everything before has been executed?
 */
public record UnitSettings(
    Topology topology,
    boolean isInvoker,
    boolean isDedicated,
    int sendRingSize,
    int linkRingSize,
    int slabLength,
    boolean paranoid,
    boolean oneInFlight)
{
}
