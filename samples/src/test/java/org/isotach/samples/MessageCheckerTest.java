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
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class MessageCheckerTest
{
    private final MessageChecker checker = new MessageChecker(3);

    @Test
    void shouldAcceptOneOrder()
    {
        record(0, 1, 0);
        record(0, 2, 0);
        record(0, 1, 3);
        record(2, 1, 0);
        record(2, 1, 3);
        checker.checkComplete();
        checker.checkOneOrder();
        assertNull(checker.violations().first());
        assertEquals(5, checker.received());
    }

    @Test
    void shouldNoticeDifferentOrders()
    {
        record(0, 1, 0);
        record(0, 2, 0);
        record(2, 2, 0);
        record(2, 1, 0);
        checker.checkComplete();
        assertNull(checker.violations().first());
        checker.checkOneOrder();
        assertEquals(
            "hosts 0 and 2 received message 0 of host 1 in different orders", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeWrongOrderOfSender()
    {
        record(0, 1, 4);
        record(0, 2, 3);
        record(0, 1, 3);
        assertEquals("host 0 received message 3 of host 1 behind 4", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeMessageThatComesTwice()
    {
        record(2, 0, 0);
        checker.record(2, 0, 0);
        checker.checkComplete();
        assertEquals("host 2 received message 0 of host 0 behind 0", checker.violations().first());
        assertEquals(2, checker.violations().count());
    }

    @Test
    void shouldNoticeLostMessage()
    {
        record(1, 0, 0);
        checker.sent(1);
        checker.checkComplete();
        assertEquals("host 1 received 1 of 2 messages", checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldCheckContents()
    {
        try (Cluster cluster = launch())
        {
            final Messaging messaging = Messaging.on(cluster);
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            final Isochron isochron = port.isochron().begin();
            MessageChecker.write(port.claim(0, 64), 0, 5);
            isochron.issue();
            final Delivery delivery = messaging.mailbox(cluster.host(0)).await();
            checker.check(0, 0, delivery.message());
            assertNull(checker.violations().first());
            checker.check(1, 2, delivery.message());
            assertEquals("host 1 received message 5 of host 0 as one of host 2", checker.violations().first());
        }
    }

    @Test
    void shouldNoticeWrongByte()
    {
        final byte[] message = new byte[MessageChecker.HEADER_LENGTH + 8];
        checkMessage(message);
        // Bytes of zeros are wrong from the start: the pattern of message 0 begins with its index.
        assertEquals(
            "host 0 received message 0 of host 0 with a wrong byte " + MessageChecker.HEADER_LENGTH,
            checker.violations().first());
        assertEquals(1, checker.violations().count());
    }

    @Test
    void shouldNoticeMessageWithoutHeader()
    {
        checkMessage(new byte[3]);
        assertEquals("host 0 received a message of 3 bytes", checker.violations().first());
        assertEquals(0, checker.received());
    }

    private void record(final int receiver, final int sender, final long number)
    {
        checker.sent(receiver);
        checker.record(receiver, sender, number);
    }

    private void checkMessage(final byte[] message)
    {
        try (Cluster cluster = launch())
        {
            final Messaging messaging = Messaging.on(cluster);
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            final Mailbox mailbox = messaging.mailbox(cluster.host(0));
            final Isochron isochron = port.isochron().begin();
            port.send(0, message, 0, message.length);
            isochron.issue();
            checker.check(0, 0, mailbox.await().message());
        }
    }

    private static Cluster launch()
    {
        return Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER));
    }
}
