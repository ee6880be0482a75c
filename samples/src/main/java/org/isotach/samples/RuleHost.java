/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Host;

/**
 * One host of the parallel rule system: it has the working memory, and matches rules for its share of the applicants. A
 * firing is one message to all hosts, itself included, and takes effect when it is received.
 * <p>
 * All hosts receive all firings in one order, so all working memories go through the same states. A firing whose facts
 * are gone when its turn comes is dropped, by all hosts alike. No other agreement is needed: no locks, no coordinator.
 * When a working memory has no application left, no firing in flight can have an effect, at any host.
 */
final class RuleHost
{
    private static final int FIRING_LENGTH = 5 * Integer.BYTES;

    private final Host host;
    private final int hosts;
    private final Messaging messaging;
    private final WorkingMemory memory;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final HostSet everybody;
    private final boolean[] isUnderWay;
    private final LongWait wait;
    private int dropped;

    RuleHost(final Host host, final Messaging messaging, final Preferences preferences)
    {
        this.host = host;
        this.messaging = messaging;
        hosts = host.hostCount();
        wait = new LongWait(host);
        memory = new WorkingMemory(preferences);
        port = messaging.port(host.isochron());
        mailbox = messaging.mailbox(host);
        everybody = new HostSet(hosts);
        for (int other = 0; other < hosts; other++)
        {
            everybody.add(other);
        }
        isUnderWay = new boolean[preferences.size()];
    }

    WorkingMemory memory()
    {
        return memory;
    }

    /**
     * Firings that came too late.
     */
    int dropped()
    {
        return dropped;
    }

    void run()
    {
        while (!memory.isDone())
        {
            if (0 == receive() + sendMatches())
            {
                // Only what is received changes the working memory.
                wait.until(() -> receive() > 0, () -> 0);
            }
        }
        wait.until(() -> messaging.tryClose(host), this::receive);
    }

    private int sendMatches()
    {
        int sent = 0;
        for (int applicant = host.id(); applicant < isUnderWay.length; applicant += hosts)
        {
            final Firing firing = isUnderWay[applicant] ? null : memory.match(applicant);
            if (null != firing)
            {
                send(firing);
                isUnderWay[applicant] = true;
                sent++;
            }
        }
        return sent;
    }

    private void send(final Firing firing)
    {
        final Isochron isochron = port.isochron();
        isochron.begin();
        final MessageBuffer message = port.claim(everybody, FIRING_LENGTH);
        message.putInt(0, firing.seeking().applicant());
        message.putInt(4, firing.seeking().choice());
        message.putInt(8, firing.holder().applicant());
        message.putInt(12, firing.holder().choice());
        message.putInt(16, firing.holder().post());
        wait.until(isochron::tryIssue, this::receive);
    }

    private int receive()
    {
        int received = 0;
        for (Delivery delivery = mailbox.receive(); null != delivery; delivery = mailbox.receive())
        {
            final Firing firing = read(delivery.message());
            if (!memory.fire(firing))
            {
                dropped++;
            }
            if (delivery.sender() == host.id())
            {
                isUnderWay[firing.seeking().applicant()] = false;
            }
            received++;
        }
        return received;
    }

    private static Firing read(final MessageView message)
    {
        final int holder = message.getInt(8);
        final int post = message.getInt(16);
        return new Firing(
            Fact.seeking(message.getInt(0), message.getInt(4)),
            Fact.NOBODY == holder ? Fact.vacant(post) : Fact.hired(holder, message.getInt(12), post));
    }
}
