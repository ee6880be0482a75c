/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import org.isotach.niu.ModelHost;
import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;
import org.isotach.niu.spi.Marker;

/**
 * The system signal of a cluster with members, as one member sees it. This class owns the rule that a host is ready
 * when it has said so by a notice: host 0 sends the first reset when it has the notices of all hosts.
 */
final class ResetOfMembers implements StallSource, ResetSender
{
    private static final String NOT_COME = " has not sent the reset, or it has not come: ";

    private final HostSignals[] hosts;
    private final Participants participants;
    private final Marker opening;
    private final Marker shutDown = new ResetMarker(Notice.reset(0));

    // A bit for each host. Written by executors of this member.
    private final AtomicLongArray ready;

    // Guarded by this.
    private boolean isOpeningIssued;

    /**
     * @param hosts        the channels of the hosts of this member, null for other hosts; complete before the first one
     *                     is opened.
     * @param participants of the barriers.
     */
    ResetOfMembers(final HostSignals[] hosts, final Participants participants)
    {
        this.hosts = hosts;
        this.participants = participants;
        opening = new ResetMarker(Notice.reset((int)((1L << participants.channels()) - 1)));
        ready = new AtomicLongArray((hosts.length + Long.SIZE - 1) / Long.SIZE);
    }

    @Override
    public boolean needsNotices()
    {
        return true;
    }

    @Override
    public void onReady(final int host)
    {
        // Volatile. Partner: missing().
        ready.getAndUpdate(host / Long.SIZE, bits -> bits | 1L << host);
        if (null != hosts[HOST])
        {
            hosts[HOST].reset().wake();
        }
    }

    @Override
    public void ready(final int host)
    {
        hosts[host].ready().tryGive();
    }

    @Override
    public synchronized void tryOpen(final int host)
    {
        hosts[host].ready().tryGive();
        if (HOST == host && !isOpeningIssued && !isGivenUp() && 0 == missing().length)
        {
            isOpeningIssued = sender().tryIssue(opening);
        }
    }

    @Override
    public boolean tryShutDown()
    {
        return sender().tryIssue(shutDown);
    }

    /**
     * Other members see only that the reset does not come.
     */
    @Override
    public synchronized boolean isGivenUp()
    {
        return !isOpeningIssued && null != hosts[HOST] && hosts[HOST].reset().isClosed();
    }

    /**
     * What a host has not seen in front of the last isochron of host 0, no host has seen.
     */
    @Override
    public boolean isOpeningPassed()
    {
        return false;
    }

    @Override
    public String describeWait()
    {
        final int[] missing = missing();
        return "the reset of " + participants.name(HOST) +
            (0 < missing.length ? ", which waits for Messaging.open() of " + participants.names(missing) :
            ", for which all hosts are ready");
    }

    private int[] missing()
    {
        return IntStream.range(0, hosts.length)
            .filter(host -> 0 == (ready.get(host / Long.SIZE) & 1L << host)).toArray();
    }

    private ModelHost sender()
    {
        return hosts[HOST].host().models();
    }

    @Override
    public void addStalls(final StallReport report)
    {
        final int[] waiting = IntStream.range(0, hosts.length)
            .filter(host -> null != hosts[host] && hosts[host].reset().isOpening()).toArray();
        if (0 < waiting.length)
        {
            final int[] missing = missing();
            for (final int host : missing)
            {
                add(report, host, 0, " has not called Messaging.open(): ", waiting);
            }
            if (0 == missing.length && !isOpeningIssued())
            {
                add(report, HOST, 1, null == hosts[HOST] ? NOT_COME : NOT_SENT, waiting);
            }
        }
    }

    private synchronized boolean isOpeningIssued()
    {
        return isOpeningIssued;
    }

    private void add(
        final StallReport report, final int host, final long progress, final String what, final int[] waiting)
    {
        report.add(host, "host-" + host + "/reset", new Key(this, host), progress, () ->
            participants.name(host) + what + participants.names(waiting) +
            (1 == waiting.length ? " waits for the reset" : " wait for the reset"));
    }

    /**
     * Identifies one missing host in all looks.
     */
    private record Key(ResetOfMembers source, int host)
    {
    }

    @Override
    public String toString()
    {
        return "ResetOfMembers{missing=" + missing().length + '}';
    }
}
