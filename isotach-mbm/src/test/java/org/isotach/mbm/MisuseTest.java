/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every mistake is an error at the call that makes it, sends nothing, and leaves host, port and isochron usable.
 */
final class MisuseTest
{
    private static final int HOSTS = 3;
    private static final int MAX_LENGTH = 64;
    private static final int HANDLERS = 4;
    private static final String RELEASED_DELIVERY =
        "delivery was released by the next receive: copy what you need before that";
    private static final String RELEASED_MESSAGE =
        "message was released by the next receive: copy what you need before that";
    private static final String RELEASED_BUFFER = "message was sent or aborted: claim another one";

    private final TestCluster cluster = newCluster(false);
    private final Isochron isochron = cluster.isochron(0);
    private final MessagePort port = cluster.port(0);
    private final Mailbox mailbox = cluster.mailbox(0);
    private final byte[] source = new byte[2 * MAX_LENGTH];
    private boolean isClosed;

    @AfterEach
    void shouldStillWork()
    {
        if (isochron.isOpen())
        {
            isochron.abandon();
        }
        if (!isClosed)
        {
            cluster.assertNothingToReceive();
            isochron.begin();
            port.claim(HostSet.of(HOSTS, 0, 1, 2), Long.BYTES).putLong(0, 42);
            isochron.issue();
            for (int host = 0; host < HOSTS; host++)
            {
                assertEquals(42, cluster.receive(host));
            }
        }
        cluster.assertNothingToReceive();
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, MAX_LENGTH + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseMessagesThatAreTooLong(final int length)
    {
        isochron.begin();
        final HostSet others = HostSet.of(HOSTS, 1, 2);
        final String message = "length: " + length + " (expected: 0..64 bytes; see MessagingContext.maxMessageLength)";
        assertRefused(IllegalArgumentException.class, message, () -> port.claim(1, length));
        assertRefused(IllegalArgumentException.class, message, () -> port.claim(others, length));
        assertRefused(IllegalArgumentException.class, message, () -> port.claimForHandler(1, 0, length));
        assertRefused(IllegalArgumentException.class, message, () -> port.claimForHandler(others, 0, length));
        isochron.issue();
    }

    @Test
    void shouldRefuseToSendMoreThanTheMaximum()
    {
        isochron.begin();
        final HostSet others = HostSet.of(HOSTS, 1, 2);
        final String message = "length: 65 (expected: 0..64 bytes; see MessagingContext.maxMessageLength)";
        assertRefused(IllegalArgumentException.class, message, () -> port.send(1, source, 0, MAX_LENGTH + 1));
        assertRefused(IllegalArgumentException.class, message, () -> port.send(others, source, 0, MAX_LENGTH + 1));
        assertRefused(IllegalArgumentException.class, message,
            () -> port.sendToHandler(1, 0, source, 0, MAX_LENGTH + 1));
        assertRefused(IllegalArgumentException.class, message,
            () -> port.sendToHandler(others, 0, source, 0, MAX_LENGTH + 1));
        isochron.issue();
    }

    @Test
    void shouldRefuseToSendWhatIsNotInTheArray()
    {
        isochron.begin();
        final HostSet others = HostSet.of(HOSTS, 1, 2);
        assertThrows(IndexOutOfBoundsException.class, () -> port.send(1, source, source.length - 3, 4));
        assertThrows(IndexOutOfBoundsException.class, () -> port.send(others, source, -1, 4));
        assertThrows(IndexOutOfBoundsException.class, () -> port.sendToHandler(1, 0, source, 0, -1));
        assertThrows(IndexOutOfBoundsException.class,
            () -> port.sendToHandler(others, 0, source, Integer.MAX_VALUE, 4));
        isochron.issue();
    }

    @Test
    void shouldRefuseAMaximumThatNoIsochronHolds()
    {
        try (Cluster other = Cluster.launch(invoker().maxIsochronLength(1024)))
        {
            assertRefused(IllegalArgumentException.class, "maxMessageLength: 1024 needs isochrons of 1040 bytes," +
                " those of the cluster have 1024: raise ClusterContext.maxIsochronLength or lower maxMessageLength",
                () -> Messaging.on(other, new MessagingContext().maxMessageLength(1024)));
            final MessagingContext context = new MessagingContext().maxMessageLength(1024 - 16);
            final MessagePort otherPort = Messaging.on(other, context).port(other.host(0).isochron());
            otherPort.isochron().begin();
            assertEquals(1008, otherPort.claim(1, 1008).length());
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFitBehindTheOthersAndKeepThem()
    {
        isochron.begin();
        port.claim(1, MAX_LENGTH).putLong(0, 1);
        port.claim(1, MAX_LENGTH).putLong(0, 2);
        assertRefused(IsochronTooLargeException.class, "operation of 80 bytes does not fit behind the 160 bytes of" +
            " the 2 operations of this isochron (maximum: 200 bytes): issue fewer operations at a time, or raise" +
            " ClusterContext.maxIsochronLength", () -> port.claim(1, MAX_LENGTH));
        assertThrows(IsochronTooLargeException.class, () -> port.claim(HostSet.of(HOSTS, 0, 2), MAX_LENGTH));
        assertThrows(IsochronTooLargeException.class, () -> port.send(2, source, 0, MAX_LENGTH));
        isochron.issue();
        cluster.settle();
        final Mailbox receiver = cluster.mailbox(1);
        assertEquals(1, receiver.receive().message().getLong(0));
        assertEquals(2, receiver.receive().message().getLong(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, HOSTS, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseUnknownHosts(final int target)
    {
        isochron.begin();
        final String message = "target: " + target + " (expected: 0..2)";
        assertRefused(IllegalArgumentException.class, message, () -> port.claim(target, 8));
        assertRefused(IllegalArgumentException.class, message, () -> port.claimForHandler(target, 0, 8));
        assertRefused(IllegalArgumentException.class, message, () -> port.send(target, source, 0, 8));
        assertRefused(IllegalArgumentException.class, message, () -> port.sendToHandler(target, 0, source, 0, 8));
        isochron.issue();
    }

    @Test
    void shouldRefuseSetsWithUnknownHostsOrWithout()
    {
        isochron.begin();
        final HostSet unknown = HostSet.of(100, 1, 3);
        assertRefused(IllegalArgumentException.class,
            "targets: {1, 3} (expected: at least one of the hosts 0..2)", () -> port.claim(unknown, 8));
        final HostSet farOut = HostSet.of(100, 1, 99);
        assertRefused(IllegalArgumentException.class,
            "targets: {1, 99} (expected: at least one of the hosts 0..2)",
            () -> port.claimForHandler(farOut, 0, 8));
        final HostSet empty = new HostSet(HOSTS);
        assertRefused(IllegalArgumentException.class,
            "targets: {} (expected: at least one of the hosts 0..2)", () -> port.send(empty, source, 0, 8));
        assertRefused(IllegalArgumentException.class,
            "targets: {} (expected: at least one of the hosts 0..2)", () -> port.sendToHandler(empty, 1, source, 0, 8));
        isochron.issue();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, HANDLERS, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseUnknownHandlers(final int handler)
    {
        isochron.begin();
        final HostSet others = HostSet.of(HOSTS, 1, 2);
        final String message = "handler: " + handler + " (expected: 0..3; see MessagingContext.handlerCount)";
        assertRefused(IllegalArgumentException.class, message, () -> port.claimForHandler(1, handler, 8));
        assertRefused(IllegalArgumentException.class, message, () -> port.claimForHandler(others, handler, 8));
        assertRefused(IllegalArgumentException.class, message, () -> port.sendToHandler(1, handler, source, 0, 8));
        assertRefused(IllegalArgumentException.class, message,
            () -> port.sendToHandler(others, handler, source, 0, 8));
        assertRefused(IllegalArgumentException.class, message,
            () -> cluster.messaging().handler(cluster.host(0), handler, null));
        isochron.issue();
    }

    @Test
    void shouldRefuseMessagesOutsideAnIsochron()
    {
        final String message = "isochron of host 0 is not open: call begin() before its operations";
        assertRefused(IllegalStateException.class, message, () -> port.claim(1, 8));
        assertRefused(IllegalStateException.class, message, () -> port.send(HostSet.of(HOSTS, 1), source, 0, 8));
        assertRefused(IllegalStateException.class, message, () -> port.sendToHandler(1, 0, source, 0, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 6, 32, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseUnknownSignals(final int channel)
    {
        final String message = "signal channel: " + channel + " (expected: 1..5; see MessagingContext.signalChannels)";
        assertRefused(IllegalArgumentException.class, message, () -> mailbox.registerSignal(channel));
        assertRefused(IllegalArgumentException.class, message, () -> mailbox.clearSignal(channel));
        assertRefused(IllegalArgumentException.class, message, () -> port.signal(channel));
        assertRefused(IllegalArgumentException.class, message, () -> port.trySignal(channel));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 2, 32, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRefuseUnknownBarriers(final int channel)
    {
        final String message = "barrier channel: " + channel + " (expected: 1..1; 0 is the shutdown barrier; see" +
            " MessagingContext.barrierChannels)";
        assertRefused(IllegalArgumentException.class, message,
            () -> mailbox.registerBarrier(channel, BarrierMode.WEAK));
        assertRefused(IllegalArgumentException.class, message, () -> mailbox.clearBarrier(channel));
        assertRefused(IllegalArgumentException.class, message, () -> port.barrier(channel, BarrierMode.WEAK));
        assertRefused(IllegalArgumentException.class, message, () -> port.tryBarrier(channel, BarrierMode.WEAK));
    }

    @Test
    void shouldRefuseChannelsOfAClusterWithoutChannels()
    {
        try (TestCluster other =
            new TestCluster(invoker(), new MessagingContext().signalChannels(0).barrierChannels(1).handlerCount(0)))
        {
            assertRefused(IllegalArgumentException.class,
                "barrier channel: 1 (expected: none; see MessagingContext.barrierChannels)",
                () -> other.mailbox(0).registerBarrier(1, BarrierMode.WEAK));
            assertRefused(IllegalArgumentException.class,
                "signal channel: 1 (expected: none; see MessagingContext.signalChannels)",
                () -> other.mailbox(0).registerSignal(1));
            other.isochron(0).begin();
            assertRefused(IllegalArgumentException.class,
                "handler: 0 (expected: none; see MessagingContext.handlerCount)",
                () -> other.port(0).claimForHandler(1, 0, 8));
        }
    }

    @Test
    void shouldRefuseSignalsAndBarriersThatAreNotRegistered()
    {
        cluster.mailbox(1).registerSignal(2);
        cluster.mailbox(1).registerBarrier(1, BarrierMode.WEAK);
        final String signal =
            "signal channel 2 is not registered at host 0: Mailbox.registerSignal() it first";
        assertRefused(IllegalStateException.class, signal, () -> port.signal(2));
        final String barrier =
            "barrier channel 1 is not registered at this host: Mailbox.registerBarrier() it first";
        assertRefused(IllegalStateException.class, barrier, () -> port.barrier(1, BarrierMode.WEAK));
        mailbox.registerSignal(2);
        mailbox.registerBarrier(1, BarrierMode.WEAK);
        mailbox.clearSignal(2);
        mailbox.clearBarrier(1);
        assertRefused(IllegalStateException.class, signal, () -> port.trySignal(2));
        assertRefused(IllegalStateException.class, barrier, () -> port.tryBarrier(1, BarrierMode.WEAK));
        mailbox.clearSignal(2);
        mailbox.clearBarrier(1);
    }

    @Test
    void shouldRefuseToRegisterTwice()
    {
        mailbox.registerSignal(1);
        mailbox.registerSignal(5);
        assertRefused(IllegalStateException.class,
            "signal channel 1 is registered already at host 0: clearSignal() it first",
            () -> mailbox.registerSignal(1));
        mailbox.registerBarrier(1, BarrierMode.WEAK);
        for (final BarrierMode mode : BarrierMode.values())
        {
            assertRefused(IllegalStateException.class,
                "barrier channel 1 is registered already: clearBarrier() it first",
                () -> mailbox.registerBarrier(1, mode));
        }
        port.signal(1);
        port.barrier(1, BarrierMode.WEAK);
        assertEquals(cluster.receive(0, Delivery.Kind.SIGNAL, 1), cluster.receive(0, Delivery.Kind.BARRIER, 1));
    }

    @Test
    void shouldRefuseTheOtherBarrierMode()
    {
        mailbox.registerBarrier(1, BarrierMode.STRONG);
        assertRefused(IllegalStateException.class, "barrier channel 1 is registered as STRONG, not as WEAK",
            () -> port.barrier(1, BarrierMode.WEAK));
        mailbox.clearBarrier(1);
        mailbox.registerBarrier(1, BarrierMode.WEAK);
        assertRefused(IllegalStateException.class, "barrier channel 1 is registered as WEAK, not as STRONG",
            () -> port.barrier(1, BarrierMode.STRONG));
        port.barrier(1, BarrierMode.WEAK);
        cluster.receive(0, Delivery.Kind.BARRIER, 1);
    }

    @Test
    void shouldRefuseSignalsAndBarriersInsideAnIsochron()
    {
        mailbox.registerSignal(1);
        mailbox.registerBarrier(1, BarrierMode.STRONG);
        isochron.begin();
        port.claim(0, Long.BYTES).putLong(0, 5);
        final String rest = " inside an isochron of host 0: issue() or abandon() it first";
        assertRefused(IllegalStateException.class, "MessagePort.signal()" + rest, () -> port.signal(1));
        assertRefused(IllegalStateException.class, "MessagePort.signal()" + rest, () -> port.trySignal(1));
        assertRefused(IllegalStateException.class, "MessagePort.barrier()" + rest,
            () -> port.barrier(1, BarrierMode.STRONG));
        assertRefused(IllegalStateException.class, "MessagePort.barrier()" + rest,
            () -> port.tryBarrier(1, BarrierMode.STRONG));
        isochron.issue();
        assertEquals(5, cluster.receive(0));
        port.barrier(1, BarrierMode.STRONG);
        cluster.receive(0, Delivery.Kind.BARRIER, 1);
    }

    @Test
    void shouldRefuseASecondBarrierUntilTheCompletionIsReceived()
    {
        final String message =
            "the last barrier on channel 1 is not complete at this host: receive its completion first";
        mailbox.registerBarrier(1, BarrierMode.WEAK);
        cluster.mailbox(1).registerBarrier(1, BarrierMode.WEAK);
        port.barrier(1, BarrierMode.WEAK);
        assertRefused(IllegalStateException.class, message, () -> port.barrier(1, BarrierMode.WEAK));
        cluster.port(1).barrier(1, BarrierMode.WEAK);
        cluster.settle();
        assertRefused(IllegalStateException.class, message, () -> port.tryBarrier(1, BarrierMode.WEAK));
        cluster.receive(0, Delivery.Kind.BARRIER, 1);
        cluster.receive(1, Delivery.Kind.BARRIER, 1);
        port.barrier(1, BarrierMode.WEAK);
        cluster.assertNothingToReceive();
        cluster.mailbox(1).clearBarrier(1);
        cluster.receive(0, Delivery.Kind.BARRIER, 1);
    }

    @Test
    void shouldRefuseCallsFromInsideAHandler()
    {
        mailbox.registerSignal(1);
        mailbox.registerBarrier(1, BarrierMode.WEAK);
        final Mailbox mailboxOfHandler = cluster.mailbox(1);
        mailboxOfHandler.registerSignal(1);
        mailboxOfHandler.registerBarrier(1, BarrierMode.WEAK);
        final String rest = " from inside a handler: a handler runs in the middle of logical time and can neither" +
            " issue nor wait; hand the work to an application thread";
        final Host host = cluster.host(1);
        assertRefusedInHandler("Isochron.begin()" + rest, () -> cluster.isochron(1).begin());
        assertRefusedInHandler("MessagePort.signal()" + rest, () -> cluster.port(1).signal(1));
        assertRefusedInHandler("MessagePort.signal()" + rest, () -> cluster.port(1).trySignal(1));
        assertRefusedInHandler("MessagePort.barrier()" + rest, () -> cluster.port(1).barrier(1, BarrierMode.WEAK));
        assertRefusedInHandler("Mailbox.receive()" + rest, mailboxOfHandler::receive);
        assertRefusedInHandler("Mailbox.await()" + rest, mailboxOfHandler::await);
        assertRefusedInHandler("Mailbox.registerSignal()" + rest, () -> mailboxOfHandler.registerSignal(2));
        assertRefusedInHandler("Mailbox.registerBarrier()" + rest,
            () -> mailboxOfHandler.registerBarrier(1, BarrierMode.WEAK));
        assertRefusedInHandler("Mailbox.clearSignal()" + rest, () -> mailboxOfHandler.clearSignal(1));
        assertRefusedInHandler("Mailbox.clearBarrier()" + rest, () -> mailboxOfHandler.clearBarrier(1));
        assertRefusedInHandler("Messaging.handler()" + rest, () -> cluster.messaging().handler(host, 1, null));
        assertRefusedInHandler("using messages" + rest, () -> cluster.messaging().mailbox(host));
        assertRefusedInHandler("using messages" + rest, () -> cluster.messaging().nonIsotachPort(host));
        assertRefusedInHandler("using messages" + rest, () -> cluster.messaging().port(cluster.isochron(1)));
        assertRefusedInHandler("Messaging.tryClose()" + rest, () -> cluster.messaging().tryClose(host));
        assertRefusedInHandler("Host.poll()" + rest, host::poll);
        port.signal(1);
        cluster.receive(0, Delivery.Kind.SIGNAL, 1);
        cluster.receive(1, Delivery.Kind.SIGNAL, 1);
    }

    /**
     * A handler may run inside a call of the thread that has an isochron open, even while that isochron is issued.
     */
    @Test
    void shouldRefuseOperationsOfAnOpenIsochronInsideAHandler()
    {
        final MemoryPort memoryPort =
            SharedMemory.on(cluster.cluster(), PageMap.replicated(1)).port(cluster.host(0));
        final AtomicReference<Integer> refused = new AtomicReference<>(0);
        cluster.messaging().handler(cluster.host(0), 1, (sender, view) ->
        {
            final String message = "an operation of an isochron from inside a handler: a handler runs in the middle" +
                " of logical time and can neither issue nor wait; hand the work to an application thread";
            assertRefused(IllegalStateException.class, message, () -> port.claim(1, 8));
            assertRefused(IllegalStateException.class, message, () -> port.claim(HostSet.of(HOSTS, 1, 2), 8));
            assertRefused(IllegalStateException.class, message, () -> port.send(2, source, 0, 8));
            assertRefused(IllegalStateException.class, message, () -> port.sendToHandler(2, 0, source, 0, 8));
            assertRefused(IllegalStateException.class, message, () -> memoryPort.write(isochron, 0, 1));
            assertRefused(IllegalStateException.class, message,
                () -> memoryPort.write(isochron, new int[2], new long[2]));
            assertRefused(IllegalStateException.class, message, () -> memoryPort.read(isochron, 0, new IsoValue()));
            assertRefused(IllegalStateException.class, message, () -> memoryPort.sched(isochron, 0));
            refused.updateAndGet(count -> count + 1);
        });
        isochron.begin();
        port.claimForHandler(0, 1, 0);
        isochron.issue();
        assertEquals(1, refused.get(), "while its isochron is issued");
        cluster.isochron(1).begin();
        cluster.port(1).claimForHandler(0, 1, 0);
        cluster.isochron(1).issue();
        isochron.begin();
        port.claim(1, Long.BYTES).putLong(0, 5);
        cluster.settle();
        assertEquals(2, refused.get(), "while another one is open");
        isochron.issue();
        assertEquals(5, cluster.receive(1));
    }

    @Test
    void shouldGoOnAfterAMessageToAnUnsetHandler()
    {
        final AtomicReference<Long> received = new AtomicReference<>();
        assertEquals(null, cluster.messaging().handler(
            cluster.host(1), 2, (sender, message) -> received.set(message.getLong(0))));
        isochron.begin();
        port.claim(1, Long.BYTES).putLong(0, 1);
        port.claimForHandler(HostSet.of(HOSTS, 1, 2), 3, 5);
        port.claimForHandler(1, 2, Long.BYTES).putLong(0, 2);
        port.claim(1, Long.BYTES).putLong(0, 3);
        isochron.issue();
        assertEquals(1, cluster.receive(1));
        assertEquals(3, cluster.receive(1));
        assertEquals(2, received.get());
        cluster.settle();
        assertEquals(
            List.of(
                "host 1 has no handler 3 for a message of 5 bytes from host 0: set it with Messaging.handler()",
                "host 2 has no handler 3 for a message of 5 bytes from host 0: set it with Messaging.handler()"),
            cluster.errors().stream().map(Throwable::getMessage).sorted().toList());
        cluster.errors().forEach(error -> assertEquals(IsotachException.class, error.getClass()));
        cluster.errors().clear();
    }

    @Test
    void shouldGoOnAfterAHandlerThatThrows()
    {
        final IllegalStateException failure = new IllegalStateException("thrown by the handler");
        cluster.messaging().handler(cluster.host(1), 0, (sender, message) ->
        {
            throw failure;
        });
        isochron.begin();
        port.claimForHandler(1, 0, 8);
        port.claim(1, Long.BYTES).putLong(0, 7);
        isochron.issue();
        assertEquals(7, cluster.receive(1));
        assertEquals(List.of(failure), cluster.errors());
        cluster.errors().clear();
    }

    @Test
    void shouldExecuteTheMemoryOperationsBehindAMessageToAnUnsetHandler()
    {
        final SharedMemory memory = SharedMemory.on(cluster.cluster(), PageMap.replicated(1));
        final MemoryPort memoryPort = memory.port(cluster.host(0));
        isochron.begin();
        port.claimForHandler(1, 0, 0);
        memoryPort.write(isochron, 3, 77);
        isochron.issue();
        isochron.awaitExecuted();
        final IsoValue value = new IsoValue();
        memory.port(cluster.host(1)).read(cluster.isochron(1).begin().fresh(), 3, value);
        cluster.isochron(1).issue();
        assertEquals(77, value.await());
        assertEquals(1, cluster.errors().size());
        cluster.errors().clear();
    }

    @Test
    void shouldForgetAHandlerThatWasCleared()
    {
        final MessageHandler first = (sender, message) ->
        {
        };
        final MessageHandler second = (sender, message) ->
        {
        };
        final Host host = cluster.host(1);
        assertEquals(null, cluster.messaging().handler(host, 1, first));
        assertEquals(first, cluster.messaging().handler(host, 1, second));
        assertEquals(second, cluster.messaging().handler(host, 1, null));
        assertEquals(null, cluster.messaging().handler(host, 1, null));
        isochron.begin();
        port.claimForHandler(1, 1, 0);
        isochron.issue();
        cluster.settle();
        assertEquals(1, cluster.errors().size());
        cluster.errors().clear();
    }

    @Test
    void shouldRefuseSendingAfterClose()
    {
        mailbox.registerSignal(1);
        mailbox.registerBarrier(1, BarrierMode.STRONG);
        assertFalse(cluster.messaging().tryClose(cluster.host(0)));
        final String message =
            "messaging of host 0 is closed: no message, signal or barrier can be sent from it";
        assertRefused(ClusterClosedException.class, message, () -> port.signal(1));
        assertRefused(ClusterClosedException.class, message, () -> port.trySignal(1));
        assertRefused(ClusterClosedException.class, message, () -> port.barrier(1, BarrierMode.STRONG));
        isochron.begin();
        assertRefused(ClusterClosedException.class, message, () -> port.claim(1, 8));
        assertRefused(ClusterClosedException.class, message, () -> port.claim(HostSet.of(HOSTS, 1), 8));
        assertRefused(ClusterClosedException.class, message, () -> port.sendToHandler(1, 0, source, 0, 8));
        isochron.issue();
        cluster.send(1, 0, 6);
        assertEquals(6, cluster.receive(0));
        isClosed = true;
    }

    @Test
    void shouldRefuseToRegisterAfterClose()
    {
        assertFalse(cluster.messaging().tryClose(cluster.host(0)));
        isClosed = true;
        assertThrows(ClusterClosedException.class, () -> mailbox.registerBarrier(1, BarrierMode.STRONG));
        assertThrows(ClusterClosedException.class, () -> mailbox.registerSignal(1));
    }

    @Test
    void shouldRefuseEverythingOfAClosedCluster()
    {
        mailbox.registerSignal(1);
        mailbox.registerBarrier(1, BarrierMode.STRONG);
        isochron.begin();
        port.claim(1, Long.BYTES);
        cluster.cluster().close();
        isClosed = true;
        final String message = "the cluster of host 0 is closed: nothing can be issued";
        assertRefused(ClusterClosedException.class, message, isochron::issue);
        assertRefused(ClusterClosedException.class, message, () -> port.signal(1));
        assertRefused(ClusterClosedException.class, message, () -> port.barrier(1, BarrierMode.STRONG));
        assertRefused(ClusterClosedException.class,
            "the cluster was closed while host 0 waited for a message, signal or barrier", mailbox::await);
    }

    @Test
    void shouldRefuseWhatBelongsToAnotherCluster()
    {
        try (Cluster other = Cluster.launch(invoker()))
        {
            final Isochron foreign = other.host(1).isochron();
            final Messaging messaging = cluster.messaging();
            assertRefused(IllegalArgumentException.class,
                "isochron: " + foreign + " (expected: an isochron of the cluster of this messaging)",
                () -> messaging.port(foreign));
            final Host host = other.host(1);
            final String message = "host: " + host + " (expected: a host of the cluster of this messaging)";
            assertRefused(IllegalArgumentException.class, message, () -> messaging.mailbox(host));
            assertRefused(IllegalArgumentException.class, message, () -> messaging.handler(host, 0, null));
            assertRefused(IllegalArgumentException.class, message, () -> messaging.tryClose(host));
            assertRefused(IllegalArgumentException.class, message, () -> messaging.nonIsotachPort(host));
        }
    }

    @Test
    void shouldRefuseASecondMessagingOnACluster()
    {
        final MessagingContext unused = new MessagingContext();
        assertRefused(IllegalStateException.class, "Messaging.on(): this cluster has its Messaging already: use that" +
            " one, or launch another cluster", () -> Messaging.on(cluster.cluster(), unused));
        try (Cluster other = Cluster.launch(invoker()))
        {
            Messaging.on(other, unused);
        }
        try (Cluster other = Cluster.launch(invoker()))
        {
            assertRefused(IllegalStateException.class,
                "this context belongs to a cluster already: make a new one for another cluster",
                () -> Messaging.on(other, cluster.messaging().context()));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseMessagingWhenAnythingWasIssued(final ThreadingMode mode)
    {
        final MessagingContext unused = new MessagingContext();
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            // Purely local: it is executed at once, and no frame of it is anywhere.
            final MemoryPort memory = SharedMemory.on(other, PageMap.builder().page(0, 2).build())
                .port(other.host(2));
            final Isochron local = other.host(2).isochron().begin();
            memory.write(local, 0, 1);
            local.issue();
            assertRefused(IllegalStateException.class, "Messaging.on(): something has been issued on this cluster" +
                " already: call it directly after Cluster.launch(), before the first isochron, signal or barrier",
                () -> Messaging.on(other, unused));
        }
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            other.expel(1);
            assertRefused(HostExpelledException.class, "Messaging.on(): host 1 was expelled: call it directly after" +
                " Cluster.launch()", () -> Messaging.on(other, unused));
        }
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            assertEquals(unused, Messaging.on(other, unused).context());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherModelWhenAHostHasParticipatedInABarrier(final ThreadingMode mode)
    {
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            final Messaging messaging = Messaging.on(other);
            messaging.mailbox(other.host(1)).registerBarrier(1, BarrierMode.STRONG);
            messaging.mailbox(other.host(2)).registerBarrier(1, BarrierMode.STRONG);
            messaging.port(other.host(2).isochron()).barrier(1, BarrierMode.STRONG);
            final PageMap pages = PageMap.builder().page(0, 2).build();
            assertRefused(IllegalStateException.class, "SharedMemory.on(): something has been issued on this cluster" +
                " already: call it directly after Cluster.launch(), before the first isochron, signal or barrier",
                () -> SharedMemory.on(other, pages));
        }
    }

    @Test
    void shouldRefuseToAskADeliveryForWhatItHasNot()
    {
        mailbox.registerSignal(2);
        port.signal(2);
        final Delivery signal = mailbox.await();
        assertRefused(IllegalStateException.class, "a delivery of kind SIGNAL has no sender", signal::sender);
        assertRefused(IllegalStateException.class, "a delivery of kind SIGNAL has no message", signal::message);
        cluster.send(1, 0, 3);
        final Delivery message = mailbox.await();
        assertRefused(IllegalStateException.class, "a delivery of kind MESSAGE has no channel", message::channel);
    }

    @Test
    void shouldCheckIndexesAgainstTheMessage()
    {
        isochron.begin();
        final MessageBuffer buffer = port.claim(0, 9);
        buffer.putLong(1, 0x0807060504030201L);
        final String rest = " (expected: within the 9 bytes of the message)";
        assertRefused(IndexOutOfBoundsException.class, "index: 2, size: 8" + rest, () -> buffer.putLong(2, 0));
        assertRefused(IndexOutOfBoundsException.class, "index: 6, size: 4" + rest, () -> buffer.putInt(6, 0));
        assertRefused(IndexOutOfBoundsException.class, "index: 9, size: 1" + rest, () -> buffer.putByte(9, (byte)0));
        assertRefused(IndexOutOfBoundsException.class, "index: -1, size: 1" + rest, () -> buffer.putByte(-1, (byte)0));
        assertRefused(IndexOutOfBoundsException.class, "index: 0, size: 10" + rest,
            () -> buffer.putBytes(0, source, 0, 10));
        isochron.issue();
        final MessageView view = mailbox.await().message();
        assertEquals(0x0807060504030201L, view.getLong(1));
        assertRefused(IndexOutOfBoundsException.class, "index: 2, size: 8" + rest, () -> view.getLong(2));
        assertRefused(IndexOutOfBoundsException.class, "index: 2, size: 8" + rest, () -> view.getDouble(2));
        assertRefused(IndexOutOfBoundsException.class, "index: 9, size: 1" + rest, () -> view.getByte(9));
        assertRefused(IndexOutOfBoundsException.class, "index: -4, size: 4" + rest, () -> view.getInt(-4));
        assertRefused(IndexOutOfBoundsException.class, "index: 9, size: 1" + rest,
            () -> view.getBytes(9, source, 0, 1));
        assertRefused(IndexOutOfBoundsException.class, "index: 0, size: -1" + rest,
            () -> view.getBytes(0, source, 0, -1));
    }

    @Test
    void shouldShowThatADeliveryIsOverWhenNothingCameBehindIt()
    {
        cluster.send(1, 0, 3);
        final Delivery delivery = mailbox.await();
        final MessageView view = delivery.message();
        cluster.assertNothingToReceive();
        assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::kind);
        assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::pulse);
        assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::sender);
        assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::message);
        assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::channel);
        assertRefused(IllegalStateException.class, RELEASED_MESSAGE, view::length);
        assertRefused(IllegalStateException.class, RELEASED_MESSAGE, () -> view.getLong(0));
        assertEquals("Delivery{released}", delivery.toString());
    }

    @Test
    void shouldFindViewsOfMessagesBeforeInParanoidMode()
    {
        try (TestCluster paranoid = newCluster(true))
        {
            paranoid.send(1, 0, 3);
            paranoid.send(1, 0, 4);
            final Delivery delivery = paranoid.mailbox(0).await();
            final MessageView view = delivery.message();
            assertEquals(4, paranoid.receive(0));
            assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::kind);
            assertRefused(IllegalStateException.class, RELEASED_DELIVERY, delivery::message);
            assertRefused(IllegalStateException.class, RELEASED_MESSAGE, view::length);
            assertRefused(IllegalStateException.class, RELEASED_MESSAGE, () -> view.getLong(0));
        }
    }

    @Test
    void shouldFindViewsThatAHandlerHasKeptInParanoidMode()
    {
        try (TestCluster paranoid = newCluster(true))
        {
            final AtomicReference<MessageView> kept = new AtomicReference<>();
            paranoid.messaging().handler(paranoid.host(1), 0, (sender, message) -> kept.compareAndSet(null, message));
            for (int i = 0; i < 2; i++)
            {
                paranoid.isochron(0).begin();
                paranoid.port(0).claimForHandler(1, 0, 8);
                paranoid.isochron(0).issue();
            }
            paranoid.settle();
            assertNotNull(kept.get());
            assertRefused(IllegalStateException.class, RELEASED_MESSAGE, () -> kept.get().getByte(0));
        }
    }

    @Test
    void shouldFindWritesIntoOtherClaimsInParanoidMode()
    {
        try (TestCluster paranoid = newCluster(true))
        {
            paranoid.isochron(0).begin();
            final MessageBuffer first = paranoid.port(0).claim(1, 8);
            first.putLong(0, 1);
            final MessageBuffer second = paranoid.port(0).claim(1, 8);
            second.putLong(0, 2);
            assertRefused(IllegalStateException.class, RELEASED_BUFFER, () -> first.putLong(0, 3));
            assertRefused(IllegalStateException.class, RELEASED_BUFFER, first::length);
            paranoid.isochron(0).issue();
            assertEquals(1, paranoid.receive(1));
            assertEquals(2, paranoid.receive(1));
        }
    }

    @Test
    void shouldFindWritesIntoIssuedAndAbandonedMessagesInParanoidMode()
    {
        try (TestCluster paranoid = newCluster(true))
        {
            paranoid.isochron(0).begin();
            final MessageBuffer issued = paranoid.port(0).claim(1, 8);
            issued.putLong(0, 1);
            paranoid.isochron(0).issue();
            assertRefused(IllegalStateException.class, RELEASED_BUFFER, () -> issued.putLong(0, 2));
            paranoid.isochron(0).begin();
            final MessageBuffer abandoned = paranoid.port(0).claim(1, 8);
            paranoid.isochron(0).abandon();
            assertRefused(IllegalStateException.class, RELEASED_BUFFER, () -> abandoned.putLong(0, 2));
            assertEquals(1, paranoid.receive(1));
        }
    }

    private static ClusterContext invoker()
    {
        return new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER);
    }

    private static TestCluster newCluster(final boolean isParanoid)
    {
        return new TestCluster(
            invoker().paranoid(isParanoid).maxIsochronLength(200),
            new MessagingContext().maxMessageLength(MAX_LENGTH).handlerCount(HANDLERS));
    }

    /**
     * Makes a handler of host 1 do something forbidden, on behalf of a message of its own.
     */
    private void assertRefusedInHandler(final String message, final Executable misuse)
    {
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        cluster.messaging().handler(cluster.host(1), 1, (sender, view) ->
        {
            try
            {
                misuse.execute();
            }
            catch (final Throwable ex)
            {
                thrown.set(ex);
            }
        });
        isochron.begin();
        port.claimForHandler(1, 1, 0);
        isochron.issue();
        cluster.settle();
        assertNotNull(thrown.get(), message);
        assertEquals(message, thrown.get().getMessage());
        assertEquals(IllegalStateException.class, thrown.get().getClass());
        assertTrue(cluster.errors().isEmpty());
    }
}
