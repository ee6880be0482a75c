/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.isotach.ClusterClosedException;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.member.HostExpeller;

/**
 * Expels hosts of this member that other members ask for, a part in each turn of the trunks. It owns the rule that one
 * host stays. Belongs to the owner of the trunks.
 */
final class RequestedExpulsions implements HostExpeller
{
    private final ClusterParts cluster;

    // Hosts that have not begun to leave, in the order of the requests, with the refusals for all who have asked.
    private final Map<Host, List<Refusal>> requested = new LinkedHashMap<>();

    // Whose turn it is; null if it is nobody's.
    private Host current;
    private ClusterEvents.Span span;

    /**
     * @param cluster of this member, complete by the time of the first request.
     */
    RequestedExpulsions(final ClusterParts cluster)
    {
        this.cluster = cluster;
    }

    @Override
    public void request(final int id, final Refusal refusal)
    {
        final Host host = cluster.hosts.get(id);
        if (host == current || host.end().isExpulsionEnded())
        {
            return;
        }
        final boolean isClosing = !cluster.expulsionTurn.isOpen();
        if (requested.containsKey(host) || !isClosing && hasAnother(host))
        {
            requested.computeIfAbsent(host, each -> new ArrayList<>()).add(refusal);
        }
        else
        {
            refusal.refuse(isClosing);
        }
    }

    private boolean isRequested(final Host host)
    {
        return host == current || requested.containsKey(host);
    }

    private boolean hasAnother(final Host host)
    {
        return cluster.hosts.local().stream()
            .anyMatch(other -> other != host && !other.isExpelled() && !isRequested(other));
    }

    @Override
    public int work()
    {
        if (null == current && (requested.isEmpty() || !cluster.expulsionTurn.tryTake()))
        {
            return 0;
        }
        try
        {
            if (null == current && !tryBegin())
            {
                return 1;
            }
            if (!current.end().tryEndExpulsion())
            {
                return 0;
            }
            end("expelled, as another member has asked");
        }
        catch (final Throwable ex)
        {
            // Who has asked gets no answer in time, and may ask again.
            end("failed");
            cluster.handlers.report(ex);
        }
        return 1;
    }

    /**
     * @return false if it cannot be expelled any more: who has asked is told so.
     */
    private boolean tryBegin()
    {
        current = requested.keySet().iterator().next();
        final List<Refusal> answers = requested.remove(current);
        span = cluster.events().beginExpel(current.id());
        try
        {
            // Throws if another one was expelled meanwhile, and this one is the last.
            cluster.hosts.otherThan(current);
            current.end().beginExpulsion();
            return true;
        }
        catch (final IllegalArgumentException | ClusterClosedException ex)
        {
            // First: the turn is given back once, whatever fails.
            answers.forEach(answer -> refuse(answer, ex instanceof ClusterClosedException));
            end("refused");
            return false;
        }
    }

    private void refuse(final Refusal refusal, final boolean isClosing)
    {
        try
        {
            refusal.refuse(isClosing);
        }
        catch (final Throwable ex)
        {
            // The others get theirs.
            cluster.handlers.report(ex);
        }
    }

    private void end(final String result)
    {
        if (null != span)
        {
            span.end(result);
        }
        current = null;
        cluster.expulsionTurn.release();
    }
}
