/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;

/**
 * A register that all members of a simulation share.
 */
final class MemoryAuthority implements ViewAuthority
{
    private View inForce;

    MemoryAuthority(final int members)
    {
        inForce = View.first(members);
    }

    @Override
    public synchronized View propose(final View next)
    {
        if (next.number() == inForce.number() + 1)
        {
            inForce = next;
        }
        return inForce;
    }
}
