/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * What a simulated application thread does, see {@link Simulation#thread}.
 */
@FunctionalInterface
public interface ThreadBody
{
    /**
     * Does all of it.
     *
     * @throws Exception which ends the run as a failure.
     */
    void run() throws Exception;
}
