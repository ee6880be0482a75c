/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.SharedMemory;

/**
 * The sessions of all hosts, for any number of threads: whoever finds its own one taken, or its host expelled, tries
 * the others before it waits.
 */
final class Sessions
{
    private final Session[] all;
    private final boolean isSimulated;
    private final AtomicInteger turns = new AtomicInteger();

    Sessions(
        final Cluster cluster,
        final SharedMemory memory,
        final Messaging messaging,
        final HostOrder order,
        final int count)
    {
        isSimulated = null != cluster.context().scheduler();
        all = new Session[count];
        for (int i = 0; i < count; i++)
        {
            all[i] = new Session(cluster.host(i % cluster.hostCount()), memory, messaging, order);
        }
    }

    /**
     * @return a session that belongs to the calling thread until {@link Session#exit}.
     */
    Session enter()
    {
        all[0].checkNotInHandler();
        final int home = home();
        Session first = null;
        for (int i = 0; i < all.length; i++)
        {
            final int index = home + i;
            final Session session = all[index < all.length ? index : index - all.length];
            if (!session.host().isExpelled())
            {
                if (session.tryEnter())
                {
                    return session;
                }
                first = null == first ? session : first;
            }
        }
        // The last host is never expelled.
        first.enter();
        return first;
    }

    /**
     * One that is left: where threads wait for what no single host does.
     */
    Host host()
    {
        int index = 0;
        while (index < all.length - 1 && all[index].host().isExpelled())
        {
            index++;
        }
        return all[index].host();
    }

    private int home()
    {
        // Numbers of threads differ when a simulation is repeated.
        return (isSimulated ? turns.getAndIncrement() & Integer.MAX_VALUE :
            Slots.place(Thread.currentThread(), 1 << 16)) % all.length;
    }

    int count()
    {
        return all.length;
    }

    /**
     * Optimistic reads that were valid.
     */
    long hits()
    {
        long sum = 0;
        for (final Session session : all)
        {
            sum += session.hits();
        }
        return sum;
    }

    /**
     * Reads that took an isochron.
     */
    long misses()
    {
        long sum = 0;
        for (final Session session : all)
        {
            sum += session.misses();
        }
        return sum;
    }

    @Override
    public String toString()
    {
        return "Sessions{" + all.length + '}';
    }
}
