/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Two-phase locking by messages: locks live where their variables live, at one of two hosts. An action sends a message
 * that takes all its locks, at one host after the other, and comes back with the values; its body runs; then a message
 * to each host brings the new values and releases the locks. It is over when these are sent.
 * <p>
 * Hosts have a thread each, or threads that send and wait do their work, as in {@code INVOKER}.
 */
final class MessagesSubject implements ReservationSubject
{
    /**
     * Number of hosts.
     */
    static final int HOSTS = 2;

    private static final Runnable NOTHING = () ->
    {
    };

    private final LockHost[] hosts = new LockHost[HOSTS];
    private final int total;
    private final boolean hasThreads;

    MessagesSubject(final int total, final boolean hasThreads)
    {
        this.total = total;
        this.hasThreads = hasThreads;
        Arrays.setAll(hosts, i -> new LockHost(i, hosts, total));
        if (hasThreads)
        {
            for (final LockHost host : hosts)
            {
                host.start();
            }
        }
    }

    @Override
    public Worker worker(final int[][] groups, final Body body)
    {
        final int[][] variables = new int[groups.length][];
        final int[][] ends = new int[groups.length][];
        for (int i = 0; i < groups.length; i++)
        {
            variables[i] = inOrderOfHosts(groups[i]);
            ends[i] = ends(groups[i]);
        }
        final Runnable help = hasThreads ? NOTHING : this::serve;
        return new Walk(groups.length)
        {
            @Override
            void act(final int group)
            {
                final LockRequest request = new LockRequest(variables[group], ends[group]);
                take(request, help);
                body.run();
                request.increment();
                release(request, help);
            }
        };
    }

    private void take(final LockRequest request, final Runnable help)
    {
        for (int host = 0; host < HOSTS; host++)
        {
            if (request.concerns(host))
            {
                hosts[host].send(request);
                break;
            }
        }
        request.await(help);
    }

    private void release(final LockRequest request, final Runnable help)
    {
        request.release();
        for (int host = 0; host < HOSTS; host++)
        {
            if (request.concerns(host))
            {
                hosts[host].send(request);
            }
        }
        help.run();
    }

    private static int[] inOrderOfHosts(final int[] group)
    {
        return IntStream.range(0, HOSTS).flatMap(
            host -> Arrays.stream(group).filter(variable -> variable % HOSTS == host)).toArray();
    }

    private static int[] ends(final int[] group)
    {
        final int[] ends = new int[HOSTS];
        Arrays.setAll(ends, host -> (int)Arrays.stream(group).filter(variable -> variable % HOSTS <= host).count());
        return ends;
    }

    /**
     * The thread that serves a host may have given work to another one.
     */
    private void serve()
    {
        boolean isAny = true;
        while (isAny)
        {
            isAny = false;
            for (final LockHost host : hosts)
            {
                isAny |= host.tryServe();
            }
        }
    }

    /**
     * Takes all locks, so the values contain everything that was sent before.
     */
    @Override
    public long[] values()
    {
        final int[] all = IntStream.range(0, total).toArray();
        final LockRequest request = new LockRequest(inOrderOfHosts(all), ends(all));
        final Runnable help = hasThreads ? NOTHING : this::serve;
        take(request, help);
        final long[] values = new long[total];
        for (int i = 0; i < total; i++)
        {
            values[request.variable(i)] = request.value(i);
        }
        release(request, help);
        return values;
    }

    @Override
    public void close()
    {
        for (final LockHost host : hosts)
        {
            host.stop();
        }
    }
}
