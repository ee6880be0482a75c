/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;

/**
 * The requests of a host to itself, which are no packets: the handler has run when a call returns true.
 */
final class OwnRequests
{
    private final Regions regions;
    private final HandlerRunner runner;
    private final PortTurn turn;

    OwnRequests(final int host, final Program program, final HandlerRunner runner)
    {
        this.runner = runner;
        regions = program.regions()[host];
        turn = program.turns()[host];
    }

    /**
     * @return false if another thread uses the port.
     */
    boolean tryRequest(final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        if (!turn.tryEnter())
        {
            return false;
        }
        try
        {
            runner.requestOfOwn(handler, a0, a1, a2, a3);
            return true;
        }
        finally
        {
            turn.exit();
        }
    }

    /**
     * @return false if another thread uses the port.
     */
    boolean tryTransfer(
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final long pointer,
        final long argument)
    {
        if (!turn.tryEnter())
        {
            return false;
        }
        try
        {
            regions.copyIn(source, offset, length, pointer);
            runner.requestOfOwn(handler, argument, pointer, length, 0);
            return true;
        }
        finally
        {
            turn.exit();
        }
    }
}
