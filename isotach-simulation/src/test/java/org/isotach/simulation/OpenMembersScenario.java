/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.ClusterClosedException;
import org.isotach.HostSet;
import org.isotach.IsotachInterruptedException;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;

/**
 * Two or three members. Their hosts open together, some of them use messages for the first time only then, register a
 * barrier while others take part in it, leave it and come again, some of them interrupted meanwhile; in the end host 0
 * resets all of them, or all close.
 */
public final class OpenMembersScenario implements Scenario
{
    private static final int CHANNEL = 1;
    private static final int MAX_ROUNDS = 6;
    private static final int MAX_PAUSES = 24;
    private static final int MAX_STEPS = 300_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation);
        for (final Member member : run.hosts)
        {
            simulation.thread("host-" + member.host.id(), member.host, member::run);
        }
        simulation.always("Open", () -> run.wrong);
        simulation.always("End", () -> ++run.steps <= MAX_STEPS ? null : "no end: " + run.hosts);
        simulation.atEnd("SameEnd", run::sameEnd);
    }

    /**
     * What the programs share.
     */
    private static final class Run
    {
        final Simulation simulation;
        final List<Member> hosts = new ArrayList<>();
        final BarrierMode mode;
        final HostSet everybody;
        final boolean isReset;
        String wrong;
        int ready;
        int steps;
        int ended;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
            final Random random = simulation.random();
            mode = random.nextBoolean() ? BarrierMode.STRONG : BarrierMode.WEAK;
            isReset = random.nextBoolean();
            final int members = 2 + random.nextInt(2);
            final int count = members + random.nextInt(2);
            final Topology topology = Topology.chain(members, count);
            final Members.Builder list = Members.builder();
            for (int member = 0; member < members; member++)
            {
                list.add("member-" + member, "", member);
            }
            final Members all = list.build();
            final MemoryTrunks trunks =
                new MemoryTrunks(members, 1 << random.nextInt(8), new Random(random.nextLong()));
            everybody = new HostSet(count);
            for (int member = 0; member < members; member++)
            {
                launch(topology, new Membership(all, all.name(member), trunks));
            }
        }

        private void launch(final Topology topology, final Membership membership)
        {
            final Cluster cluster = simulation.launch(
                new ClusterContext().topology(topology).sendRingSize(4).linkRingSize(4), membership);
            final Messaging messaging = Messaging.on(cluster);
            for (final Host host : cluster.localHosts())
            {
                everybody.add(host.id());
                hosts.add(new Member(this, messaging, host));
            }
            cluster.tryJoin();
        }

        void beSlow()
        {
            for (int i = simulation.random().nextInt(MAX_PAUSES); i > 0; i--)
            {
                simulation.pause();
            }
        }

        String sameEnd()
        {
            for (final Member member : hosts)
            {
                final List<String> received = hosts.get(0).received;
                if (!member.received.equals(received))
                {
                    return "host " + member.host.id() + " has received " + member.received + ", host 0 " + received;
                }
                if (isReset && !member.isShutDown)
                {
                    return member + " was not shut down";
                }
            }
            return null;
        }
    }

    /**
     * One host.
     */
    private static final class Member extends ScenarioMember
    {
        final List<String> received = new ArrayList<>();
        private final Run run;
        private final Messaging messaging;
        private final boolean isLate;
        private MessagePort port;
        private Mailbox mailbox;
        boolean isShutDown;

        // Since the host has registered for the first time, until it leaves.
        private boolean isRegistered;
        private int participations;
        private int completions;
        private long time;

        // By host: how often it must have participated when this one is told.
        private int[] needed;

        Member(final Run run, final Messaging messaging, final Host host)
        {
            super(host);
            this.run = run;
            this.messaging = messaging;
            isLate = run.simulation.random().nextBoolean();
            if (!isLate)
            {
                use();
                if (run.simulation.random().nextBoolean())
                {
                    mailbox.registerBarrier(CHANNEL, run.mode);
                    isRegistered = true;
                }
            }
        }

        private void use()
        {
            port = messaging.port(isochron);
            mailbox = messaging.mailbox(host);
        }

        void run()
        {
            run.beSlow();
            if (isLate)
            {
                use();
            }
            run.ready++;
            messaging.open(host);
            if (run.ready < run.hosts.size())
            {
                run.wrong = this + " is open, and only " + run.ready + " are ready";
            }
            if (!isRegistered)
            {
                run.beSlow();
                if (isLate && 0 == host.id() % 2)
                {
                    registerInVain();
                }
                mailbox.registerBarrier(CHANNEL, run.mode);
                isRegistered = true;
            }
            takePart();
            end();
        }

        private void takePart()
        {
            for (int round = run.simulation.random().nextInt(MAX_ROUNDS); round >= 0; round--)
            {
                participate();
                if (0 == run.simulation.random().nextInt(4))
                {
                    isRegistered = false;
                    participations = Integer.MIN_VALUE;
                    mailbox.clearBarrier(CHANNEL);
                    run.beSlow();
                    mailbox.registerBarrier(CHANNEL, run.mode);
                }
                else
                {
                    await();
                }
            }
            isRegistered = false;
            mailbox.clearBarrier(CHANNEL);
        }

        /**
         * Is interrupted before all others know that it has registered, and clears what it has registered.
         */
        private void registerInVain()
        {
            Thread.currentThread().interrupt();
            try
            {
                mailbox.registerBarrier(CHANNEL, run.mode);
            }
            catch (final IsotachInterruptedException ex)
            {
                run.simulation.note(this + ": " + ex.getMessage());
            }
            Thread.interrupted();
            mailbox.clearBarrier(CHANNEL);
            run.beSlow();
        }

        private void participate()
        {
            boolean hasParticipated = false;
            while (!hasParticipated)
            {
                try
                {
                    time = host.logicalTime();
                    needed = run.hosts.stream()
                        .mapToInt(other -> other.isRegistered ? other.completions + 1 : 0).toArray();
                    hasParticipated = port.tryBarrier(CHANNEL, run.mode);
                    participations += hasParticipated ? 1 : 0;
                }
                catch (final IllegalStateException ex)
                {
                    // Of the time before: it says that this one has to be received first.
                    receive();
                }
                if (!hasParticipated)
                {
                    run.simulation.pause();
                }
            }
        }

        /**
         * A completion is later than all that its participants had executed before they participated, and nobody who
         * had registered by then is left out.
         */
        private void await()
        {
            Delivery completion = mailbox.await();
            while (!take(completion))
            {
                completion = mailbox.await();
            }
            completions++;
            if (completion.pulse() <= time)
            {
                run.wrong = this + " has participated when pulse " + time +
                    " had ended, and is told of a completion of pulse " + completion.pulse();
            }
            for (int i = 0; i < needed.length; i++)
            {
                final Member other = run.hosts.get(i);
                if (other.isRegistered && other.participations < needed[i])
                {
                    run.wrong = this + " is told of a completion without " + other;
                }
            }
        }

        private void end()
        {
            try
            {
                sendTo(run.everybody);
                run.ended++;
                if (run.isReset)
                {
                    receiveUntilReset();
                }
                else
                {
                    while (!messaging.tryClose(host))
                    {
                        receive();
                        run.simulation.pause();
                    }
                }
            }
            catch (final ClusterClosedException ex)
            {
                run.simulation.note(this + ": " + ex.getMessage());
            }
            receive();
        }

        private void sendTo(final HostSet targets)
        {
            isochron.begin();
            port.claim(targets, Long.BYTES).putLong(0, host.id());
            while (!isochron.tryIssue())
            {
                receive();
                run.simulation.pause();
            }
        }

        private void receiveUntilReset()
        {
            boolean hasReset = 0 != host.id();
            while (!isShutDown)
            {
                hasReset = hasReset || run.ended == run.hosts.size() && port.tryReset();
                receive();
                run.simulation.pause();
            }
        }

        private void receive()
        {
            Delivery delivery = mailbox.receive();
            while (null != delivery)
            {
                take(delivery);
                delivery = mailbox.receive();
            }
        }

        /**
         * @return true if it is a completion.
         */
        private boolean take(final Delivery delivery)
        {
            if (Delivery.Kind.RESET == delivery.kind())
            {
                isShutDown = true;
                received.add("reset in pulse " + delivery.pulse());
            }
            else if (Delivery.Kind.MESSAGE == delivery.kind())
            {
                received.add(delivery.sender() + ":" + delivery.message().getLong(0) + " in " + delivery.pulse());
            }
            return Delivery.Kind.BARRIER == delivery.kind();
        }

        @Override
        public String toString()
        {
            return super.toString() + (isRegistered ? ", registered" : "") + (isShutDown ? ", shut down" : "") +
                ", participated " + participations + " times, received " + received;
        }
    }
}
