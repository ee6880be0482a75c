/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;

/**
 * Refuses calls of one port that cannot do what they are to do.
 */
final class PortChecks
{
    private final int self;
    private final Program program;
    private final HandlerRunner runner;
    private final PortGate gate;

    PortChecks(final int self, final Program program, final HandlerRunner runner, final PortGate gate)
    {
        this.self = self;
        this.program = program;
        this.runner = runner;
        this.gate = gate;
    }

    /**
     * Refuses a request that cannot be sent.
     */
    void request(final int target, final int handler, final String call)
    {
        runner.checkOutside(call);
        gate.checkTarget(target);
        program.requests().check(handler);
        gate.checkOpen();
        if (self != target)
        {
            gate.checkReachable(target);
        }
    }

    /**
     * Refuses a transfer that cannot be sent.
     */
    void transfer(
        final int target,
        final int handler,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final String call)
    {
        request(target, handler, call);
        if (null != runner.user())
        {
            // Before anything is changed: another thread may be in the middle of a transfer.
            runner.user().check("a call");
        }
        if (length < 0)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: at least 0)");
        }
        if (!program.context().reliable())
        {
            throw new IllegalStateException(call + " without windows: see AmContext.reliable");
        }
        HandlerRunner.checkSource(source, offset, length);
    }

    /**
     * Refuses a broadcast that cannot be sent.
     */
    void broadcast(final int handler, final String call)
    {
        runner.checkOutside(call);
        program.replies().check(handler);
        gate.checkOpen();
    }
}
