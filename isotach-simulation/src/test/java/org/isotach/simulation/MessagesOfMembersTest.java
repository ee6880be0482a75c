/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members on threads of their own, with trunks in memory, that send messages, signals, and non-isotach messages to each
 * other, and take part in barriers.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MessagesOfMembersTest
{
    private static final int ROUNDS = 40;
    private static final int CHANNEL = 1;
    private static final int LAST = 2;
    private static final int PLAIN_LENGTH = 100;
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();
    private static final HostSet EVERYBODY = HostSet.of(MEMBERS.count(), 0, 1, 2);
    private static final Topology TOPOLOGY = Topology.chain(MEMBERS.count(), MEMBERS.count());

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final CyclicBarrier haveGotEverything = new CyclicBarrier(MEMBERS.count(), this::stopLast);
    private final ExecutorService threads = Executors.newFixedThreadPool(MEMBERS.count());

    @AfterEach
    void endThreads()
    {
        threads.shutdownNow();
    }

    private Membership membership(final int own)
    {
        return new Membership(MEMBERS, MEMBERS.name(own), trunks);
    }

    private static ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().topology(TOPOLOGY).threadingMode(mode);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReceiveEverythingInOneOrder(final ThreadingMode mode) throws Exception
    {
        final List<Callable<List<String>>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> run(own, mode));
        }
        List<String> first = null;
        for (final Future<List<String>> received : threads.invokeAll(programs))
        {
            first = null == first ? received.get() : first;
            assertEquals(first, received.get());
        }
        // Signals of one pulse are one.
        assertEquals(ROUNDS * MEMBERS.count(), first.stream().filter(what -> what.startsWith("message")).count());
        assertEquals(ROUNDS, first.stream().filter(what -> what.startsWith("BARRIER")).count());
        assertTrue(first.stream().anyMatch(what -> what.startsWith("SIGNAL")));
    }

    /**
     * A member that fails ends the others.
     */
    private List<String> run(final int own, final ThreadingMode mode)
    {
        boolean isDone = false;
        try
        {
            final List<String> received = talk(own, mode);
            isDone = true;
            return received;
        }
        finally
        {
            if (!isDone)
            {
                threads.shutdownNow();
            }
        }
    }

    private List<String> talk(final int own, final ThreadingMode mode)
    {
        final List<String> received = new ArrayList<>();
        try (Cluster cluster = Cluster.launch(context(mode), membership(own)))
        {
            final Messaging messaging =
                Messaging.on(cluster, new MessagingContext().maxMessageLength(PLAIN_LENGTH).nonIsotachRingLength(512));
            final Host host = cluster.localHosts().get(0);
            final MessagePort port = messaging.port(host.isochron());
            final NonIsotachPort plain = messaging.nonIsotachPort(host);
            final Mailbox mailbox = messaging.mailbox(host);
            final BarrierMode barrierMode = 0 == own ? BarrierMode.WEAK : BarrierMode.STRONG;
            mailbox.registerBarrier(CHANNEL, barrierMode);
            mailbox.registerSignal(CHANNEL);
            cluster.join();
            messaging.open(host);
            for (int round = 0; round < ROUNDS; round++)
            {
                send(port, own, round, EVERYBODY);
                port.signal(CHANNEL);
                port.barrier(CHANNEL, barrierMode);
                exchange(plain, own, round);
                awaitBarrier(mailbox, received);
            }
            while (!messaging.tryClose(host))
            {
                assertFalse(Thread.currentThread().isInterrupted(), "another member has failed");
                // Gives the last one back.
                assertFalse(plain.receive());
                receive(mailbox, received);
                Thread.yield();
            }
        }
        return received;
    }

    private static void send(final MessagePort port, final int own, final int round, final HostSet receivers)
    {
        final Isochron isochron = port.isochron();
        isochron.begin();
        final MessageBuffer message = port.claim(receivers, 2 * Long.BYTES);
        message.putLong(0, own);
        message.putLong(Long.BYTES, round);
        isochron.issue();
    }

    /**
     * Each host sends to the next one, and the barrier says that all of it is there.
     */
    private static void exchange(final NonIsotachPort plain, final int own, final int round)
    {
        final byte[] bytes = new byte[1 + round * 5 % PLAIN_LENGTH];
        bytes[bytes.length - 1] = (byte)round;
        plain.send((own + 1) % MEMBERS.count(), bytes, 0, bytes.length);
        plain.initiateBarrier();
        while (!plain.barrierCompleted())
        {
            assertFalse(Thread.currentThread().isInterrupted(), "another member has failed");
            Thread.yield();
        }
        assertTrue(plain.receive(), "in front of the barrier");
        assertEquals((own + 2) % MEMBERS.count(), plain.sender());
        assertEquals(bytes.length, plain.message().length());
        assertEquals(round, plain.message().getByte(bytes.length - 1));
    }

    private static void awaitBarrier(final Mailbox mailbox, final List<String> received)
    {
        Delivery delivery = mailbox.await();
        while (add(delivery, received))
        {
            delivery = mailbox.await();
        }
    }

    private static void receive(final Mailbox mailbox, final List<String> received)
    {
        final Delivery delivery = mailbox.receive();
        if (null != delivery)
        {
            add(delivery, received);
        }
    }

    private static boolean add(final Delivery delivery, final List<String> received)
    {
        received.add((Delivery.Kind.MESSAGE == delivery.kind() ?
            "message of " + delivery.sender() + ": " + delivery.message().getLong(Long.BYTES) :
            delivery.kind().toString()) + " in " + delivery.pulse());
        return Delivery.Kind.BARRIER != delivery.kind();
    }

    @Test
    void shouldRefuseAMemberWithOtherChannels()
    {
        final List<Throwable> errors = new ArrayList<>();
        final ClusterContext context = context(ThreadingMode.INVOKER).errorHandler(errors::add);
        try (Cluster refusing = Cluster.launch(context, membership(0));
            Cluster refused = Cluster.launch(context(ThreadingMode.INVOKER), membership(1)))
        {
            Messaging.on(refusing);
            Messaging.on(refused, new MessagingContext().barrierChannels(7));
            refused.tryJoin();
            final IsotachException error = assertThrows(IsotachException.class, refusing::join);
            assertTrue(error.getMessage().contains("middle"), error::getMessage);
            assertTrue(errors.get(0).getMessage().startsWith("member middle is lost"), errors::toString);
        }
    }

    @Test
    void shouldLetAHostComeLateUntilAllHaveClosed() throws Exception
    {
        final List<Callable<Boolean>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> useLate(own));
        }
        for (final Future<Boolean> hasReceived : threads.invokeAll(programs))
        {
            assertTrue(hasReceived.get());
        }
    }

    /**
     * The last member uses messages only when the others have joined; they wait for it, for it sends.
     */
    private boolean useLate(final int own)
    {
        boolean hasReceived = false;
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.HOST), membership(own)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Host host = cluster.localHosts().get(0);
            if (own < 2)
            {
                messaging.mailbox(host);
            }
            cluster.join();
            final Mailbox mailbox = messaging.mailbox(host);
            if (own == 2)
            {
                send(messaging.port(host.isochron()), own, 0, EVERYBODY);
            }
            hasReceived = 2 == mailbox.await().sender();
            while (!messaging.tryClose(host))
            {
                mailbox.receive();
                Thread.yield();
            }
        }
        return hasReceived;
    }

    /**
     * The last member takes no part in a barrier, because nobody hears it any more.
     */
    @Test
    void shouldCompleteBarriersWithoutAMemberThatIsOut() throws Exception
    {
        final List<Callable<List<String>>> programs = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final int own = member;
            programs.add(() -> outlive(own));
        }
        final List<Future<List<String>>> all = threads.invokeAll(programs);
        final List<String> received = all.get(0).get();
        assertEquals(received, all.get(1).get());
        assertEquals(2, received.stream().filter(what -> what.startsWith("BARRIER")).count());
        assertEquals(4, received.stream().filter(what -> what.startsWith("message")).count());
    }

    private void stopLast()
    {
        for (int other = 0; other < LAST; other++)
        {
            trunks.stop(LAST, other, false);
            trunks.stop(other, LAST, false);
        }
    }

    private List<String> outlive(final int own) throws Exception
    {
        final List<String> received = new ArrayList<>();
        final ClusterContext context = context(ThreadingMode.HOST)
            .oneInFlight(true)
            .closeTimeout(LAST == own ? Duration.ofMillis(1) : Duration.ofSeconds(10))
            .errorHandler(error ->
            {
            });
        try (Cluster cluster = Cluster.launch(context, membership(own)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Host host = cluster.localHosts().get(0);
            final Mailbox mailbox = messaging.mailbox(host);
            mailbox.registerBarrier(CHANNEL, BarrierMode.STRONG);
            cluster.join();
            final MessagePort port = messaging.port(host.isochron());
            port.barrier(CHANNEL, BarrierMode.STRONG);
            awaitBarrier(mailbox, received);
            if (LAST != own)
            {
                // As one isochron is in flight, everybody has said by then that it has executed the one before.
                send(port, own, 0, HostSet.of(MEMBERS.count(), 0, 1));
            }
            // Otherwise, one of the others could lack what the next one has got, and would have to leave as well.
            haveGotEverything.await(1, TimeUnit.MINUTES);
            if (LAST == own)
            {
                return received;
            }
            if (0 == own)
            {
                cluster.expelMember("right");
            }
            send(port, own, 1, EVERYBODY);
            port.barrier(CHANNEL, BarrierMode.STRONG);
            awaitBarrier(mailbox, received);
            while (!messaging.tryClose(host))
            {
                receive(mailbox, received);
                Thread.yield();
            }
        }
        return received;
    }
}
