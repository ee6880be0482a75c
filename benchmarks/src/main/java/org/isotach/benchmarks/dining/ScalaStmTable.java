/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import org.isotach.Padded;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.japi.STM;

/**
 * A transactional reference for each fork. One transaction takes both forks, or waits until one that was missing is
 * put back; the meal is outside of transactions; a second one puts both forks back.
 */
final class ScalaStmTable extends BlockingTable
{
    private final Fork[] forks;
    private final Runnable[] taking;
    private final Runnable[] puttingBack;

    ScalaStmTable(final Dinner dinner, final int threads)
    {
        super(dinner, threads);
        forks = new Fork[dinner.seats()];
        for (int fork = 0; fork < forks.length; fork++)
        {
            forks[fork] = new Fork();
        }
        taking = new Runnable[forks.length];
        puttingBack = new Runnable[forks.length];
        for (int philosopher = 0; philosopher < forks.length; philosopher++)
        {
            final Ref.View<Boolean> left = forks[dinner.leftFork(philosopher)].isFree;
            final Ref.View<Boolean> right = forks[dinner.rightFork(philosopher)].isFree;
            taking[philosopher] = () -> take(left, right);
            puttingBack[philosopher] = () -> putBack(left, right);
        }
    }

    @Override
    public void close()
    {
        for (int fork = 0; fork < forks.length; fork++)
        {
            if (!forks[fork].isFree.get())
            {
                throw new IllegalStateException("fork " + fork + " has not been put back");
            }
        }
    }

    @Override
    void dine(final int philosopher)
    {
        STM.atomic(taking[philosopher]);
        try
        {
            dinner().eat(philosopher);
        }
        finally
        {
            STM.atomic(puttingBack[philosopher]);
        }
    }

    private static void take(final Ref.View<Boolean> left, final Ref.View<Boolean> right)
    {
        if (!left.get() || !right.get())
        {
            STM.retry();
        }
        left.set(false);
        right.set(false);
    }

    private static void putBack(final Ref.View<Boolean> left, final Ref.View<Boolean> right)
    {
        left.set(true);
        right.set(true);
    }

    // Made before its reference, so that there is padding between any two references.
    private static final class Fork extends Padded
    {
        private final Ref.View<Boolean> isFree = STM.newRef(true);
    }
}
