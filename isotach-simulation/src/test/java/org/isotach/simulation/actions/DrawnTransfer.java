/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.isotach.actions.ActionBody;

/**
 * A transfer between two accounts that are drawn, and its body.
 */
abstract class DrawnTransfer implements ActionBody<Long, RuntimeException>
{
    private static final int MAX_AMOUNT = 100;

    private final SerialOrder.Step step;
    private final int from;
    private final int to;
    private final int amount;

    /**
     * @param order    of the steps.
     * @param program  number of the program.
     * @param accounts number of accounts.
     */
    DrawnTransfer(final SerialOrder order, final int program, final int accounts, final Random random)
    {
        step = order.begin("transfer of " + program);
        from = random.nextInt(accounts);
        to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
        amount = random.nextInt(MAX_AMOUNT);
    }

    final SerialOrder.Step step()
    {
        return step;
    }

    final int from()
    {
        return from;
    }

    final int to()
    {
        return to;
    }

    final int amount()
    {
        return amount;
    }

    /**
     * @param failure null if it has not failed.
     */
    abstract void ended(Throwable failure);

    /**
     * Waits for what becomes of it.
     */
    final void awaitEnd(final CompletableFuture<?> future)
    {
        Throwable failure = null;
        try
        {
            future.join();
        }
        catch (final CompletionException ex)
        {
            failure = ex.getCause();
        }
        ended(failure);
    }
}
