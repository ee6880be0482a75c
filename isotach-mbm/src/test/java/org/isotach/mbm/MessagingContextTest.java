/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertBelongsToACluster;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MessagingContextTest
{
    private final MessagingContext context = new MessagingContext();

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, (1 << 26) + 1, Integer.MAX_VALUE })
    void shouldRefuseAMaxMessageLength(final int value)
    {
        assertRefused("maxMessageLength: " + value + " (expected: 0..2^26 bytes)",
            () -> context.maxMessageLength(value));
        assertEquals(MessagingContext.MAX_MESSAGE_LENGTH_DEFAULT, context.maxMessageLength());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 65537 })
    void shouldRefuseAHandlerCount(final int value)
    {
        assertRefused("handlerCount: " + value + " (expected: 0..65536)", () -> context.handlerCount(value));
        assertEquals(MessagingContext.HANDLER_COUNT_DEFAULT, context.handlerCount());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 33 })
    void shouldRefuseNumbersOfChannels(final int value)
    {
        assertRefused("signalChannels: " + value + " (expected: 0..31)", () -> context.signalChannels(value));
        assertRefused("barrierChannels: " + value + " (expected: 1..32)", () -> context.barrierChannels(value));
        assertEquals(MessagingContext.SIGNAL_CHANNELS_DEFAULT, context.signalChannels());
        assertEquals(MessagingContext.BARRIER_CHANNELS_DEFAULT, context.barrierChannels());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 0, 32, 65, 100 })
    void shouldRefuseARingLength(final int value)
    {
        assertRefused("nonIsotachRingLength: " + value + " (expected: a power of two in 64..2^30 bytes)",
            () -> context.nonIsotachRingLength(value));
        assertEquals(MessagingContext.NON_ISOTACH_RING_LENGTH_DEFAULT, context.nonIsotachRingLength());
    }

    @Test
    void shouldRefuseNoOrderAtAll()
    {
        assertThrows(NullPointerException.class, () -> context.order(null));
        assertSame(MessageOrder.ISOTACH, context.order());
        assertSame(MessageOrder.ARRIVAL, context.order(MessageOrder.ARRIVAL).order());
    }

    @Test
    void shouldRefuseARingThatIsTooSmallForOneMessage()
    {
        try (Cluster cluster = launch())
        {
            context.maxMessageLength(57).nonIsotachRingLength(64);
            assertRefused("nonIsotachRingLength: 64 (expected: at least 72 bytes for one message of" +
                " maxMessageLength 57; raise nonIsotachRingLength or lower maxMessageLength)",
                () -> Messaging.on(cluster, context));
            assertSame(context, Messaging.on(cluster, context.maxMessageLength(56)).context());
        }
    }

    /**
     * Who has set no length of messages gets what fits, down to the shortest isochrons that there can be.
     */
    @ParameterizedTest
    @CsvSource({ "32, 16", "64, 48", "512, 496", "1032, 1016", "1040, 1024", "1048, 1024", "32768, 1024" })
    void shouldFollowTheLengthOfIsochronsIfNoLengthWasSet(final int maxIsochronLength, final int expected)
    {
        try (Cluster cluster = launch(maxIsochronLength))
        {
            assertEquals(MessagingContext.MAX_MESSAGE_LENGTH_DEFAULT, context.maxMessageLength());
            final Messaging messaging = Messaging.on(cluster, context);
            assertEquals(expected, context.maxMessageLength());
            assertTrue(context.toString().contains("maxMessageLength=" + expected + ","), context.toString());
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            port.isochron().begin();
            assertRefused("length: " + (expected + 1) + " (expected: 0.." + expected +
                " bytes; see MessagingContext.maxMessageLength)", () -> port.claim(1, expected + 1));
            port.send(1, new byte[expected], 0, expected);
            port.isochron().issue();
            assertEquals(expected, messaging.mailbox(cluster.host(1)).await().message().length());
            final NonIsotachPort sender = messaging.nonIsotachPort(cluster.host(0));
            final NonIsotachPort receiver = messaging.nonIsotachPort(cluster.host(1));
            sender.send(1, new byte[expected], 0, expected);
            receiver.await();
            assertEquals(expected, receiver.message().length());
        }
    }

    @Test
    void shouldRefuseALengthThatNoIsochronHasRoomFor()
    {
        try (Cluster cluster = launch(512))
        {
            context.maxMessageLength(497);
            assertRefused("maxMessageLength: 497 needs isochrons of 520 bytes, those of the cluster have 512:" +
                " raise ClusterContext.maxIsochronLength or lower maxMessageLength",
                () -> Messaging.on(cluster, context));
            assertSame(context, Messaging.on(cluster, context.maxMessageLength(496)).context());
        }
    }

    /**
     * Links take no isochron of more than 168 bytes.
     */
    @Test
    void shouldFollowTheLengthOfLinks()
    {
        final ClusterContext shortLinks =
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).linkLength(512);
        try (Cluster cluster = Cluster.launch(shortLinks))
        {
            context.maxMessageLength(153);
            assertRefused("maxMessageLength: 153 needs isochrons of 176 bytes, those of the cluster have 168:" +
                " raise ClusterContext.linkLength or lower maxMessageLength", () -> Messaging.on(cluster, context));
            final Messaging messaging = Messaging.on(cluster);
            assertEquals(152, messaging.context().maxMessageLength());
            final MessagePort port = messaging.port(cluster.host(0).isochron());
            port.isochron().begin();
            port.claim(1, 152).putLong(144, 5);
            port.isochron().issue();
            assertEquals(5, messaging.mailbox(cluster.host(1)).await().message().getLong(144));
        }
    }

    /**
     * Calls on other threads look at the models of the cluster all the time.
     */
    @Test
    void shouldSayNothingOfStallsBeforeItIsComplete() throws InterruptedException
    {
        for (int run = 0; run < 20; run++)
        {
            try (Cluster cluster = Cluster.launch(
                new ClusterContext().topology(Topology.chain(8, 128)).threadingMode(ThreadingMode.INVOKER)))
            {
                final CountDownLatch hasLooked = new CountDownLatch(1);
                final AtomicBoolean isComplete = new AtomicBoolean();
                final TestThreads threads = new TestThreads();
                threads.start("looking", () ->
                {
                    try
                    {
                        while (!isComplete.get())
                        {
                            cluster.stalls();
                            hasLooked.countDown();
                        }
                    }
                    finally
                    {
                        hasLooked.countDown();
                    }
                });
                hasLooked.await();
                try
                {
                    Messaging.on(cluster, new MessagingContext().barrierChannels(32));
                }
                finally
                {
                    isComplete.set(true);
                }
                threads.join();
            }
        }
    }

    /**
     * A cluster has messages already, or a host that was expelled: the settings can be used for another one, and are
     * as they were.
     */
    @Test
    void shouldServeAnotherClusterWhenTheFirstDidNotGetItsMessages()
    {
        try (Cluster cluster = launch(64); Cluster other = launch(128))
        {
            Messaging.on(cluster);
            final String before = context.toString();
            assertThrows(IllegalStateException.class, () -> Messaging.on(cluster, context));
            assertEquals(before, context.toString());
            context.handlerCount(1);
            assertSame(context, Messaging.on(other, context).context());
            assertEquals(112, context.maxMessageLength());
        }
    }

    @ParameterizedTest
    @MethodSource("setters")
    void shouldNotBeChangedOnceItBelongsToACluster(final Consumer<MessagingContext> setter)
    {
        try (Cluster cluster = launch())
        {
            Messaging.on(cluster, context);
            assertBelongsToACluster(context, () -> setter.accept(context));
        }
    }

    private static Stream<Consumer<MessagingContext>> setters()
    {
        return Stream.of(
            context -> context.maxMessageLength(8),
            context -> context.handlerCount(1),
            context -> context.signalChannels(1),
            context -> context.barrierChannels(1),
            context -> context.nonIsotachRingLength(128),
            context -> context.order(MessageOrder.ARRIVAL),
            context ->
            {
                try (Cluster other = launch())
                {
                    Messaging.on(other, context);
                }
            });
    }

    @Test
    void shouldTellItsSettings()
    {
        context.maxMessageLength(0).handlerCount(0).signalChannels(31).barrierChannels(32).nonIsotachRingLength(128);
        assertEquals("MessagingContext{maxMessageLength=0, handlerCount=0, signalChannels=31, barrierChannels=32," +
            " nonIsotachRingLength=128, order=ISOTACH}", context.toString());
    }

    @Test
    void shouldHaveOneNonIsotachPortPerHost()
    {
        try (Cluster cluster = launch(); Cluster other = launch())
        {
            final Messaging messaging = Messaging.on(cluster);
            assertSame(messaging.nonIsotachPort(cluster.host(0)), messaging.nonIsotachPort(cluster.host(0)));
            assertNotSame(messaging.nonIsotachPort(cluster.host(0)), messaging.nonIsotachPort(cluster.host(1)));
            assertSame(cluster.host(1), messaging.nonIsotachPort(cluster.host(1)).host());
            assertRefused("host: " + other.host(0) + " (expected: a host of the cluster of this messaging)",
                () -> messaging.nonIsotachPort(other.host(0)));
        }
    }

    private static Cluster launch()
    {
        return launch(ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT);
    }

    private static Cluster launch(final int maxIsochronLength)
    {
        return Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).maxIsochronLength(maxIsochronLength));
    }
}
