/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.time.TokenManager;

/**
 * Token managers in a row, with nothing but token words where the hosts would be.
 */
public final class TokenNetwork
{
    private static final int STRIDE = 128;

    private final OffHeapBuffer tokens;
    private final TokenManager[] tokenManagers;

    public TokenNetwork(final int switches, final int hostsPerSwitch)
    {
        final int hosts = switches * hostsPerSwitch;
        tokens = OffHeapBuffer.allocate((long)STRIDE * (hosts + 2 * switches));
        tokenManagers = new TokenManager[switches];
        for (int host = 0; host < hosts; host++)
        {
            unpin(host);
        }
        for (int i = 0; i < switches; i++)
        {
            final int[] inputs = new int[hostsPerSwitch];
            for (int k = 0; k < hostsPerSwitch; k++)
            {
                inputs[k] = STRIDE * (i * hostsPerSwitch + k);
            }
            final int timeIndex = STRIDE * (hosts + 2 * i);
            tokenManagers[i] = new TokenManager(List.of(i), tokens, timeIndex, timeIndex + STRIDE, inputs);
        }
        for (int i = 0; i < switches; i++)
        {
            connect(i, i > 0 ? i - 1 : -1, i + 1 < switches ? i + 1 : -1);
        }
    }

    /**
     * Connects the last switch with the first one.
     */
    public void close()
    {
        final int last = tokenManagers.length - 1;
        connect(0, last, 1);
        connect(last, last - 1, 0);
    }

    public TokenManager tokenManager(final int switchId)
    {
        return tokenManagers[switchId];
    }

    public void pin(final int host, final long pulse)
    {
        tokens.putLongVolatile(host * STRIDE, pulse);
    }

    /**
     * As a switch interface unit does before it stamps.
     *
     * @return tokens sent.
     */
    public long pin(final int host, final TokenManager tokenManager)
    {
        long time = tokenManager.time();
        while (true)
        {
            pin(host, time);
            final long now = tokenManager.time();
            if (now == time)
            {
                return time;
            }
            time = now;
        }
    }

    public void unpin(final int host)
    {
        tokens.putLongRelease(host * STRIDE, TokenManager.IDLE);
    }

    /**
     * As a sender does that stamps nothing up to a pulse any more.
     */
    public void unpin(final int host, final long promised)
    {
        tokens.putLongRelease(host * STRIDE, TokenManager.IDLE + promised);
    }

    private void connect(final int switchId, final int left, final int right)
    {
        final TokenManager[] neighbours = new TokenManager[(left < 0 ? 0 : 1) + (right < 0 ? 0 : 1)];
        int count = 0;
        if (left >= 0)
        {
            neighbours[count++] = tokenManagers[left];
        }
        if (right >= 0)
        {
            neighbours[count] = tokenManagers[right];
        }
        tokenManagers[switchId].neighbours(neighbours);
    }
}
