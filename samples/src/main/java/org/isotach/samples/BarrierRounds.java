/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Host;

/**
 * The application of one host that meets the others at barriers.
 */
final class BarrierRounds
{
    static final int STRONG_CHANNEL = 1;
    static final int WEAK_CHANNEL = 2;
    static final int SIGNAL_CHANNEL = 1;

    private final Host host;
    private final int hosts;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final NonIsotachPort nonIsotachPort;
    private final BarrierChecker checker;
    private final HostSet everybody;
    private final byte[] message = new byte[Long.BYTES];
    private final LongWait wait;

    BarrierRounds(final Host host, final Messaging messaging, final BarrierChecker checker)
    {
        this.host = host;
        this.checker = checker;
        hosts = host.hostCount();
        wait = new LongWait(host);
        port = messaging.port(host.isochron());
        mailbox = messaging.mailbox(host);
        nonIsotachPort = messaging.nonIsotachPort(host);
        everybody = new HostSet(hosts);
        for (int other = 0; other < hosts; other++)
        {
            everybody.add(other);
        }
    }

    /**
     * Every host sends a message to all; one host signals; the barrier comes after both.
     */
    void strong(final int round)
    {
        final Isochron isochron = port.isochron();
        isochron.begin();
        port.send(everybody, message, 0, message.length);
        isochron.issue();
        if (round % hosts == host.id())
        {
            port.signal(SIGNAL_CHANNEL);
        }
        checker.arrives(host.id(), round);
        port.barrier(STRONG_CHANNEL, BarrierMode.STRONG);
        int messages = 0;
        int signals = 0;
        Delivery delivery = mailbox.await();
        while (Delivery.Kind.BARRIER != delivery.kind())
        {
            if (Delivery.Kind.SIGNAL == delivery.kind())
            {
                checker.signalled(host.id(), round, delivery.pulse());
                signals++;
            }
            else
            {
                messages++;
            }
            delivery = mailbox.await();
        }
        checker.passes(host.id(), round);
        checker.checkMessages(host.id(), round, messages, hosts);
        checker.checkSignals(host.id(), round, signals);
    }

    void weak(final int round)
    {
        checker.arrives(host.id(), round);
        port.barrier(WEAK_CHANNEL, BarrierMode.WEAK);
        if (Delivery.Kind.BARRIER != mailbox.await().kind())
        {
            checker.violations().add("host " + host.id() + " received something other than barrier " + round);
        }
        checker.passes(host.id(), round);
    }

    void nonIsotach(final int round)
    {
        checker.arrives(host.id(), round);
        nonIsotachPort.initiateBarrier();
        wait.until(nonIsotachPort::barrierCompleted, host::poll);
        checker.passes(host.id(), round);
    }
}
