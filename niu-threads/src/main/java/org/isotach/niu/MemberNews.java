/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachInterruptedException;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.spi.LostMember;
import org.isotach.niu.spi.MembershipListener;

/**
 * Tells the listener of the application what becomes of members. It owns the rule that no thread that moves logical
 * time waits for the listener: a thread of its own begins with the first call, and ends with the last one. Whoever has
 * news belongs to the trunks, and never gets an exception.
 */
final class MemberNews
{
    private final ClusterParts cluster;

    // Null for none.
    private final MembershipListener listener;

    // Guarded by this.
    private final Deque<Consumer<MembershipListener>> untold = new ArrayDeque<>();
    private boolean isTelling;
    private boolean isStopped;

    // Inside the listener, null if nobody is; guarded by this.
    private Thread teller;

    // Names of those whose loss the listener has been told of, or is being told. Belongs to whoever is inside it.
    private final Set<String> toldLost = new HashSet<>();

    /**
     * @param cluster  of this member.
     * @param listener null for none.
     */
    MemberNews(final ClusterParts cluster, final MembershipListener listener)
    {
        this.cluster = cluster;
        this.listener = listener;
    }

    /**
     * Another member that was lost.
     */
    private record Loss(
        String name, List<Integer> hosts, OtherMemberLostException reason, ToLongFunction<String> expulsion)
        implements LostMember
    {
        @Override
        public long expel()
        {
            return expulsion.applyAsLong(name);
        }

        @Override
        public String toString()
        {
            return "LostMember{" + name + ", hosts=" + hosts + '}';
        }
    }

    void lost(final List<Integer> hosts, final OtherMemberLostException reason)
    {
        tell(each ->
        {
            toldLost.add(reason.member());
            each.onMemberLost(new Loss(reason.member(), hosts, reason, cluster.memberExpulsion));
        });
    }

    void expelled(final String name, final List<Integer> hosts, final long pulse)
    {
        tell(each -> each.onMemberExpelled(name, hosts, pulse));
    }

    void out(final MemberLostException reason)
    {
        tell(each -> each.onOut(reason));
    }

    private void tell(final Consumer<MembershipListener> what)
    {
        if (null == listener)
        {
            return;
        }
        if (null != cluster.context().scheduler())
        {
            cluster.handlers.run(() -> what.accept(listener));
            return;
        }
        try
        {
            tellLater(what);
        }
        catch (final Throwable ex)
        {
            // There is no thread, or no memory for one.
            cluster.handlers.report("the MembershipListener is told with the next call", ex);
        }
    }

    private synchronized void tellLater(final Consumer<MembershipListener> what)
    {
        untold.add(what);
        if (!isTelling)
        {
            cluster.startThread("isotach-membership-listener", this::tellAll, this::stop);
            // It waits for this monitor first.
            isTelling = true;
        }
    }

    private void tellAll()
    {
        for (Consumer<MembershipListener> what = next(); null != what; what = next())
        {
            try
            {
                what.accept(listener);
            }
            catch (final Throwable ex)
            {
                onThrown(ex);
            }
        }
    }

    private synchronized Consumer<MembershipListener> next()
    {
        final Consumer<MembershipListener> next = isStopped ? null : untold.poll();
        isTelling = null != next;
        teller = isTelling ? Thread.currentThread() : null;
        return next;
    }

    private void onThrown(final Throwable error)
    {
        if (error instanceof OtherMemberLostException other && !toldLost.contains(other.member()))
        {
            // The listener is told of that one next, and has to expel both then.
            return;
        }
        final boolean isEnd = error instanceof IsotachInterruptedException || error instanceof ClusterClosedException;
        // The end of the cluster has refused what it wanted, or interrupted it.
        if (!isEnd || cluster.state.isOpen())
        {
            cluster.handlers.report("the MembershipListener has thrown", error);
        }
    }

    /**
     * The cluster ends, perhaps in the middle of a call of the listener. Called for each thread that there was.
     */
    private synchronized void stop()
    {
        if (!isStopped && null != teller && Thread.currentThread() != teller)
        {
            teller.interrupt();
        }
        isStopped = true;
    }

    @Override
    public synchronized String toString()
    {
        return "MemberNews{untold=" + untold.size() + ", telling=" + isTelling + '}';
    }
}
