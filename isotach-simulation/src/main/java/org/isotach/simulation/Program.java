/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * What one application thread does, cut into steps that do not wait: between any two of them all other programs, and
 * the units of the cluster, may do theirs. For code that waits see {@link Simulation#thread}.
 */
@FunctionalInterface
public interface Program
{
    /**
     * Does the next step. When nothing can be done at present it returns, and is called again later.
     *
     * @return true if there is nothing left to do, now and later.
     * @throws Exception which ends the run as a failure.
     */
    boolean step() throws Exception;
}
