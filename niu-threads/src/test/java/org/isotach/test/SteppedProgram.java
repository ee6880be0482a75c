/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

/**
 * The program of one application thread, in steps that never wait, so that a seed can decide when it does them.
 */
public interface SteppedProgram
{
    /**
     * Where it runs.
     *
     * @return ID of its host.
     */
    int host();

    /**
     * Does something, or tries to.
     *
     * @return true if there is nothing left to do.
     */
    boolean step();
}
