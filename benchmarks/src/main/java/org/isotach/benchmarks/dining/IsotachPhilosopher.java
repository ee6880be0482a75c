/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;

/**
 * A philosopher with a port of its own, which never blocks: an isochron reads and schedules both forks. When both
 * values have arrived, whenever that is, the forks are the philosopher's until the next isochron assigns them, and
 * reads and schedules them for the next meal.
 * <p>
 * The value of a fork is the number of its uses.
 */
final class IsotachPhilosopher extends Padded
{
    private final int seat;
    private final Host host;
    private final Dinner dinner;
    private final MemoryPort port;
    private final Isochron isochron;
    private final int[] forks;
    private final long[] uses = new long[2];

    // The forks that it has asked for, and the isochron of the next request: it puts forks back and asks again in one
    // isochron.
    private volatile TakenVariables taken = new TakenVariables(2);
    private TakenVariables next = new TakenVariables(2);

    // Held by the thread that lets this philosopher eat.
    private final AtomicBoolean isEating = new AtomicBoolean();

    IsotachPhilosopher(final int seat, final Host host, final SharedMemory memory, final Dinner dinner)
    {
        this.seat = seat;
        this.host = host;
        this.dinner = dinner;
        port = memory.port(host);
        isochron = host.isochron();
        forks = new int[]{ dinner.leftFork(seat), dinner.rightFork(seat) };
    }

    /**
     * Asks for the forks for the first time, behind all philosophers that have sat down before.
     */
    void sitDown()
    {
        port.take(isochron.begin().fresh(), forks, taken);
        isochron.issue();
        isochron.awaitExecuted();
    }

    /**
     * Eats if both forks are there, puts them back, and asks for them again. Any thread may call it.
     *
     * @return false if a fork is not there yet, or another thread was first.
     */
    boolean tryEat()
    {
        if (!hasForks() || !isEating.compareAndSet(false, true))
        {
            return false;
        }
        try
        {
            // The forks that were there may have been those of a meal that another thread has since completed.
            final TakenVariables held = taken;
            if (!held.isReady())
            {
                return false;
            }
            dinner.eat(seat);
            // At one point of logical time; neighbours that have asked before get the forks first.
            returnForks(held, 1);
            port.take(isochron, forks, next);
            taken = next;
            next = held;
            isochron.issue();
            return true;
        }
        finally
        {
            isEating.setRelease(false);
        }
    }

    /**
     * Puts the forks back unused if both are there, and does not ask for them again.
     *
     * @return false if a fork is not there yet.
     */
    boolean tryLeave()
    {
        if (!hasForks())
        {
            return false;
        }
        for (int i = 0; i < forks.length; i++)
        {
            checkValue(forks[i], taken.value(i));
        }
        returnForks(taken, 0);
        isochron.issue();
        return true;
    }

    void poll()
    {
        host.poll();
    }

    private boolean hasForks()
    {
        if (taken.isReady())
        {
            return true;
        }
        host.poll();
        return taken.isReady();
    }

    private void returnForks(final TakenVariables held, final int moreUses)
    {
        for (int i = 0; i < forks.length; i++)
        {
            uses[i] = held.value(i) + moreUses;
        }
        port.assign(isochron.begin(), held, uses);
    }

    private void checkValue(final int fork, final long value)
    {
        if (dinner.uses(fork) != value)
        {
            throw new IllegalStateException("fork " + fork + " has value " + value + " (expected: " +
                dinner.uses(fork) + ", its uses)");
        }
    }
}
