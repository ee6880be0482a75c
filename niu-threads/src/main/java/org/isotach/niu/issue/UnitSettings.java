/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.Topology;

/**
 * The settings of a cluster that the units of a host and its issuer need.
 *
 * @param topology     of the cluster.
 * @param isDedicated  true if each unit has a thread of its own.
 * @param sendRingSize in frames.
 * @param slabLength   in bytes.
 * @param oneInFlight  true if a host issues only when everything before has been executed.
 * @param isSimulated  true if a scheduler takes the place of all threads.
 */
public record UnitSettings(
    Topology topology,
    boolean isDedicated,
    int sendRingSize,
    int slabLength,
    boolean oneInFlight,
    boolean isSimulated)
{
}
