/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.SharedMemory;

/**
 * The sessions of all hosts, shared by any number of threads. A thread that finds its usual session taken, or its host
 * expelled, tries the others before it waits.
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
        final IntPredicate hasLeft = host -> memory.hasLeft(host(), host);
        isSimulated = null != cluster.context().scheduler();
        all = new Session[count];
        final List<Host> hosts = cluster.localHosts();
        for (int i = 0; i < count; i++)
        {
            all[i] = new Session(i, hosts.get(i % hosts.size()), memory, messaging, order, hasLeft);
        }
    }

    /**
     * Call this before the first isochron.
     *
     * @param tend     takes chores that are done now and then.
     * @param isClosed says whether the cluster is closed.
     */
    void tendWith(final Consumer<BooleanSupplier> tend, final BooleanSupplier isClosed)
    {
        for (final Session session : all)
        {
            session.tendWith(tend, isClosed);
        }
    }

    /**
     * @return a session that belongs to the calling thread until {@link Session#exit}.
     */
    Session enter()
    {
        checkNotInHandler();
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
     * Refuses an action inside a handler, as {@link #enter} does.
     */
    void checkNotInHandler()
    {
        all[0].checkNotInHandler();
    }

    boolean isInHandler()
    {
        try
        {
            checkNotInHandler();
            return false;
        }
        catch (final IllegalStateException ex)
        {
            return true;
        }
    }

    /**
     * Returns a host that has not been expelled: threads wait there for anything that no single host does.
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

    /**
     * As {@link Session#tryCarry}, with any session.
     */
    boolean tryCarry(final Cargo cargo, final boolean isWriting)
    {
        return !cargo.isOutstanding() && enter().tryCarry(cargo, isWriting);
    }

    /**
     * As {@link Session#carry}, with any session.
     */
    void carry(final Cargo cargo, final boolean isWriting)
    {
        enter().carry(cargo, isWriting);
    }

    /**
     * Does the same as {@link Session#carry}, with the session that has taken the variables that the cargo changes.
     */
    void carry(final int number, final Cargo cargo)
    {
        all[number].enter();
        all[number].carry(cargo, true);
    }

    private int home()
    {
        // Thread ids differ between repetitions of a simulation.
        return (isSimulated ? turns.getAndIncrement() & Integer.MAX_VALUE :
            Slots.place(Thread.currentThread(), 1 << 16)) % all.length;
    }

    /**
     * Does a scheduler take the place of all threads?
     */
    boolean isSimulated()
    {
        return isSimulated;
    }

    Session get(final int number)
    {
        return all[number];
    }

    int count()
    {
        return all.length;
    }

    @Override
    public String toString()
    {
        return "Sessions{" + all.length + '}';
    }
}
