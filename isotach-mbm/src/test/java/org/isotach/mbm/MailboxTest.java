/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MailboxTest
{
    private static final int HOSTS = 3;

    private final Isochron[] isochrons = new Isochron[HOSTS];
    private final MessagePort[] ports = new MessagePort[HOSTS];
    private final Mailbox[] mailboxes = new Mailbox[HOSTS];
    private Cluster cluster;
    private Messaging messaging;

    @BeforeEach
    void launch()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER));
        messaging = Messaging.on(cluster);
        for (int host = 0; host < HOSTS; host++)
        {
            isochrons[host] = cluster.host(host).isochron();
            ports[host] = messaging.port(isochrons[host]);
            mailboxes[host] = messaging.mailbox(cluster.host(host));
        }
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    @Test
    void shouldReceiveAMessageWhereItsSenderHasWrittenIt()
    {
        isochrons[0].begin();
        ports[0].claim(1, 8).putLong(0, 42);
        isochrons[0].issue();
        final Delivery delivery = mailboxes[1].await();
        assertEquals(Delivery.Kind.MESSAGE, delivery.kind());
        assertEquals(0, delivery.sender());
        assertEquals(8, delivery.message().length());
        assertEquals(42, delivery.message().getLong(0));
        assertEquals(2, delivery.pulse());
        assertNull(mailboxes[1].receive());
        assertNull(mailboxes[2].receive());
    }

    /**
     * A sender without memory must not wait until its receiver has received everything: they would take turns.
     */
    @Test
    void shouldGiveMemoryBackBeforeEverythingIsReceived()
    {
        int sent = 0;
        while (trySend(sent))
        {
            sent++;
        }
        for (int received = 0; received < sent / 2; received++)
        {
            assertEquals(received, mailboxes[1].receive().message().getLong(0));
        }
        // The first one asks for memory.
        assertTrue(isochrons[0].tryIssue() || isochrons[0].tryIssue(), sent + " were sent, and half of them received");
    }

    /**
     * Frames that are held are executed: they count for the credits, and not for what is in flight.
     */
    @Test
    void shouldHaveOneIsochronInFlightIfAskedThoughNobodyReceives()
    {
        try (Cluster careful = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).oneInFlight(true)))
        {
            final Isochron isochron = careful.host(0).isochron();
            final Messaging carefulMessaging = Messaging.on(careful);
            final MessagePort port = carefulMessaging.port(isochron);
            final Mailbox mailbox = carefulMessaging.mailbox(careful.host(1));
            final int count = 6;
            for (int sent = 0; sent < count; sent++)
            {
                isochron.begin();
                port.claim(1, 8).putLong(0, sent);
                assertTrue(isochron.tryIssue());
                isochron.begin();
                port.claim(1, 8).putLong(0, -1);
                assertFalse(isochron.tryIssue(), "message " + sent + " is not executed");
                isochron.abandon();
                careful.host(0).poll();
                careful.host(1).poll();
            }
            for (int received = 0; received < count; received++)
            {
                assertEquals(received, mailbox.receive().message().getLong(0));
            }
        }
    }

    /**
     * A frame that begins with messages for a mailbox need not be gone through, unless others share it.
     */
    @Test
    void shouldHandleWhatComesBehindMessagesForTheMailboxInOneFrame()
    {
        final List<Long> handled = new ArrayList<>();
        messaging.handler(cluster.host(1), 0, (sender, message) -> handled.add(message.getLong(0)));
        final int count = 12;
        for (int word = 0; word < count; word++)
        {
            isochrons[0].begin();
            final MessageBuffer message = isToHandler(word) ?
                ports[0].claimForHandler(1, 0, Long.BYTES) : ports[0].claim(1, Long.BYTES);
            message.putLong(0, word);
            isochrons[0].issue();
        }
        cluster.host(0).poll();
        for (long word = 0; word < count; word++)
        {
            if (!isToHandler(word))
            {
                assertEquals(word, mailboxes[1].receive().message().getLong(0));
            }
        }
        assertNull(mailboxes[1].receive());
        assertEquals(List.of(8L, 10L), handled);
    }

    /**
     * The memory of the message before may be the sender's again.
     */
    @Test
    void shouldReleaseAMessageBeforeAHandlerRunsInsideTheNextReceive()
    {
        final List<String> seen = new ArrayList<>();
        isochrons[0].begin();
        ports[0].claim(1, Long.BYTES).putLong(0, 42);
        isochrons[0].issue();
        final Delivery before = mailboxes[1].await();
        assertEquals(42, before.message().getLong(0));
        messaging.handler(cluster.host(1), 0, (sender, message) -> seen.add(before.toString()));
        isochrons[0].begin();
        ports[0].claimForHandler(1, 0, Long.BYTES).putLong(0, 43);
        isochrons[0].issue();
        cluster.host(0).poll();
        assertEquals(List.of(), seen);
        assertNull(mailboxes[1].receive());
        assertEquals(List.of("Delivery{released}"), seen);
    }

    private static boolean isToHandler(final long word)
    {
        return 8 == word || 10 == word;
    }

    /**
     * Sends a message from host 0 to host 1 if there is memory for it, when everybody has done what can be done.
     */
    private boolean trySend(final long word)
    {
        isochrons[0].begin();
        ports[0].claim(1, MessagingContext.MAX_MESSAGE_LENGTH_DEFAULT).putLong(0, word);
        if (isochrons[0].tryIssue())
        {
            return true;
        }
        cluster.host(0).poll();
        cluster.host(1).poll();
        cluster.host(0).poll();
        return isochrons[0].tryIssue();
    }

    @Test
    void shouldReceiveMulticastsAndMessagesToOneselfInOneOrder()
    {
        for (int sender = 0; sender < HOSTS; sender++)
        {
            isochrons[sender].begin();
            ports[sender].claim(HostSet.of(HOSTS, 0, 1, 2), 4).putInt(0, sender);
            ports[sender].claim(sender, 4).putInt(0, 10 + sender);
            isochrons[sender].issue();
        }
        for (int host = 0; host < HOSTS; host++)
        {
            for (int sender = 0; sender < HOSTS; sender++)
            {
                assertEquals(sender, mailboxes[host].await().message().getInt(0));
                if (host == sender)
                {
                    assertEquals(10 + sender, mailboxes[host].await().message().getInt(0));
                }
            }
            assertNull(mailboxes[host].receive());
        }
    }

    @Test
    void shouldDeliverASignalToAllThatHaveRegisteredItInOnePulse()
    {
        mailboxes[0].registerSignal(3);
        mailboxes[1].registerSignal(3);
        isochrons[0].begin();
        ports[0].claim(1, 0);
        isochrons[0].issue();
        ports[0].signal(3);
        assertEquals(Delivery.Kind.MESSAGE, mailboxes[1].await().kind());
        final Delivery signal = mailboxes[1].await();
        assertEquals(Delivery.Kind.SIGNAL, signal.kind());
        assertEquals(3, signal.channel());
        final Delivery own = mailboxes[0].await();
        assertEquals(Delivery.Kind.SIGNAL, own.kind());
        assertEquals(signal.pulse(), own.pulse());
        assertNull(mailboxes[2].receive());
    }

    @Test
    void shouldCompleteABarrierWhenAllThatHaveRegisteredItHaveParticipated()
    {
        mailboxes[0].registerBarrier(1, BarrierMode.STRONG);
        mailboxes[1].registerBarrier(1, BarrierMode.STRONG);
        for (int round = 0; round < 100; round++)
        {
            ports[0].barrier(1, BarrierMode.STRONG);
            assertNull(mailboxes[0].receive());
            ports[1].barrier(1, BarrierMode.STRONG);
            final Delivery first = mailboxes[0].await();
            assertEquals(Delivery.Kind.BARRIER, first.kind());
            assertEquals(1, first.channel());
            final Delivery second = mailboxes[1].await();
            assertEquals(Delivery.Kind.BARRIER, second.kind());
            assertEquals(first.pulse(), second.pulse());
            assertNull(mailboxes[0].receive());
            assertNull(mailboxes[1].receive());
        }
    }

    @Test
    void shouldCloseWhenAllHaveClosedAndEverythingWasReceived()
    {
        isochrons[0].begin();
        ports[0].claim(1, 0);
        isochrons[0].issue();
        assertFalse(messaging.tryClose(cluster.host(0)));
        assertFalse(messaging.tryClose(cluster.host(1)));
        messaging.tryClose(cluster.host(2));
        while (!messaging.tryClose(cluster.host(0)))
        {
            Thread.onSpinWait();
        }
        assertFalse(messaging.tryClose(cluster.host(1)));
        assertNotNull(mailboxes[1].receive());
        assertFalse(messaging.tryClose(cluster.host(1)));
        assertNull(mailboxes[1].receive());
        assertTrue(messaging.tryClose(cluster.host(1)));
        assertTrue(messaging.tryClose(cluster.host(2)));
    }
}
