/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.member.Trunks;

/**
 * Expels single hosts, each at its own member. It owns the rule that the last isochron of a host of another member
 * counts when all members have promised its pulse: if one is out before, the host may leave later, with its member.
 * Threadsafe.
 */
final class HostExpulsion
{
    private static final long UNKNOWN = -1;

    private final ClusterParts cluster;

    /**
     * @param cluster of this JVM, complete by the time of the first expulsion.
     */
    HostExpulsion(final ClusterParts cluster)
    {
        this.cluster = cluster;
    }

    /**
     * See {@link Cluster#expel}.
     *
     * @return the pulse in which the host leaves.
     */
    long expel(final Host host)
    {
        cluster.handlers.checkOutside("Cluster.expel()");
        // First: when this member is out, all its hosts are shut down, as if the cluster was closed.
        checkIsIn();
        if (null != cluster.member && !cluster.trunks.hasJoined())
        {
            throw new IllegalStateException("host " + host.id() + " cannot be expelled: members " +
                cluster.trunks.missing() + " have not joined; close this cluster, and launch it without the host");
        }
        final ClusterEvents.Span span = cluster.events().beginExpel(host.id());
        Object result = "failed";
        try
        {
            final long pulse = host.isLocal() ? cluster.expulsionTurn.expel(host) : expelElsewhere(host);
            result = "expelled in pulse " + pulse;
            return pulse;
        }
        catch (final ClusterClosedException ex)
        {
            // Once more: the member may have been put out while the call waited for its turn.
            checkIsIn();
            throw ex;
        }
        finally
        {
            if (null != span)
            {
                span.end(result);
            }
        }
    }

    private void checkIsIn()
    {
        if (null != cluster.member && null != cluster.trunks.lost() && cluster.state.isOpen())
        {
            throw cluster.trunks.lost();
        }
    }

    private long expelElsewhere(final Host host)
    {
        final Trunks trunks = cluster.trunks;
        final int member = cluster.member.hosts.memberOf(host.id());
        final String name = cluster.member.membership.members().name(member);
        cluster.expulsionTurn.checkOpen(host.id());
        if (UNKNOWN == leftIn(host, member))
        {
            final long request = trunks.expulsions().ask(host.id());
            cluster.member.doorbell.ring();
            cluster.hosts.await(() -> isAnswered(host, member, request), new Object()
            {
                @Override
                public String toString()
                {
                    return awaited(host, name);
                }
            });
        }
        final long pulse = leftIn(host, member);
        if (UNKNOWN == pulse)
        {
            if (trunks.expulsions().isClosing(host.id()))
            {
                throw new ClusterClosedException(
                    "member " + name + " closes its cluster: host " + host.id() + " cannot be expelled");
            }
            throw new IllegalArgumentException("host: " + host.id() + " (expected: not the last host that is left of" +
                " member " + name + "; see Cluster.expelMember())");
        }
        return pulse;
    }

    private boolean isAnswered(final Host host, final int member, final long request)
    {
        if (UNKNOWN != leftIn(host, member) || cluster.trunks.expulsions().isRefused(host.id(), request))
        {
            return true;
        }
        final long pulse = host.end().leftElsewhere();
        if (pulse < 0 || cluster.member.floor.heard(member) < pulse)
        {
            cluster.trunks.checkAnswers(member);
        }
        else
        {
            // It has answered, and promised the pulse, so it may be closed or lost: promises of others are missing.
            checkIsIn();
        }
        return false;
    }

    private static String awaited(final Host host, final String name)
    {
        final long pulse = host.end().leftElsewhere();
        return pulse < 0 ?
            "member " + name + " to expel its host " + host.id() + " (if it does not, repeat the call, or expel the" +
            " member: Cluster.expelMember())" :
            "all members to promise pulse " + pulse + ", in which host " + host.id() + " of member " + name +
            " leaves (repeat the call, or expel the member that does not: Cluster.stalls())";
    }

    /**
     * A member that is found to be out takes with it what others have sent behind the last pulse that it had promised.
     *
     * @return the pulse in which a host leaves, -1 if that is not certain.
     */
    private long leftIn(final Host host, final int member)
    {
        final long pulse = host.end().leftElsewhere();
        final boolean isPromised = cluster.member.floor.heard() >= pulse;
        final boolean isOut = cluster.trunks.leftIn(member) == pulse;
        // Once more: who is out promises no more, and by then its hosts have got other pulses.
        return (isPromised || isOut) && pulse == host.end().leftElsewhere() ? pulse : UNKNOWN;
    }
}
