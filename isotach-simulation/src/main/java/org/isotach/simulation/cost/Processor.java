/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A processor, which runs one program (Hoe, FUNet, section 6.1.1). A store takes two cycles: a buffer brings it to the
 * bus, behind those before it. A load waits for the bus, behind the stores.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class Processor implements Program.Engine
{
    private static final double STORE = 2;

    private final VirtualTime time;
    private final Bus bus;
    private final Deque<Program.Event> rest = new ArrayDeque<>();

    Processor(final VirtualTime time, final Bus bus)
    {
        this.time = time;
        this.bus = bus;
    }

    /**
     * Runs a program, from now on.
     */
    void start(final Program program)
    {
        insert(program);
        time.after(0, this::resume);
    }

    /**
     * Takes no time.
     */
    @Override
    public boolean insert(final Program program)
    {
        final List<Program.Event> events = program.events();
        for (int i = events.size() - 1; i >= 0; i--)
        {
            rest.addFirst(events.get(i));
        }
        return false;
    }

    @Override
    public boolean compute(final double cycles)
    {
        time.after(cycles, this::resume);
        return true;
    }

    @Override
    public boolean store(final int words, final Runnable arrived)
    {
        bus.processor(words, arrived);
        return compute(STORE);
    }

    @Override
    public boolean load(final int words)
    {
        bus.processor(words, this::resume);
        return true;
    }

    private void resume()
    {
        Program.Event event = rest.poll();
        while (null != event && !event.begin(this))
        {
            event = rest.poll();
        }
    }

    @Override
    public String toString()
    {
        return "Processor{rest=" + rest.size() + ", " + bus + '}';
    }
}
