/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import org.multiverse.api.GlobalStmInstance;
import org.multiverse.api.Txn;
import org.multiverse.api.TxnExecutor;
import org.multiverse.api.callables.TxnVoidCallable;
import org.multiverse.api.references.TxnLong;
import org.multiverse.api.references.TxnRefFactory;

/**
 * A reference of Multiverse for each variable. The body is part of the transaction, and runs again with it.
 * <p>
 * The executor is made once and speculative, which is the default: it learns from the first transactions which
 * implementation is the cheapest one that is sufficient. The transaction is passed to every access, and nothing is
 * boxed.
 */
final class MultiverseSubject implements ReservationSubject
{
    private final TxnLong[] refs;

    MultiverseSubject(final int total)
    {
        refs = new TxnLong[total];
        final TxnRefFactory factory = GlobalStmInstance.getGlobalStmInstance().getDefaultRefFactory();
        for (int i = 0; i < total; i++)
        {
            refs[i] = factory.newTxnLong(0);
        }
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
            values[i] = refs[i].atomicGet();
        }
        return values;
    }

    @Override
    public void close()
    {
    }

    /**
     * Keeps the arguments of a transaction, so that no transaction needs a callable of its own.
     */
    private static final class Transactions extends Walk
    {
        // Every transaction succeeds in the end.
        private final TxnExecutor executor = GlobalStmInstance.getGlobalStmInstance().newTxnFactoryBuilder()
            .setMaxRetries(Integer.MAX_VALUE).newTxnExecutor();
        private final TxnVoidCallable transaction = this::transact;
        private final TxnLong[] refs;
        private final int[][] groups;
        private final Body body;
        private final long[] read;
        private int[] group;

        Transactions(final TxnLong[] refs, final int[][] groups, final Body body)
        {
            super(groups.length);
            this.refs = refs;
            this.groups = groups;
            this.body = body;
            read = new long[groups[0].length];
        }

        @Override
        void act(final int number)
        {
            group = groups[number];
            executor.execute(transaction);
        }

        private void transact(final Txn txn)
        {
            for (int i = 0; i < group.length; i++)
            {
                read[i] = refs[group[i]].get(txn);
            }
            body.run();
            for (int i = 0; i < group.length; i++)
            {
                refs[group[i]].set(txn, read[i] + 1);
            }
        }
    }
}
