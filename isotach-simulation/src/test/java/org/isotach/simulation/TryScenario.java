/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Random;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Nobody works for the units, and nobody waits: all programs do nothing but try, again and again, and some hosts have
 * no program at all. All that was begun comes to an end (docs/protocol.md, section 7).
 */
final class TryScenario implements Scenario
{
    private static final int MAX_ACTIONS = 24;
    private static final int PAGE_SIZE = 8;
    private static final int HANDLER = 0;
    private static final int CHANNEL = 1;
    private static final int MESSAGE_LENGTH = 8;

    // Steps in which no action ends: more than it takes when each program is as unlucky as it can be.
    private static final int MAX_FRUITLESS_STEPS = 100_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int hosts = 1 + simulation.upTo(3);
        final Cluster cluster = simulation.launchWithoutUnits(new ClusterContext()
            .topology(ScenarioRun.oneOrTwoSwitches(simulation, hosts))
            .sendRingSize(2 << random.nextInt(3))
            .linkRingSize(1 << random.nextInt(3))
            .linkLength(512 << random.nextInt(3))
            .readCap(2)
            .maxIsochronLength(64)
            .slabLength(3 * 64));
        final Run run = new Run(simulation, cluster);
        for (int i = 0; i < hosts; i++)
        {
            // At least one host is never idle.
            if (0 == i || random.nextBoolean())
            {
                run.members.add(new Member(run, cluster.host(i)));
            }
        }
        for (final Member member : run.members)
        {
            member.start();
            simulation.program("host-" + member.host.id(), member.host, member::step);
        }
        simulation.always("Progress", run::progress);
        simulation.atEnd("AllHandled", run::allHandled);
        simulation.atEnd("LastWrites", run::lastWrites);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final SharedMemory memory;

        // Null in runs without messages: there nobody receives, which would be a poll.
        final Messaging messaging;
        final int barriers;
        final int[] handled;
        final int[] sentToHandler;
        int unreceived;
        int busy;
        private int fruitlessSteps;

        Run(final Simulation simulation, final Cluster cluster)
        {
            super(simulation, cluster);
            final int hosts = cluster.hostCount();
            memory = SharedMemory.on(cluster, PageMap.builder().pageSize(PAGE_SIZE).everywhere(0)
                .page(1, simulation.random().nextInt(hosts)).build());
            handled = new int[hosts];
            sentToHandler = new int[hosts];
            barriers = simulation.random().nextInt(4);
            messaging = simulation.random().nextInt(3) > 0 ? messaging() : null;
        }

        private Messaging messaging()
        {
            final Messaging on = Messaging.on(cluster, new MessagingContext()
                .maxMessageLength(MESSAGE_LENGTH).handlerCount(1).nonIsotachRingLength(64));
            for (int i = 0; i < cluster.hostCount(); i++)
            {
                final int host = i;
                on.handler(cluster.host(i), HANDLER, (sender, message) -> handled[host]++);
            }
            return on;
        }

        void done()
        {
            fruitlessSteps = 0;
        }

        String progress()
        {
            fruitlessSteps++;
            return fruitlessSteps <= MAX_FRUITLESS_STEPS ? null :
                "nothing has come to an end in the last " + MAX_FRUITLESS_STEPS + " steps: " + members;
        }

        boolean isOver()
        {
            return 0 == busy && 0 == unreceived;
        }

        String allHandled()
        {
            for (int host = 0; host < handled.length; host++)
            {
                if (handled[host] != sentToHandler[host])
                {
                    return "host " + host + " has handled " + handled[host] + " messages of " + sentToHandler[host];
                }
            }
            return null;
        }

        String lastWrites()
        {
            for (int i = 0; i < cluster.hostCount(); i++)
            {
                final Isochron isochron = cluster.host(i).isochron();
                final MemoryPort port = memory.port(cluster.host(i));
                for (final Member member : members)
                {
                    final IsoValue value = new IsoValue();
                    port.read(isochron.begin().fresh(), member.address(), value);
                    isochron.issue();
                    if (member.written != value.await())
                    {
                        return "host " + i + " reads " + value.get() + " instead of " + member.written;
                    }
                }
            }
            return null;
        }
    }

    /**
     * The program of one host.
     */
    private static final class Member extends ScenarioMember
    {
        long written;
        private final Run run;
        private final Random random;
        private final MemoryPort memory;
        private MessagePort port;
        private Mailbox mailbox;
        private NonIsotachPort nonIsotach;
        private int actionsLeft;
        private int barriersLeft;
        private boolean isInBarrier;
        private boolean isComplete;
        private String action = "nothing";
        private BooleanSupplier trial;
        private boolean isBusy = true;

        Member(final Run run, final Host host)
        {
            super(host);
            this.run = run;
            random = run.simulation.random();
            memory = run.memory.port(host);
            actionsLeft = run.simulation.upTo(MAX_ACTIONS);
            run.busy++;
        }

        void start()
        {
            if (null != run.messaging)
            {
                port = run.messaging.port(isochron);
                mailbox = run.messaging.mailbox(host);
                nonIsotach = run.messaging.nonIsotachPort(host);
                mailbox.registerSignal(CHANNEL);
                // Before the first one participates, so that all are asked equally often.
                mailbox.registerBarrier(CHANNEL, BarrierMode.STRONG);
                barriersLeft = run.barriers;
            }
        }

        int address()
        {
            return host.id();
        }

        boolean step()
        {
            if (null != mailbox)
            {
                receive();
            }
            if (null != trial)
            {
                if (trial.getAsBoolean())
                {
                    trial = null;
                    run.done();
                }
            }
            else if (actionsLeft > 0)
            {
                actionsLeft--;
                begin();
            }
            else if (barriersLeft > 0)
            {
                barriersLeft--;
                participate();
            }
            else if (isBusy)
            {
                isBusy = false;
                run.busy--;
            }
            return run.isOver() && isDoneWithWhatItHasReceived();
        }

        private void begin()
        {
            switch (random.nextInt(null == port ? 2 : 6))
            {
                case 0:
                    action = "write";
                    memory.write(isochron.begin(), address(), ++written);
                    trial = isochron::tryIssue;
                    break;
                case 1:
                    action = "read";
                    read();
                    break;
                case 2:
                    final int target = random.nextInt(run.handled.length);
                    action = "message to the handler of host " + target;
                    isochron.begin();
                    port.claimForHandler(target, HANDLER, MESSAGE_LENGTH);
                    run.sentToHandler[target]++;
                    trial = isochron::tryIssue;
                    break;
                case 3:
                    action = "message";
                    isochron.begin();
                    port.claim(someMember().host.id(), MESSAGE_LENGTH);
                    run.unreceived++;
                    trial = isochron::tryIssue;
                    break;
                case 4:
                    action = "signal";
                    trial = () -> port.trySignal(CHANNEL);
                    break;
                default:
                    sendNonIsotach();
                    break;
            }
        }

        private void read()
        {
            final IsoValue value = new IsoValue();
            memory.read(isochron.begin(), PAGE_SIZE + random.nextInt(PAGE_SIZE), value);
            trial = () ->
            {
                if (isochron.isOpen())
                {
                    isochron.tryIssue();
                }
                else if (!value.isReady())
                {
                    host.poll();
                }
                return value.isReady();
            };
        }

        private void sendNonIsotach()
        {
            final Member member = someMember();
            if (member != this)
            {
                action = "non-isotach message";
                run.unreceived++;
                trial = () -> nonIsotach.trySend(member.host.id(), new byte[MESSAGE_LENGTH], 0, MESSAGE_LENGTH);
            }
        }

        private void participate()
        {
            action = "barrier";
            isInBarrier = false;
            isComplete = false;
            trial = () ->
            {
                if (!isInBarrier)
                {
                    isInBarrier = port.tryBarrier(CHANNEL, BarrierMode.STRONG);
                    run.unreceived += isInBarrier ? 1 : 0;
                }
                return isComplete;
            };
        }

        /**
         * As seldom as it may be.
         */
        private void receive()
        {
            final Delivery delivery = 0 == random.nextInt(8) ? mailbox.receive() : null;
            if (null != delivery && Delivery.Kind.SIGNAL != delivery.kind())
            {
                run.unreceived--;
                isComplete |= Delivery.Kind.BARRIER == delivery.kind();
                run.done();
            }
            if (0 == random.nextInt(8) && nonIsotach.receive())
            {
                run.unreceived--;
                run.done();
            }
        }

        /**
         * Gives the last message back, whose credit is missing until then.
         */
        boolean isDoneWithWhatItHasReceived()
        {
            Delivery delivery = null == mailbox ? null : mailbox.receive();
            while (null != delivery && Delivery.Kind.SIGNAL == delivery.kind())
            {
                delivery = mailbox.receive();
            }
            return null == delivery;
        }

        private Member someMember()
        {
            return run.members.get(random.nextInt(run.members.size()));
        }

        @Override
        public String toString()
        {
            return super.toString() + (null == trial ? "" : " tries: " + action) + ", " + actionsLeft +
                " actions and " + barriersLeft + " barriers left";
        }
    }
}
