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
 * @param isDedicated  does each unit have a thread of its own?
 * @param sendRingSize in frames.
 * @param slabLength   in bytes.
 * @param oneInFlight  does a host issue only when everything before has been executed?
 */
public record UnitSettings(
    Topology topology,
    boolean isDedicated,
    int sendRingSize,
    int slabLength,
    boolean oneInFlight)
{
}
