/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import org.isotach.memory.Padded;
import org.multiverse.api.GlobalStmInstance;
import org.multiverse.api.Txn;
import org.multiverse.api.TxnExecutor;
import org.multiverse.api.TxnFactoryBuilder;
import org.multiverse.api.callables.TxnLongCallable;
import org.multiverse.api.callables.TxnVoidCallable;
import org.multiverse.api.references.TxnLong;
import org.multiverse.api.references.TxnRefFactory;

/**
 * Variables of Multiverse.
 * <p>
 * Executors are made once and speculative, which is the default: they learn from the first transactions which
 * implementation is the cheapest one that is sufficient. The transaction is passed to every access, which then needs no
 * look-up of the current one, and nothing is boxed.
 */
final class MultiverseSubject implements GroupSubject
{
    private final TxnLong[] refs;

    MultiverseSubject(final Groups groups)
    {
        refs = new TxnLong[groups.of()];
        final TxnRefFactory factory = GlobalStmInstance.getGlobalStmInstance().getDefaultRefFactory();
        for (int i = 0; i < refs.length; i++)
        {
            refs[i] = factory.newTxnLong(0);
        }
    }

    @Override
    public GroupAccess access(final int thread, final int threads)
    {
        return new Access(refs);
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
    private static final class Access extends Padded implements GroupAccess
    {
        private final TxnExecutor updating = builder().newTxnExecutor();
        private final TxnExecutor reading = builder().setReadonly(true).newTxnExecutor();
        private final TxnVoidCallable write = this::write;
        private final TxnVoidCallable update = this::update;
        private final TxnLongCallable snapshot = this::snapshot;
        private final TxnLong[] refs;
        private int[] group;
        private long value;

        Access(final TxnLong[] refs)
        {
            this.refs = refs;
        }

        private static TxnFactoryBuilder builder()
        {
            // Every transaction succeeds in the end.
            return GlobalStmInstance.getGlobalStmInstance().newTxnFactoryBuilder().setMaxRetries(Integer.MAX_VALUE);
        }

        @Override
        public void write(final int[] newGroup, final long newValue)
        {
            group = newGroup;
            value = newValue;
            updating.execute(write);
        }

        @Override
        public boolean tryUpdate(final int[] newGroup)
        {
            group = newGroup;
            updating.execute(update);
            return true;
        }

        @Override
        public long snapshot(final int[] newGroup)
        {
            group = newGroup;
            return reading.execute(snapshot);
        }

        private void write(final Txn txn)
        {
            for (final int variable : group)
            {
                refs[variable].set(txn, value);
            }
        }

        private void update(final Txn txn)
        {
            for (final int variable : group)
            {
                // Not increment(): that commutes, and reads nothing, so it could compute nothing else.
                refs[variable].set(txn, refs[variable].get(txn) + 1);
            }
        }

        private long snapshot(final Txn txn)
        {
            long sum = 0;
            for (final int variable : group)
            {
                sum += refs[variable].get(txn);
            }
            return sum;
        }
    }
}
