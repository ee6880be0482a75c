/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.OtherMemberLostException;
import org.isotach.niu.member.Trunks;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;

/**
 * Expels members. It owns the rule that nobody is out before the authority has agreed. Threadsafe.
 */
final class MemberExpulsion
{
    private final ClusterParts cluster;
    private final ReentrantLock turn = new ReentrantLock();

    /**
     * @param cluster of this member, complete by the time of the first expulsion.
     */
    MemberExpulsion(final ClusterParts cluster)
    {
        this.cluster = cluster;
    }

    /**
     * See {@link Cluster#expelMember}.
     */
    long expel(final String name)
    {
        final int member = check(name);
        final Trunks trunks = cluster.trunks;
        final View next = agree(member, name);
        cluster.member.doorbell.ring();
        cluster.hosts.await(() -> isOver(trunks, member, name, next), "member " + name + " to leave");
        if (trunks.leftIn(member) < 0)
        {
            throw refused(name, next, trunks.view());
        }
        return trunks.leftIn(member);
    }

    /**
     * @throws OtherMemberLostException when another one is lost that has a word in this: its expulsion may be up to the
     *                                  thread that waits here.
     */
    private static boolean isOver(final Trunks trunks, final int member, final String name, final View next)
    {
        if (trunks.leftIn(member) >= 0 || trunks.isOutOfTurn(next))
        {
            return true;
        }
        final OtherMemberLostException other = trunks.silenced();
        // Once more: that one may be out since then.
        if (null != other && trunks.leftIn(member) < 0)
        {
            throw (OtherMemberLostException)new OtherMemberLostException(other.member(), "member " + name +
                " is not out yet: member " + other.member() + " is lost, too, and has not said how far it has heard " +
                name + "; expel that one as well, which lets both go: Cluster.expelMember()").initCause(other);
        }
        return false;
    }

    private int check(final String name)
    {
        cluster.handlers.checkOutside("Cluster.expelMember()");
        if (null == cluster.member)
        {
            throw new IllegalStateException("member " + name + ": a cluster in one JVM has no members; see expel()");
        }
        final int member = cluster.member.membership.members().number(name);
        if (member == cluster.member.membership.own())
        {
            throw new IllegalArgumentException(
                "member " + name + ": this is it; close its cluster, and let another member expel it");
        }
        if (!cluster.state.isOpen())
        {
            throw new ClusterClosedException("the cluster is closed: member " + name + " cannot be expelled");
        }
        if (null != cluster.trunks.lost())
        {
            throw cluster.trunks.lost();
        }
        if (!cluster.trunks.hasJoined())
        {
            throw new IllegalStateException("member " + name + " cannot be expelled: members " +
                cluster.trunks.missing() + " have not joined; close this cluster, and launch it with another list");
        }
        return member;
    }

    /**
     * @return the view in which the member is out; it is in force.
     */
    private View agree(final int member, final String name)
    {
        // The next call begins with what this one has brought about.
        takeTurn(name);
        try
        {
            final View before = cluster.trunks.view();
            if (!before.contains(member))
            {
                return before;
            }
            final View next = before.without(member);
            final View inForce = propose(next, name);
            if (inForce.number() > before.number())
            {
                if (0 != (inForce.members() & ~before.members()))
                {
                    throw new IsotachException("member " + name + " is not expelled: the authority says " + inForce +
                        ", with members that are not in " + before + " any more; it belongs to another cluster");
                }
                cluster.trunks.request(inForce);
            }
            if (inForce.number() <= before.number() || inForce.contains(member))
            {
                cluster.member.doorbell.ring();
                throw refused(name, next, inForce);
            }
            return inForce;
        }
        finally
        {
            turn.unlock();
        }
    }

    private View propose(final View next, final String name)
    {
        final ViewAuthority authority =
            cluster.member.membership.authority().ofLaunch(cluster.member.launch.get());
        if (null == authority)
        {
            throw new IsotachException("ViewAuthority.ofLaunch() has returned null, so member " + name +
                " is not expelled: return the authority for the launch");
        }
        final View inForce = authority.propose(next);
        if (null == inForce)
        {
            throw new IsotachException("ViewAuthority.propose() has returned null for " + next + ", so member " +
                name + " is not expelled: return the view in force");
        }
        return inForce;
    }

    /**
     * An authority that hangs keeps no other thread for ever.
     */
    private void takeTurn(final String name)
    {
        final long limitNs = cluster.waitSettings().awaitTimeoutNs();
        try
        {
            // First without a limit: that is no wait, which an interrupt would end.
            if (turn.tryLock() || turn.tryLock(limitNs, TimeUnit.NANOSECONDS))
            {
                return;
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IsotachInterruptedException(
                "interrupted while expelMember(" + name + ") waited for another call of it");
        }
        throw new IsotachTimeoutException("member " + name + " is not expelled: this expelMember() has waited for" +
            " more than " + TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms for another one, which asks the authority;" +
            " repeat the call");
    }

    private static IsotachException refused(final String name, final View next, final View inForce)
    {
        return new IsotachException("member " + name + " is not expelled: " + next + " was refused, and " + inForce +
            " is in force; look who is in, and expel it again if it still has to be");
    }
}
