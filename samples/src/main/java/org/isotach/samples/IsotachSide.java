/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Host;

/**
 * Isotach messages, each in an isochron of its own.
 */
final class IsotachSide implements PairSide
{
    private final Isochron isochron;
    private final MessagePort port;
    private final Mailbox mailbox;
    private final int target;
    private final int payload;
    private final Pause pause = new Pause();

    IsotachSide(final Messaging messaging, final Host host, final int payload)
    {
        isochron = host.isochron();
        port = messaging.port(isochron);
        mailbox = messaging.mailbox(host);
        target = 1 - host.id();
        this.payload = payload;
    }

    @Override
    public void send(final long word)
    {
        isochron.begin();
        OneWord.fill(port.claim(target, payload), payload, word);
        isochron.issue();
    }

    @Override
    public long receive()
    {
        Delivery delivery = mailbox.receive();
        while (null == delivery)
        {
            pause.after(0);
            delivery = mailbox.receive();
        }
        pause.after(1);
        return OneWord.of(delivery.message(), payload);
    }

    @Override
    public void flush()
    {
        isochron.awaitExecuted();
    }
}
