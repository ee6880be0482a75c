/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The non-isotach messages of one ordered pair of hosts that are on their way.
 */
final class NonIsotachRing
{
    private NonIsotachRing()
    {
    }

    /**
     * What a message takes in a ring.
     */
    static int recordLength(final int messageLength)
    {
        return Long.BYTES + (messageLength + Long.BYTES - 1 & -Long.BYTES);
    }
}
