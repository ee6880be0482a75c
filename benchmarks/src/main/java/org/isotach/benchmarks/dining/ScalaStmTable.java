/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import org.isotach.memory.Padded;
import scala.Function1;
import scala.concurrent.stm.InTxn;
import scala.concurrent.stm.MaybeTxn;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.Txn;
import scala.concurrent.stm.TxnExecutor;
import scala.concurrent.stm.TxnUnknown$;
import scala.concurrent.stm.japi.STM;

/**
 * A transactional reference for each fork. One transaction takes both forks, or waits until one that was missing is
 * put back; the meal is outside of transactions; a second one puts both forks back.
 * <p>
 * Transactions run with the executor behind the Java API, which hands the transaction to the function: accesses through
 * a {@link Ref} are then spared the look-up of the current transaction that those through a view need.
 */
final class ScalaStmTable extends BlockingTable
{
    private static final TxnExecutor ATOMIC = TxnExecutor.defaultAtomic();
    private static final MaybeTxn UNKNOWN = TxnUnknown$.MODULE$;

    private final Fork[] forks;
    private final Function1<InTxn, Void>[] taking;
    private final Function1<InTxn, Void>[] puttingBack;

    ScalaStmTable(final Dinner dinner, final int threads)
    {
        super(dinner, threads);
        forks = new Fork[dinner.seats()];
        for (int fork = 0; fork < forks.length; fork++)
        {
            forks[fork] = new Fork();
        }
        taking = newTransactions(forks.length);
        puttingBack = newTransactions(forks.length);
        for (int philosopher = 0; philosopher < forks.length; philosopher++)
        {
            final Ref<Boolean> left = forks[dinner.leftFork(philosopher)].isFree;
            final Ref<Boolean> right = forks[dinner.rightFork(philosopher)].isFree;
            taking[philosopher] = (txn) -> take(left, right, txn);
            puttingBack[philosopher] = (txn) -> putBack(left, right, txn);
        }
    }

    @Override
    public void close()
    {
        for (int fork = 0; fork < forks.length; fork++)
        {
            if (!forks[fork].isFree.single().get())
            {
                throw new IllegalStateException("fork " + fork + " has not been put back");
            }
        }
    }

    @Override
    void dine(final int philosopher)
    {
        ATOMIC.apply(taking[philosopher], UNKNOWN);
        try
        {
            dinner().eat(philosopher);
        }
        finally
        {
            ATOMIC.apply(puttingBack[philosopher], UNKNOWN);
        }
    }

    @SuppressWarnings({ "unchecked", "rawtypes" })
    private static Function1<InTxn, Void>[] newTransactions(final int length)
    {
        return new Function1[length];
    }

    private static Void take(final Ref<Boolean> left, final Ref<Boolean> right, final InTxn txn)
    {
        if (!left.get(txn) || !right.get(txn))
        {
            Txn.retry(txn);
        }
        left.set(false, txn);
        right.set(false, txn);
        return null;
    }

    private static Void putBack(final Ref<Boolean> left, final Ref<Boolean> right, final InTxn txn)
    {
        left.set(true, txn);
        right.set(true, txn);
        return null;
    }

    // Made before its reference, so that there is padding between any two references.
    private static final class Fork extends Padded
    {
        private final Ref<Boolean> isFree = STM.newRef(true).ref();
    }
}
