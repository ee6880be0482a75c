/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.SplittableRandom;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Host;

/**
 * The application of one host that sends messages to all hosts, and receives those of all. Sending and receiving is the
 * work of one thread, so it receives while there is no room to send.
 */
final class MessageExchange
{
    private static final int MAX_MESSAGES_PER_ISOCHRON = 4;

    private final Host host;
    private final int hosts;
    private final Messaging messaging;
    private final MessageChecker checker;
    private final int maxLength;
    private final SplittableRandom random;
    private final LongWait wait;
    private MessageBuffer claimed;

    MessageExchange(
        final Host host,
        final Messaging messaging,
        final MessageChecker checker,
        final long seed)
    {
        this.host = host;
        this.messaging = messaging;
        this.checker = checker;
        hosts = host.hostCount();
        wait = new LongWait(host);
        maxLength = messaging.context().maxMessageLength();
        random = new SplittableRandom(seed + host.id());
    }

    /**
     * Returns how many receivers an isotach message has on average: half of them have one, the others have one and half
     * of the rest.
     */
    static double meanReceivers(final int hosts)
    {
        return 1 + (hosts - 1) / 4.0;
    }

    /**
     * Sends isotach messages: to others, to itself, to several hosts, one or more in an isochron.
     */
    void isotach(final int count, final Progress progress)
    {
        final Isochron isochron = host.isochron();
        final MessagePort port = messaging.port(isochron);
        final Mailbox mailbox = messaging.mailbox(host);
        int sent = 0;
        while (sent < count)
        {
            isochron.begin();
            final int messages = Math.min(count - sent, 1 + random.nextInt(MAX_MESSAGES_PER_ISOCHRON));
            for (int i = 0; i < messages; i++)
            {
                append(port, sent++);
                progress.step();
            }
            wait.until(isochron::tryIssue, () -> receive(mailbox));
            receive(mailbox);
        }
        wait.until(() -> messaging.tryClose(host), () -> receive(mailbox));
    }

    /**
     * Sends non-isotach messages to the other hosts.
     */
    void nonIsotach(final int count, final Progress progress)
    {
        final NonIsotachPort port = messaging.nonIsotachPort(host);
        for (int number = 0; number < count; number++)
        {
            final int target = (host.id() + 1 + random.nextInt(hosts - 1)) % hosts;
            final int length = length();
            wait.until(() -> null != (claimed = port.tryClaim(target, length)), () -> receive(port));
            MessageChecker.write(claimed, host.id(), number);
            checker.sent(target);
            port.commit();
            progress.step();
            receive(port);
        }
        wait.until(() -> messaging.tryClose(host), () -> receive(port));
    }

    private void append(final MessagePort port, final long number)
    {
        if (random.nextBoolean())
        {
            final int target = random.nextInt(hosts);
            MessageChecker.write(port.claim(target, length()), host.id(), number);
            checker.sent(target);
            return;
        }
        final HostSet targets = new HostSet(hosts);
        targets.add(random.nextInt(hosts));
        for (int target = 0; target < hosts; target++)
        {
            if (random.nextBoolean())
            {
                targets.add(target);
            }
        }
        MessageChecker.write(port.claim(targets, length()), host.id(), number);
        for (int target = targets.next(0); target >= 0; target = targets.next(target + 1))
        {
            checker.sent(target);
        }
    }

    private int length()
    {
        return MessageChecker.HEADER_LENGTH + random.nextInt(maxLength - MessageChecker.HEADER_LENGTH + 1);
    }

    private int receive(final Mailbox mailbox)
    {
        int received = 0;
        for (Delivery delivery = mailbox.receive(); null != delivery; delivery = mailbox.receive())
        {
            checker.check(host.id(), delivery.sender(), delivery.message());
            received++;
        }
        return received;
    }

    private int receive(final NonIsotachPort port)
    {
        int received = 0;
        while (port.receive())
        {
            checker.check(host.id(), port.sender(), port.message());
            received++;
        }
        return received;
    }
}
