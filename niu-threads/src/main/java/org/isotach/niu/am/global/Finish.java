/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;

/**
 * Which hosts have come to the end of their programs. This is told by shared memory: the last message between two hosts
 * can be lost, and nobody would repeat it after its sender has gone. As a condition: whether all have. Threadsafe.
 */
final class Finish implements BooleanSupplier
{
    private final Members members;
    private final AtomicIntegerArray finished;

    Finish(final Members members)
    {
        this.members = members;
        finished = new AtomicIntegerArray(members.size());
    }

    void finish(final int host)
    {
        // Release: what the host has left in the memory of others. Partner: isMissing().
        finished.set(host, 1);
    }

    @Override
    public boolean getAsBoolean()
    {
        for (int host = 0; host < members.size(); host++)
        {
            if (isMissing(host))
            {
                return false;
            }
        }
        return true;
    }

    private boolean isMissing(final int host)
    {
        // Acquire: what the host has done before. Partner: finish().
        return 0 == finished.get(host) && !members.isExpelled(host);
    }

    @Override
    public String toString()
    {
        final List<Integer> missing = new ArrayList<>();
        for (int host = 0; host < members.size(); host++)
        {
            if (isMissing(host))
            {
                missing.add(host);
            }
        }
        return "the end of the programs of hosts " + missing;
    }
}
