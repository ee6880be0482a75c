/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

/**
 * The philosophers that one thread drives.
 */
interface Diners
{
    /**
     * Lets one philosopher eat: returns when one meal is complete, and its forks have been put back.
     */
    void meal();
}
