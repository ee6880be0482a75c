/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.HostExpelledException;
import org.isotach.Topology;
import org.isotach.niu.Host;
import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;
import org.isotach.niu.spi.Marker;

/**
 * The system signal of a cluster (Ironman sections 5.2 and 6.4). This class owns the rule that only host 0 sends
 * resets, that it sends the first one when every host is ready to be opened, and that the first one carries the credits
 * of all barrier channels.
 */
final class Reset implements StallSource, ResetSender
{
    private final HostSignals[] allHosts;
    private final Marker opening;
    private final Marker shutDown = new ResetMarker(Notice.reset(0));

    // True if the first reset is in logical time. Written by the LANai of the sending host.
    private volatile boolean isOpeningPassed;

    // Guarded by this.
    private boolean isOpeningIssued;

    /**
     * @param allHosts        the channels of all hosts, complete before the first host is opened.
     * @param barrierChannels number of barrier channels.
     */
    Reset(final HostSignals[] allHosts, final int barrierChannels)
    {
        this.allHosts = allHosts;
        opening = new ResetMarker(Notice.reset((int)((1L << barrierChannels) - 1)))
        {
            @Override
            public long pass(final long pulse)
            {
                isOpeningPassed = true;
                return super.pass(pulse);
            }
        };
    }

    @Override
    public synchronized void tryOpen(final int host)
    {
        if (HOST == host && !isOpeningIssued && !isGivenUp() && missing().isEmpty())
        {
            for (final HostSignals signals : allHosts)
            {
                listen(signals);
            }
            isOpeningIssued = sender().models().tryIssue(opening);
        }
    }

    /**
     * Makes a host take notices that was closed without ever having used messages: it has to be shut down with the
     * others.
     */
    private static void listen(final HostSignals signals)
    {
        try
        {
            signals.listen();
        }
        catch (final HostExpelledException ex)
        {
            // It no longer takes part in anything, and no host waits for it.
            return;
        }
    }

    @Override
    public boolean tryShutDown()
    {
        return sender().models().tryIssue(shutDown);
    }

    @Override
    public boolean needsNotices()
    {
        return false;
    }

    /**
     * The sender looks at all hosts by itself.
     */
    @Override
    public void onReady(final int host)
    {
        // Nothing to note.
    }

    @Override
    public synchronized boolean isGivenUp()
    {
        return !isOpeningIssued && allHosts[HOST].reset().isClosed();
    }

    @Override
    public boolean isOpeningPassed()
    {
        return isOpeningPassed;
    }

    @Override
    public void ready(final int host)
    {
        allHosts[HOST].reset().wake();
    }

    @Override
    public String describeWait()
    {
        final StringBuilder wait = new StringBuilder("the reset of ").append(name(sender()));
        String separator = ", which waits for Messaging.open() of ";
        final List<Host> missing = missing();
        for (final Host host : missing)
        {
            wait.append(separator).append(name(host));
            separator = ", ";
        }
        return wait.append(missing.isEmpty() ? ", for which all hosts are ready" : "").toString();
    }

    /**
     * Returns the hosts that the first reset waits for.
     */
    private List<Host> missing()
    {
        final List<Host> missing = new ArrayList<>();
        for (final HostSignals signals : allHosts)
        {
            if (!signals.reset().isReady())
            {
                missing.add(signals.host());
            }
        }
        return missing;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        final List<Host> waiting = new ArrayList<>();
        for (final HostSignals signals : allHosts)
        {
            if (signals.reset().isOpening())
            {
                waiting.add(signals.host());
            }
        }
        if (!waiting.isEmpty())
        {
            final List<Host> missing = missing();
            for (final Host host : missing)
            {
                add(report, host, 0, " has not called Messaging.open(): ", waiting);
            }
            if (missing.isEmpty() && !isOpeningPassed)
            {
                add(report, sender(), 1, NOT_SENT, waiting);
            }
        }
    }

    private void add(
        final StallReport report,
        final Host host,
        final long progress,
        final String what,
        final List<Host> waiting)
    {
        final int id = host.id();
        report.add(id, "host-" + id + "/reset", new Key(this, id), progress, () -> describe(host, what, waiting));
    }

    private static String describe(final Host holder, final String what, final List<Host> waiting)
    {
        final StringBuilder description = new StringBuilder(name(holder)).append(what);
        String separator = "";
        for (final Host host : waiting)
        {
            description.append(separator).append(name(host));
            separator = ", ";
        }
        return description.append(1 == waiting.size() ? " waits for the reset" : " wait for the reset").toString();
    }

    private Host sender()
    {
        return allHosts[HOST].host();
    }

    private static String name(final Host host)
    {
        return Topology.describeHost(host.id(), host.name());
    }

    /**
     * Identifies one missing host in all looks.
     */
    private record Key(Reset source, int host)
    {
    }

    @Override
    public String toString()
    {
        return "Reset{passed=" + isOpeningPassed + '}';
    }
}
