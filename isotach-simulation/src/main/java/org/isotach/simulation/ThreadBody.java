/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * The code of a simulated application thread, see {@link Simulation#thread}.
 */
@FunctionalInterface
public interface ThreadBody
{
    /**
     * Runs the code to its end.
     *
     * @throws Exception to end the run as a failure.
     */
    void run() throws Exception;
}
