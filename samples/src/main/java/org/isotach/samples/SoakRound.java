/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;

import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.SharedMemory;

/**
 * One round of a soak: a cluster from its launch to its end, and the violations found.
 */
final class SoakRound
{
    private final SoakSettings settings;
    private final SoakChecks checks;
    private long isochrons;
    private long faults;

    SoakRound(final SoakSettings settings)
    {
        this.settings = settings;
        checks = new SoakChecks(settings);
    }

    void run()
    {
        try
        {
            runCluster();
        }
        catch (final RuntimeException ex)
        {
            // Of the launch or the end of the cluster, too: only the number of the round repeats it.
            report(ex);
        }
    }

    private void runCluster()
    {
        final SoakLayout layout = new SoakLayout(settings);
        final FailedHost failedHost = new FailedHost();
        final List<SoakHost> programs = new ArrayList<>();
        try (Cluster cluster = Cluster.launch(settings.context().errorHandler(this::report));
            SoakEndpoints endpoints = new SoakEndpoints(settings, cluster, checks))
        {
            final SharedMemory memory = SharedMemory.on(cluster, layout.pages());
            final Messaging messaging = Messaging.on(cluster, settings.messagingContext());
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                final Mailbox mailbox = messaging.mailbox(cluster.host(host));
                SoakMessages.register(mailbox);
                programs.add(new SoakHost(
                    settings, cluster, memory, messaging, mailbox, layout, endpoints, failedHost));
            }
            try
            {
                HostThreads.run(cluster, host -> programs.get(host.id()).run());
                checks.checkEnd();
            }
            catch (final SampleFailedException ex)
            {
                report(ex);
            }
            faults = cluster.linkFaultCount() + (failedHost.isExpelled() ? 1 : 0);
        }
        isochrons = programs.stream().mapToLong(SoakHost::isochrons).sum();
    }

    long isochrons()
    {
        return isochrons;
    }

    /**
     * Link faults and expelled hosts.
     */
    long faults()
    {
        return faults;
    }

    int violations()
    {
        return checks.violations();
    }

    /**
     * Returns the first violation, with the data that repeats the round; null if there was none.
     */
    String first()
    {
        final String first = checks.first();
        return null == first ? null : "round " + settings.round() + ": " + first;
    }

    void report(final Throwable error)
    {
        checks.others().add(OneLineErrors.describe(error));
    }
}
