/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import scala.Function1;
import scala.concurrent.stm.InTxn;
import scala.concurrent.stm.MaybeTxn;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.TxnExecutor;
import scala.concurrent.stm.TxnUnknown$;
import scala.concurrent.stm.japi.STM;

/**
 * A reference of ScalaSTM for each variable. The body is part of the transaction, and runs again with it.
 * <p>
 * Transactions run with the executor behind the Java API, which hands the transaction to the function, so accesses need
 * no look-up of the current one.
 */
final class ScalaStmSubject implements ReservationSubject
{
    private static final TxnExecutor ATOMIC = TxnExecutor.defaultAtomic();
    private static final MaybeTxn UNKNOWN = TxnUnknown$.MODULE$;

    private final Ref<Long>[] refs;

    ScalaStmSubject(final int total)
    {
        refs = newRefs(total);
    }

    @SuppressWarnings({ "unchecked", "rawtypes" })
    private static Ref<Long>[] newRefs(final int length)
    {
        final Ref<Long>[] refs = new Ref[length];
        for (int i = 0; i < length; i++)
        {
            refs[i] = STM.newRef(0L).ref();
        }
        return refs;
    }

    @Override
    public Worker worker(final int[][] groups, final Body body)
    {
        return new Transactions(refs, groups, body);
    }

    @Override
    public long[] values()
    {
        final long[] values = new long[refs.length];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = refs[i].single().get();
        }
        return values;
    }

    @Override
    public void close()
    {
    }

    /**
     * Keeps the arguments of a transaction, so that no transaction needs a function of its own.
     */
    private static final class Transactions extends Walk
    {
        private final Function1<InTxn, Void> transaction = this::transact;
        private final Ref<Long>[] refs;
        private final int[][] groups;
        private final Body body;
        private final Long[] read;
        private int[] group;

        Transactions(final Ref<Long>[] refs, final int[][] groups, final Body body)
        {
            super(groups.length);
            this.refs = refs;
            this.groups = groups;
            this.body = body;
            read = new Long[groups[0].length];
        }

        @Override
        void act(final int number)
        {
            group = groups[number];
            ATOMIC.apply(transaction, UNKNOWN);
        }

        private Void transact(final InTxn txn)
        {
            for (int i = 0; i < group.length; i++)
            {
                read[i] = refs[group[i]].get(txn);
            }
            body.run();
            for (int i = 0; i < group.length; i++)
            {
                refs[group[i]].set(read[i] + 1, txn);
            }
            return null;
        }
    }
}
