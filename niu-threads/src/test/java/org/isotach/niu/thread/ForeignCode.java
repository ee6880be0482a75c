/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;

/**
 * A model all parts of which throw, when they are told to: each counts how often it was called, and then throws.
 * Host 0 issues, host 1 executes and answers.
 */
final class ForeignCode
{
    /**
     * Where code of a user is called in the middle of work.
     */
    enum Place
    {
        OPERATION, HANDLER, RESULT, NOTICE, LISTENER_WORK, PASSING, NAMING
    }

    private record Failure(Place place, Throwable error)
    {
    }

    private static final int FAMILY = 14;
    private static final int OPCODE = FAMILY << 4;
    private static final int SLOT = 7;

    private final Cluster cluster;
    private final Isochron isochron;
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger handlers = new AtomicInteger();
    private final AtomicInteger results = new AtomicInteger();
    private final AtomicInteger notices = new AtomicInteger();
    private final AtomicInteger passed = new AtomicInteger();

    ForeignCode(final Cluster cluster)
    {
        this.cluster = cluster;
        for (int i = 0; i < cluster.hostCount(); i++)
        {
            final Host host = cluster.host(i);
            host.models().register(FAMILY, new Executor(host), (slot, value) ->
            {
                results.getAndIncrement();
                throwAt(Place.RESULT);
            });
            host.models().listen(new Listener());
        }
        isochron = cluster.host(0).isochron();
    }

    /**
     * From now on one place throws, null for none.
     */
    void failAt(final Place where, final Throwable error)
    {
        failure.set(new Failure(where, error));
    }

    /**
     * Has one operation executed at hosts 0 and 1, its result brought to host 0, and a notice given to both.
     */
    void round()
    {
        isochron.begin();
        final int offset = isochron.append(OperationHeader.LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(OPCODE, OperationHeader.LENGTH, 0, 0));
        isochron.touch(0, 0);
        isochron.touch(1, cluster.topology().distance(0, 1));
        isochron.issue();
        isochron.awaitExecuted();
        final Waiter waiter = cluster.host(0).waiter();
        final Marker marker = new Rider();
        final int before = passed.get();
        waiter.awaitChange(() -> cluster.host(0).models().tryIssue(marker), "room for a marker");
        waiter.awaitChange(() -> before != passed.get(), "the marker");
    }

    /**
     * Waits until everything has been called so often.
     */
    void await(final int rounds, final int expectedNotices)
    {
        cluster.host(0).waiter().await(
            () -> 2 * rounds <= operations.get() && 2 * rounds <= handlers.get() && rounds <= results.get() &&
            expectedNotices <= notices.get(),
            this);
    }

    @Override
    public String toString()
    {
        return operations + " operations, " + handlers + " handlers, " + results + " results, " + notices +
            " notices, " + passed + " markers";
    }

    private void throwAt(final Place here)
    {
        final Failure current = failure.get();
        if (null != current && here == current.place)
        {
            ForeignCode.<RuntimeException>throwUnchecked(current.error);
        }
    }

    /**
     * Throws what need not be declared, and what must be.
     */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void throwUnchecked(final Throwable error) throws E
    {
        throw (E)error;
    }

    private final class Executor implements OperationExecutor
    {
        private final Host host;

        Executor(final Host host)
        {
            this.host = host;
        }

        @Override
        public int execute(
            final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
        {
            operations.getAndIncrement();
            host.models().runHandler(() ->
            {
                handlers.getAndIncrement();
                throwAt(Place.HANDLER);
            });
            if (host.id() != sender)
            {
                host.models().reply(sender, FAMILY, SLOT, timestamp);
            }
            throwAt(Place.OPERATION);
            return offset + OperationHeader.LENGTH;
        }
    }

    private final class Listener implements NoticeListener
    {
        @Override
        public void onNotice(final long pulse, final long notice)
        {
            notices.getAndIncrement();
            throwAt(Place.NOTICE);
        }

        @Override
        public int doWork()
        {
            throwAt(Place.LISTENER_WORK);
            return 0;
        }
    }

    private final class Rider implements Marker
    {
        @Override
        public long pass(final long pulse)
        {
            passed(Place.PASSING);
            return pulse;
        }

        @Override
        public long notice()
        {
            passed(Place.NAMING);
            return SLOT;
        }

        /**
         * Who waits for the marker changes what fails next: it counts when it is known whether this fails.
         */
        private void passed(final Place here)
        {
            boolean isLast = true;
            try
            {
                throwAt(here);
                isLast = Place.NAMING == here;
            }
            finally
            {
                if (isLast)
                {
                    passed.getAndIncrement();
                }
            }
        }
    }
}
