/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Program;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * More hosts than a word has bits, up to three words of them, in one JVM or at two members. A few hosts send messages
 * to random sets of hosts, and all take part in barriers.
 */
public final class ManyHostsScenario implements Scenario
{
    private static final int MANY = Long.SIZE + 1;
    private static final int SWITCHES = 2;
    private static final int ISOCHRONS = 3;
    private static final int BARRIERS = 2;
    private static final int CHANNEL = 1;
    private static final int MAX_SENDERS = 6;
    private static final int LINK_LENGTH = 1024;
    private static final int MAX_ISOCHRON_LENGTH = 256;
    private static final int MAX_STEPS = 1_000_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int hosts = MANY + simulation.upTo(MANY);
        final Run run = new Run(simulation, hosts);
        for (final Cluster cluster : launch(simulation, hosts))
        {
            final Messaging messaging = Messaging.on(cluster, new MessagingContext()
                .maxMessageLength(Long.BYTES).handlerCount(1).barrierChannels(CHANNEL + 1));
            for (final Host host : cluster.localHosts())
            {
                run.programs.add(new HostProgram(run, messaging, host));
            }
            cluster.tryJoin();
        }
        for (int i = simulation.upTo(MAX_SENDERS); i > 0; i--)
        {
            run.programs.get(random.nextInt(hosts)).toIssue = ISOCHRONS;
        }
        for (final HostProgram program : run.programs)
        {
            simulation.program("host-" + program.host.id(), program.host, program);
        }
        simulation.always("End", () -> simulation.step() < MAX_STEPS ? null : "no end after " + MAX_STEPS + " steps");
        simulation.atEnd("ExactlyOnce", run::wronglyHandled);
        simulation.atEnd("TotalOrder", run::wrongOrder);
        simulation.atEnd("Barriers", run::wrongBarrier);
    }

    private static List<Cluster> launch(final Simulation simulation, final int hosts)
    {
        final Random random = simulation.random();
        final Topology.Builder builder = SystemScenario.tree(random, SWITCHES);
        for (int host = 0; host < hosts; host++)
        {
            // One of them has so many.
            builder.addHost(0 == host ? 0 : host <= MANY ? 1 : random.nextInt(SWITCHES));
        }
        final Topology topology = builder.build();
        final int sendRing = 2 << random.nextInt(2);
        final int linkRing = 1 << random.nextInt(3);
        if (random.nextBoolean())
        {
            return List.of(simulation.launch(context(topology, sendRing, linkRing)));
        }
        final Members members = Members.builder().add("member-0", "", 0).add("member-1", "", 1).build();
        final MemoryTrunks trunks =
            new MemoryTrunks(SWITCHES, 1 << random.nextInt(8), new Random(random.nextLong()));
        final List<Cluster> clusters = new ArrayList<>();
        for (int member = 0; member < SWITCHES; member++)
        {
            clusters.add(simulation.launch(
                context(topology, sendRing, linkRing), new Membership(members, members.name(member), trunks)));
        }
        return clusters;
    }

    private static ClusterContext context(final Topology topology, final int sendRing, final int linkRing)
    {
        return new ClusterContext()
            .topology(topology)
            .sendRingSize(sendRing)
            .linkRingSize(linkRing)
            .linkLength(LINK_LENGTH)
            .readCap(1)
            .maxIsochronLength(MAX_ISOCHRON_LENGTH)
            .slabLength(4 * MAX_ISOCHRON_LENGTH);
    }

    /**
     * What all hosts have sent, handled and received.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final int hosts;
        private final List<HostSet> sent = new ArrayList<>();

        // By host: messages, and pulses of completions.
        private final List<List<Integer>> handled = new ArrayList<>();
        private final List<List<Long>> completed = new ArrayList<>();
        private final List<HostProgram> programs = new ArrayList<>();

        Run(final Simulation simulation, final int hosts)
        {
            this.simulation = simulation;
            this.hosts = hosts;
            for (int host = 0; host < hosts; host++)
            {
                handled.add(new ArrayList<>());
                completed.add(new ArrayList<>());
            }
        }

        String wronglyHandled()
        {
            for (int host = 0; host < hosts; host++)
            {
                final List<Integer> expected = new ArrayList<>();
                for (int message = 0; message < sent.size(); message++)
                {
                    if (sent.get(message).contains(host))
                    {
                        expected.add(message);
                    }
                }
                final List<Integer> sorted = handled.get(host).stream().sorted().toList();
                if (!sorted.equals(expected))
                {
                    return "host " + host + " has handled the messages " + sorted + " instead of " + expected;
                }
            }
            return null;
        }

        /**
         * What one host handles before another message, no host handles behind it.
         */
        String wrongOrder()
        {
            final Set<List<Integer>> pairs = new HashSet<>();
            for (final List<Integer> order : handled)
            {
                for (int second = 1; second < order.size(); second++)
                {
                    for (int first = 0; first < second; first++)
                    {
                        if (pairs.contains(List.of(order.get(second), order.get(first))))
                        {
                            return "messages " + order.get(first) + " and " + order.get(second) +
                                " were handled in both orders";
                        }
                        pairs.add(List.of(order.get(first), order.get(second)));
                    }
                }
            }
            return null;
        }

        String wrongBarrier()
        {
            final List<Long> pulses = completed.get(0);
            for (int host = 0; host < hosts; host++)
            {
                if (BARRIERS != pulses.size() || !pulses.equals(completed.get(host)))
                {
                    return "barriers were completed in pulses " + completed.get(host) + " at host " + host +
                        ", and in " + pulses + " at host 0";
                }
            }
            return null;
        }
    }

    /**
     * Sends, takes part in barriers, and closes.
     */
    private static final class HostProgram implements Program
    {
        private final Run run;
        private final Messaging messaging;
        private final Host host;
        private final Isochron isochron;
        private final MessagePort port;
        private final Mailbox mailbox;
        private int toIssue;
        private int participations;
        private boolean isOpen;

        HostProgram(final Run run, final Messaging messaging, final Host host)
        {
            this.run = run;
            this.messaging = messaging;
            this.host = host;
            isochron = host.isochron();
            port = messaging.port(isochron);
            mailbox = messaging.mailbox(host);
            mailbox.registerBarrier(CHANNEL, BarrierMode.STRONG);
            messaging.handler(
                host, 0, (sender, message) -> run.handled.get(host.id()).add((int)message.getLong(0)));
        }

        @Override
        public boolean step()
        {
            receive();
            if (isOpen)
            {
                isOpen = !isochron.tryIssue();
            }
            else if (toIssue > 0)
            {
                toIssue--;
                send();
            }
            else if (participations < BARRIERS)
            {
                if (participations == run.completed.get(host.id()).size() &&
                    port.tryBarrier(CHANNEL, BarrierMode.STRONG))
                {
                    participations++;
                }
            }
            else
            {
                return run.completed.get(host.id()).size() >= BARRIERS && isochron.isExecuted() &&
                    messaging.tryClose(host);
            }
            return false;
        }

        private void send()
        {
            final Random random = run.simulation.random();
            final HostSet receivers = new HostSet(run.hosts);
            for (int i = random.nextInt(random.nextBoolean() ? 4 : run.hosts); i >= 0; i--)
            {
                receivers.add(random.nextInt(run.hosts));
            }
            isochron.begin();
            port.claimForHandler(receivers, 0, Long.BYTES).putLong(0, run.sent.size());
            run.sent.add(receivers);
            isOpen = !isochron.tryIssue();
        }

        private void receive()
        {
            final Delivery delivery = mailbox.receive();
            if (null != delivery && Delivery.Kind.BARRIER == delivery.kind())
            {
                if (run.programs.stream().anyMatch(
                    other -> other.participations <= run.completed.get(host.id()).size()))
                {
                    throw new AssertionError("host " + host.id() + " is told of a barrier before all have come to it");
                }
                run.completed.get(host.id()).add(delivery.pulse());
            }
        }
    }
}
