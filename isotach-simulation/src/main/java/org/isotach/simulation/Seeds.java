/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * What random sources begin with.
 */
final class Seeds
{
    private Seeds()
    {
    }

    /**
     * Successive seeds should have nothing in common. (The finalizer of MurmurHash3.)
     */
    static long mix(final long value)
    {
        long mixed = value;
        mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
