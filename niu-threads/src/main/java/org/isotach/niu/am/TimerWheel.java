/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

/**
 * Looks only at the requests whose time is over: what {@link CircularWalk} finds by walking is here sorted by time, as
 * the priority queue that would be built in hardware does it (Martin, HPAM, section 6.2). A slot of the wheel is a list
 * of descriptors; one that is due in a later turn of the wheel stays where it is. The list behind the last slot has
 * those whose timers have not begun.
 */
final class TimerWheel implements RetryWalk
{
    private static final int SLOTS = 256;
    private static final int NEW = SLOTS;
    private static final int NONE = -1;

    private final Look look;
    private final long tickNs;
    private final int[] first = new int[SLOTS + 1];

    // By descriptor: the neighbours in its list, and the list.
    private int[] next = {};
    private int[] previous = {};
    private int[] slots = {};
    private RequestWindow[] windows = {};
    private int depth;
    private long tick = NONE;

    /**
     * @param tickNs time from one slot to the next.
     */
    TimerWheel(final Look look, final long tickNs)
    {
        this.look = look;
        this.tickNs = tickNs;
        Arrays.fill(first, NONE);
    }

    @Override
    public void add(final RequestWindow window)
    {
        // Nothing changes before there is memory for everything.
        final RequestWindow[] allWindows = Arrays.copyOf(windows, windows.length + 1);
        final int[] allNext = Arrays.copyOf(next, allWindows.length * window.depth());
        final int[] allPrevious = Arrays.copyOf(previous, allNext.length);
        final int[] allSlots = Arrays.copyOf(slots, allNext.length);
        allWindows[windows.length] = window;
        Arrays.fill(allSlots, slots.length, allSlots.length, NONE);
        depth = window.depth();
        windows = allWindows;
        next = allNext;
        previous = allPrevious;
        slots = allSlots;
    }

    @Override
    public void begin(final RequestWindow window, final int instance)
    {
        insert(descriptor(window, instance), NEW);
    }

    @Override
    public void end(final RequestWindow window, final int instance)
    {
        remove(descriptor(window, instance));
    }

    @Override
    public void step(final long nowNs)
    {
        final long now = nowNs / tickNs;
        if (NONE == tick)
        {
            tick = now;
        }
        visit(NEW, nowNs);
        // One turn looks at all slots.
        tick = Math.max(tick, now - SLOTS);
        while (tick < now)
        {
            visit((int)tick & SLOTS - 1, nowNs);
            tick++;
        }
        // What is due within the present tick is late by then.
        visit((int)now & SLOTS - 1, nowNs);
    }

    private void visit(final int slot, final long nowNs)
    {
        int descriptor = first[slot];
        while (NONE != descriptor)
        {
            final int following = next[descriptor];
            final RequestWindow window = windows[descriptor / depth];
            final int instance = descriptor % depth;
            if (NEW == slot || !window.isTimed(instance) || window.deadline(instance) <= nowNs)
            {
                look.look(window, instance, nowNs);
                // Unless it was the last time.
                if (NONE != slots[descriptor])
                {
                    remove(descriptor);
                    insert(descriptor, (int)(window.deadline(instance) / tickNs) & SLOTS - 1);
                }
            }
            // A look that fails a host removes all its requests from their lists.
            descriptor = NONE == following || slot == slots[following] ? following : first[slot];
        }
    }

    private void insert(final int descriptor, final int slot)
    {
        slots[descriptor] = slot;
        previous[descriptor] = NONE;
        next[descriptor] = first[slot];
        if (NONE != first[slot])
        {
            previous[first[slot]] = descriptor;
        }
        first[slot] = descriptor;
    }

    private void remove(final int descriptor)
    {
        final int slot = slots[descriptor];
        if (NONE == slot)
        {
            return;
        }
        slots[descriptor] = NONE;
        if (NONE == previous[descriptor])
        {
            first[slot] = next[descriptor];
        }
        else
        {
            next[previous[descriptor]] = next[descriptor];
        }
        if (NONE != next[descriptor])
        {
            previous[next[descriptor]] = previous[descriptor];
        }
    }

    private int descriptor(final RequestWindow window, final int instance)
    {
        int index = 0;
        while (windows[index] != window)
        {
            index++;
        }
        return index * depth + instance;
    }
}
