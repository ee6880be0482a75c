/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageOrder;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.LinkFaults;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row I39: random clusters whose hosts send to each other, and close. Each host gets what it was sent, all of it, and
 * from each sender in issue order. In isotach order hosts that get the same two messages get them in the same order;
 * without, some do not.
 */
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
class MessageOrderSimulationTest
{
    private static final int RUNS = 1_000;
    private static final int MAX_HOSTS = 5;
    private static final int MAX_ISOCHRONS = 8;
    private static final int SENDER_SHIFT = 32;

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void shouldLoseNothingWhateverTheOrder(final MessageOrder order)
    {
        final AtomicInteger disagreements = new AtomicInteger();
        Simulations.of(simulation -> new Run(simulation, order, disagreements).prepare()).runs(RUNS).check();
        if (MessageOrder.ISOTACH == order)
        {
            assertEquals(0, disagreements.get());
        }
        else
        {
            assertTrue(disagreements.get() > RUNS / 100, "hosts disagreed in " + disagreements + " runs only");
        }
    }

    /**
     * One run.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final MessageOrder order;
        private final AtomicInteger disagreements;
        private final int hosts;
        private final List<List<Long>> sent = new ArrayList<>();
        private final List<List<Long>> received = new ArrayList<>();

        Run(final Simulation simulation, final MessageOrder order, final AtomicInteger disagreements)
        {
            this.simulation = simulation;
            this.order = order;
            this.disagreements = disagreements;
            hosts = 1 + simulation.upTo(MAX_HOSTS - 1);
        }

        void prepare()
        {
            final Random random = simulation.random();
            final Cluster cluster = simulation.launch(new ClusterContext()
                .topology(Topology.chain(1 + random.nextInt(hosts), hosts))
                .linkRingSize(1 << random.nextInt(3))
                .linkLength(512 << random.nextInt(3))
                .sendRingSize(2 << random.nextInt(3))
                .paranoid(random.nextBoolean())
                .linkFaults(0 == random.nextInt(4) ?
                    new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.02, random.nextLong()) : LinkFaults.NONE));
            final Messaging messaging = Messaging.on(cluster, new MessagingContext().order(order));
            for (int host = 0; host < hosts; host++)
            {
                messaging.mailbox(cluster.host(host));
                sent.add(new ArrayList<>());
                received.add(new ArrayList<>());
            }
            for (int host = 0; host < hosts; host++)
            {
                final Host self = cluster.host(host);
                final Random ownRandom = new Random(random.nextLong());
                final int isochrons = simulation.upTo(MAX_ISOCHRONS);
                final Isochron isochron = self.isochron();
                final MessagePort port = messaging.port(isochron);
                simulation.thread("program-" + host, self, () ->
                {
                    exchange(messaging.mailbox(self), isochron, port, isochrons, ownRandom);
                    while (!messaging.tryClose(self))
                    {
                        receive(messaging.mailbox(self));
                        simulation.pause();
                    }
                });
            }
            simulation.atEnd("EachSender", this::checkSenders);
            simulation.atEnd("OneOrder", this::checkOneOrder);
        }

        private void exchange(
            final Mailbox mailbox,
            final Isochron isochron,
            final MessagePort port,
            final int isochrons,
            final Random random)
        {
            final int self = isochron.hostId();
            for (int i = 0; i < isochrons; i++)
            {
                final long number = (long)self << SENDER_SHIFT | i;
                final HostSet targets = targets(self, random);
                isochron.begin();
                port.claim(targets, Long.BYTES).putLong(0, number);
                while (!isochron.tryIssue())
                {
                    receive(mailbox);
                    simulation.pause();
                }
                for (int target = targets.next(0); target >= 0; target = targets.next(target + 1))
                {
                    sent.get(target).add(number);
                }
                simulation.pause();
                if (random.nextBoolean())
                {
                    receive(mailbox);
                }
            }
        }

        private HostSet targets(final int self, final Random random)
        {
            final HostSet targets = new HostSet(hosts);
            targets.add((self + 1 + random.nextInt(hosts - 1)) % hosts);
            for (int host = 0; host < hosts; host++)
            {
                if (host != self && random.nextBoolean())
                {
                    targets.add(host);
                }
            }
            return targets;
        }

        private void receive(final Mailbox mailbox)
        {
            final Delivery delivery = mailbox.receive();
            if (null != delivery)
            {
                received.get(mailbox.host().id()).add(delivery.message().getLong(0));
            }
        }

        /**
         * What was sent by one host is in the list of its receiver in issue order.
         */
        private String checkSenders()
        {
            for (int host = 0; host < hosts; host++)
            {
                for (int sender = 0; sender < hosts; sender++)
                {
                    final List<Long> expected = of(sender, sent.get(host));
                    final List<Long> actual = of(sender, received.get(host));
                    if (!expected.equals(actual))
                    {
                        return "host " + host + " has got " + actual + " instead of " + expected + " of host " + sender;
                    }
                }
            }
            return null;
        }

        private static List<Long> of(final int sender, final List<Long> numbers)
        {
            return numbers.stream().filter(number -> sender == number >> SENDER_SHIFT).toList();
        }

        /**
         * What two hosts have both received they have received in the same order, or they have a reason not to.
         */
        private String checkOneOrder()
        {
            for (int a = 0; a < hosts; a++)
            {
                for (int b = 0; b < a; b++)
                {
                    final List<Long> first = common(received.get(a), received.get(b));
                    final List<Long> second = common(received.get(b), received.get(a));
                    if (!first.equals(second))
                    {
                        disagreements.incrementAndGet();
                        return MessageOrder.ISOTACH == order ?
                            "host " + a + " has got " + first + ", host " + b + " " + second : null;
                    }
                }
            }
            return null;
        }

        private static List<Long> common(final List<Long> numbers, final List<Long> others)
        {
            return numbers.stream().filter(others::contains).toList();
        }
    }
}
