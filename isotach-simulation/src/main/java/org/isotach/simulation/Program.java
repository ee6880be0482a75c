/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * The code of one application thread, divided into steps that do not wait. Between any two of them all other programs,
 * and the units of the cluster, may do their steps. For code that waits see {@link Simulation#thread}.
 */
@FunctionalInterface
public interface Program
{
    /**
     * Does the next step. If nothing can be done at present, it returns and is called again later.
     *
     * @return true if there is nothing left to do, now and later.
     * @throws Exception to end the run as a failure.
     */
    boolean step() throws Exception;
}
