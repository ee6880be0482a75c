/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.SharedMemory;

/**
 * The application of one host in a round of a soak: phases with all operations of the library, in random order, each
 * with a strong barrier at its end. One host may fail, and another one then expels it.
 */
final class SoakHost
{
    private static final int MAX_STEPS = 60;
    private static final int MAX_DELAY_NS = 20_000_000;

    private final SoakSettings settings;
    private final Host host;
    private final Messaging messaging;
    private final SoakLayout layout;
    private final SoakChecks checks;
    private final FailedHost failedHost;
    private final Cluster cluster;
    private final SplittableRandom random;
    private final Isochron isochron;
    private final SoakMessages messages;
    private final SoakMemory memory;
    private final SoakEndpoint endpoint;
    private final WorkingWait wait;

    SoakHost(
        final SoakSettings settings,
        final Cluster cluster,
        final SharedMemory sharedMemory,
        final Messaging messaging,
        final Mailbox mailbox,
        final SoakLayout layout,
        final SoakEndpoints endpoints,
        final FailedHost failedHost)
    {
        this.settings = settings;
        this.cluster = cluster;
        this.messaging = messaging;
        this.layout = layout;
        checks = endpoints.checks();
        this.failedHost = failedHost;
        host = mailbox.host();
        random = new SplittableRandom(settings.seed() + host.id());
        isochron = host.isochron();
        messages = new SoakMessages(settings, messaging, isochron, mailbox, checks, random);
        endpoint = new SoakEndpoint(endpoints, cluster, host.id(), random);
        wait = new WorkingWait(host, this::work);
        memory = new SoakMemory(sharedMemory, isochron, host, layout, checks, wait, random);
    }

    /**
     * Isochrons that were issued.
     */
    long isochrons()
    {
        return wait.isochrons();
    }

    void run()
    {
        try
        {
            boolean isAlive = true;
            for (int phase = 1; phase <= settings.phases() && isAlive; phase++)
            {
                isAlive = run(phase);
            }
            if (isAlive)
            {
                end();
            }
        }
        catch (final HostExpelledException ex)
        {
            if (!settings.fails(host.id()) || SoakFailure.EXPELLED_ALIVE != settings.failure())
            {
                throw ex;
            }
        }
    }

    /**
     * @return false if this host has failed.
     */
    private boolean run(final int phase)
    {
        messages.begin(phase, wait);
        writeAll();
        final int steps = 1 + random.nextInt(MAX_STEPS);
        final int failStep = settings.fails(host.id()) && settings.failPhase() == phase ? random.nextInt(steps) : -1;
        for (int step = 0; step < steps; step++)
        {
            if (step == failStep && fail())
            {
                return false;
            }
            step();
            work();
        }
        signal(phase);
        messages.comeToBarrier();
        if (failStep >= 0 && SoakFailure.IN_BARRIER == settings.failure())
        {
            failedHost.fails();
            return false;
        }
        messages.passBarrier();
        return true;
    }

    /**
     * @return false if this host goes on.
     */
    private boolean fail()
    {
        switch (settings.failure())
        {
            case ISOCHRON_OPEN:
                messages.claimNonIsotach((host.id() + 1) % settings.hosts());
                memory.beginWriteAll();
                messages.append();
                break;
            case NOT_ASSIGNED:
                memory.schedule(random.nextInt(layout.groups()), 0, 1);
                break;
            case IN_BARRIER:
                return false;
            default:
                break;
        }
        failedHost.fails();
        return SoakFailure.EXPELLED_ALIVE != settings.failure();
    }

    private void step()
    {
        switch (random.nextInt(10))
        {
            case 0:
                writeAll();
                break;
            case 1:
                memory.readAll();
                break;
            case 2:
                memory.readAccounts(random.nextInt(layout.groups()));
                break;
            case 3:
            case 4:
                memory.transfer(random.nextInt(layout.groups()));
                break;
            case 5:
                messages.sendNonIsotach();
                break;
            case 6:
            case 7:
                endpoint.send(wait);
                break;
            default:
                isochron.begin();
                messages.append();
                wait.issue(isochron);
                break;
        }
    }

    private void writeAll()
    {
        memory.beginWriteAll();
        if (random.nextBoolean())
        {
            messages.append();
        }
        wait.issue(isochron);
    }

    private void signal(final int phase)
    {
        if (settings.fails(host.id()))
        {
            messages.signal(SoakMessages.SIGNAL_OF_FAILING);
        }
        else if (settings.signaller(phase) == host.id())
        {
            messages.signal(SoakMessages.SIGNAL);
        }
    }

    private void end()
    {
        endpoint.end(wait);
        memory.readAll();
        for (int group = 0; group < layout.groups(); group++)
        {
            memory.readAccounts(group);
        }
        wait.until(() -> messaging.tryClose(host), "the others to close");
    }

    /**
     * Does the work that this host owes to others while it waits.
     */
    private int work()
    {
        if (settings.expels(host.id()) && failedHost.isToBeExpelled())
        {
            LockSupport.parkNanos(random.nextInt(MAX_DELAY_NS));
            // No host has to wait for it at barriers any more.
            checks.barriers().arrives(settings.failing(), Integer.MAX_VALUE);
            cluster.expel(settings.failing());
        }
        return messages.receive() + endpoint.work();
    }
}
