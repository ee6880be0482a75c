/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;

/**
 * A switch (Panariti, "Myrinet Overview"). It takes the first byte off each packet, which says how many ports further
 * the packet leaves, from -128 to 127; with 0 it leaves where it came in. It renews the checksum, since that byte is
 * gone. A packet has its output for itself until its last chunk has passed; others wait in their cables. A switch has
 * no number, and knows nothing of routes.
 */
final class CrossbarSwitch extends ExclusiveUnit
{
    // In place of a port.
    private static final int NONE = -1;
    private static final int NOWHERE = -2;

    private final LinkEnd[] ports;

    // By input: where its packet goes, NONE if its next byte says that.
    private final int[] outputs;

    // By output: whose packet is on its way out.
    private final int[] inputs;

    // By input: the chunk that is there is the one with the byte.
    private final boolean[] isInFront;
    private final AtomicLong dropped = new AtomicLong();
    private int turn;

    CrossbarSwitch(final String unitName, final int portCount)
    {
        super(unitName, new TryLock());
        ports = new LinkEnd[portCount];
        outputs = new int[portCount];
        inputs = new int[portCount];
        isInFront = new boolean[portCount];
        Arrays.fill(outputs, NONE);
        Arrays.fill(inputs, NONE);
    }

    void checkFree(final int port)
    {
        if (port < 0 || port >= ports.length || null != ports[port])
        {
            throw new IllegalArgumentException("port: " + port + " (expected: one of 0.." + (ports.length - 1) +
                " of " + unitName() + " that has no cable)");
        }
    }

    /**
     * Connects a port. Before the switch is served.
     */
    void connect(final int port, final LinkEnd end)
    {
        checkFree(port);
        ports[port] = end;
    }

    @Override
    public int work()
    {
        int moved = 0;
        for (int i = 0; i < ports.length; i++)
        {
            final int input = (turn + i) % ports.length;
            if (null != ports[input] && ports[input].hasChunk() && pass(input))
            {
                moved++;
            }
        }
        turn = (turn + 1) % ports.length;
        return moved;
    }

    /**
     * Moves one chunk.
     *
     * @return false if it has to wait.
     */
    private boolean pass(final int input)
    {
        final LinkEnd in = ports[input];
        if (NONE == outputs[input])
        {
            if (0 == in.length())
            {
                // The byte comes with the next chunk, if there is one.
                end(input, in);
                return true;
            }
            final int output = input + in.buffer().getByte(in.offset());
            outputs[input] = output >= 0 && output < ports.length && null != ports[output] ? output : NOWHERE;
            isInFront[input] = true;
        }
        if (NOWHERE != outputs[input] && !tryForward(input, outputs[input], isInFront[input] ? 1 : 0))
        {
            return false;
        }
        end(input, in);
        return true;
    }

    private boolean tryForward(final int input, final int output, final int stripped)
    {
        final LinkEnd in = ports[input];
        final boolean isFree = NONE == inputs[output] || input == inputs[output];
        if (!isFree || !ports[output].trySend(
            in.buffer(), in.offset() + stripped, in.length() - stripped, isInFront[input], in.isLast(),
            in.isLast() ? in.syndrome() : 0))
        {
            return false;
        }
        inputs[output] = in.isLast() ? NONE : input;
        return true;
    }

    private void end(final int input, final LinkEnd in)
    {
        if (in.isLast())
        {
            if (outputs[input] < 0)
            {
                dropped.getAndIncrement();
            }
            outputs[input] = NONE;
        }
        isInFront[input] = false;
        in.release();
    }

    /**
     * Returns how many packets led to no port.
     */
    long dropped()
    {
        return dropped.get();
    }

    @Override
    public String toString()
    {
        return unitName() + "{ports=" + ports.length + ", dropped=" + dropped + '}';
    }
}
