/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import org.isotach.memory.Padded;
import scala.Function1;
import scala.concurrent.stm.InTxn;
import scala.concurrent.stm.MaybeTxn;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.TxnExecutor;
import scala.concurrent.stm.TxnUnknown$;
import scala.concurrent.stm.japi.STM;

/**
 * Variables of ScalaSTM, made by its Java API.
 * <p>
 * Transactions run with the executor behind that API: it hands the transaction to the function, and each access
 * through a {@link Ref} is then spared the look-up of the current transaction that one through a view needs. Values are
 * boxed, because a transaction keeps what it writes as objects even when the variables are primitive.
 */
final class ScalaStmSubject implements GroupSubject
{
    private final Ref<Long>[] refs;

    ScalaStmSubject(final Groups groups)
    {
        refs = newRefs(groups.of());
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
            values[i] = refs[i].single().get();
        }
        return values;
    }

    @Override
    public void close()
    {
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

    /**
     * Keeps the arguments of a transaction, so that no transaction needs a function of its own.
     */
    private static final class Access extends Padded implements GroupAccess
    {
        private static final TxnExecutor ATOMIC = TxnExecutor.defaultAtomic();
        private static final MaybeTxn UNKNOWN = TxnUnknown$.MODULE$;
        private static final Function1<Long, Long> INCREMENT = value -> value + 1;

        private final Function1<InTxn, Void> write = this::write;
        private final Function1<InTxn, Void> update = this::update;
        private final Function1<InTxn, Void> snapshot = this::snapshot;
        private final Ref<Long>[] refs;
        private int[] group;
        private Long value;
        private long sum;

        Access(final Ref<Long>[] refs)
        {
            this.refs = refs;
        }

        @Override
        public void write(final int[] newGroup, final long newValue)
        {
            group = newGroup;
            value = newValue;
            ATOMIC.apply(write, UNKNOWN);
        }

        @Override
        public boolean tryUpdate(final int[] newGroup)
        {
            group = newGroup;
            ATOMIC.apply(update, UNKNOWN);
            return true;
        }

        @Override
        public long snapshot(final int[] newGroup)
        {
            group = newGroup;
            ATOMIC.apply(snapshot, UNKNOWN);
            return sum;
        }

        private Void write(final InTxn txn)
        {
            for (final int variable : group)
            {
                refs[variable].set(value, txn);
            }
            return null;
        }

        private Void update(final InTxn txn)
        {
            for (final int variable : group)
            {
                refs[variable].transform(INCREMENT, txn);
            }
            return null;
        }

        private Void snapshot(final InTxn txn)
        {
            sum = 0;
            for (final int variable : group)
            {
                sum += refs[variable].get(txn);
            }
            return null;
        }
    }
}
