/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

/**
 * Looks at one descriptor per step, in a circle, without a list of time-outs (Martin, HPAM, sections 5.2.1 and 5.2.2).
 * A host that nothing has been sent to has no descriptors, and is skipped; so is the host itself.
 */
final class CircularWalk implements RetryWalk
{
    private final Look look;
    private RequestWindow[] windows = {};
    private int window;
    private int instance;

    CircularWalk(final Look look)
    {
        this.look = look;
    }

    @Override
    public void add(final RequestWindow added)
    {
        windows = Arrays.copyOf(windows, windows.length + 1);
        windows[windows.length - 1] = added;
    }

    @Override
    public void begin(final RequestWindow sent, final int sentInstance)
    {
        // The walk will come by.
    }

    @Override
    public void end(final RequestWindow ended, final int endedInstance)
    {
        // The walk sees that it is not in use.
    }

    @Override
    public void step(final long nowNs)
    {
        if (0 == windows.length)
        {
            return;
        }
        final RequestWindow current = windows[window];
        final int at = instance;
        if (++instance == current.depth())
        {
            instance = 0;
            window = window + 1 == windows.length ? 0 : window + 1;
        }
        if (current.isInUse(at))
        {
            look.look(current, at, nowNs);
        }
    }
}
