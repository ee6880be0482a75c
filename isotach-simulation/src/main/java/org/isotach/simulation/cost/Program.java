/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a processor does, as events that take time: cycles of its own, stores and loads that go over the bus, and
 * programs of which is known only when it comes to them what they are.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class Program
{
    /**
     * One event.
     */
    @FunctionalInterface
    interface Event
    {
        /**
         * Begins it.
         *
         * @return true if it goes on by itself, and resumes the program later.
         */
        boolean begin(Engine engine);
    }

    /**
     * What runs programs. Each call returns true if it resumes the program later.
     */
    interface Engine
    {
        boolean compute(double cycles);

        boolean store(int words, Runnable arrived);

        boolean load(int words);

        /**
         * Puts a program in front of what is left.
         */
        boolean insert(Program program);
    }

    private static final Runnable NOTHING = () ->
    {
    };

    private final List<Event> events = new ArrayList<>();

    /**
     * Appends cycles of the processor alone.
     */
    Program compute(final double cycles)
    {
        events.add(engine -> engine.compute(cycles));
        return this;
    }

    /**
     * Appends a store, which a buffer takes.
     */
    Program store(final int words)
    {
        return store(words, NOTHING);
    }

    /**
     * Appends a store, which a buffer takes.
     *
     * @param arrived runs when it comes to where it belongs.
     */
    Program store(final int words, final Runnable arrived)
    {
        events.add(engine -> engine.store(words, arrived));
        return this;
    }

    /**
     * Appends a load that misses the cache, or that of a register.
     */
    Program load(final int words)
    {
        events.add(engine -> engine.load(words));
        return this;
    }

    /**
     * Appends something that takes no time.
     */
    Program note(final Runnable action)
    {
        events.add(engine ->
        {
            action.run();
            return false;
        });
        return this;
    }

    /**
     * Appends a program that is made when the processor comes to it.
     */
    Program run(final Supplier<Program> program)
    {
        events.add(engine -> engine.insert(program.get()));
        return this;
    }

    /**
     * Appends a program.
     */
    Program then(final Program program)
    {
        events.addAll(program.events);
        return this;
    }

    List<Event> events()
    {
        return events;
    }

    @Override
    public String toString()
    {
        return "Program{events=" + events.size() + '}';
    }
}
