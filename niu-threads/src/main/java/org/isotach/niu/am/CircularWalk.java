/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

/**
 * Looks at one descriptor per step, in a circle, without a list of time-outs (Martin, HPAM, sections 5.2.1 and 5.2.2).
 * A host that no request is outstanding to is skipped, and so are descriptors that are free.
 */
final class CircularWalk implements RetryWalk
{
    // Of a window with few requests. A thread that waits walks once per park.
    private static final int MAX_FREE_PLACES = 64;

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
        if (!goToOutstanding())
        {
            return;
        }
        final RequestWindow current = windows[window];
        int at = instance;
        final int last = Math.min(current.depth() - 1, at + MAX_FREE_PLACES);
        while (at < last && !current.isInUse(at))
        {
            at++;
        }
        instance = at + 1;
        if (instance == current.depth())
        {
            goToNext();
        }
        if (current.isInUse(at))
        {
            look.look(current, at, nowNs);
        }
    }

    /**
     * @return false if no window has any request.
     */
    private boolean goToOutstanding()
    {
        for (int i = 0; i < windows.length; i++)
        {
            if (windows[window].outstanding() > 0)
            {
                return true;
            }
            goToNext();
        }
        return false;
    }

    private void goToNext()
    {
        instance = 0;
        window = window + 1 == windows.length ? 0 : window + 1;
    }
}
