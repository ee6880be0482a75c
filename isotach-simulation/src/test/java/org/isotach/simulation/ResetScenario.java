/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;

/**
 * Hosts are opened together, send to everybody, to mailboxes and handlers in one isochron, and are shut down by a reset
 * that host 0 sends in between. In one run of four host 0 crashes while hosts are opened, and is expelled.
 */
final class ResetScenario implements Scenario
{
    private static final int HANDLER = 1;
    private static final int MAX_NUMBERS = 12;
    private static final int MAX_STEPS = 200_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 2 + simulation.random().nextInt(3);
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, hosts));
        final Run run = new Run(simulation, cluster);
        run.startAll(id -> new Member(run, id), Member::run);
        final int crashStep = 0 == simulation.random().nextInt(4) ? 1 + simulation.random().nextInt(400) : MAX_STEPS;
        simulation.thread("expel", cluster.host(1), () -> run.expelWhenCrashed(crashStep));
        simulation.always("End", () -> run.crashWhenDue(crashStep));
        simulation.always("OpenTogether", run::openTogether);
        simulation.atEnd("SameEnd", run::sameEnd);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final Messaging messaging;
        final HostSet everybody;
        private final int resetAt;
        private int ready;
        private boolean hasCrashed;

        Run(final Simulation simulation, final Cluster cluster)
        {
            super(simulation, cluster);
            messaging = Messaging.on(cluster);
            everybody = everybody();
            resetAt = simulation.random().nextInt(MAX_NUMBERS);
        }

        String crashWhenDue(final int step)
        {
            final String end = end(MAX_STEPS);
            if (steps() == step && !members.get(0).isOpen)
            {
                hasCrashed = true;
                simulation.note("host 0 crashes");
                simulation.crash(cluster.host(0));
            }
            return end;
        }

        void expelWhenCrashed(final int step)
        {
            while (steps() < step && !members.get(0).isOpen)
            {
                simulation.pause();
            }
            if (hasCrashed)
            {
                cluster.expel(0);
            }
        }

        String openTogether()
        {
            for (final Member member : members)
            {
                if (member.isOpen && ready < members.size() - (hasCrashed ? 1 : 0))
                {
                    return "host " + member.host.id() + " is open, and only " + ready + " are ready";
                }
            }
            return null;
        }

        String sameEnd()
        {
            final Member first = members.get(1);
            for (final Member member : members.subList(hasCrashed ? 1 : 0, members.size()))
            {
                if (member.isOpen != first.isOpen)
                {
                    return "only one of the hosts " + first.host.id() + " and " + member.host.id() + " was opened";
                }
                if (member.isShutDown == hasCrashed)
                {
                    return "host " + member.host.id() + (hasCrashed ? " was" : " was not") + " shut down";
                }
                if (!hasCrashed && !member.received.equals(first.received))
                {
                    return "host " + member.host.id() + " has received " + member.received + ", host " +
                        first.host.id() + ' ' + first.received;
                }
                if (!member.received.subList(0, member.handled.size()).equals(member.handled))
                {
                    return "host " + member.host.id() + " has received " + member.received + ", and handled " +
                        member.handled;
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
        final List<String> handled = new ArrayList<>();
        boolean isOpen;
        boolean isShutDown;
        private final Run run;
        private final MessagePort port;
        private final Mailbox mailbox;
        private int ends;

        Member(final Run run, final int id)
        {
            super(run.cluster.host(id));
            this.run = run;
            port = run.messaging.port(isochron);
            mailbox = run.messaging.mailbox(host);
            run.messaging.handler(host, HANDLER,
                (sender, message) -> handled.add(sender + ":" + message.getLong(0)));
        }

        void run()
        {
            run.pause(run.simulation.random().nextInt(32));
            run.ready++;
            try
            {
                run.messaging.open(host);
            }
            catch (final HostExpelledException ex)
            {
                return;
            }
            catch (final ClusterClosedException ex)
            {
                // Host 0 was open before, and has shut the cluster down since.
                run.simulation.note("host " + host.id() + ": " + ex.getMessage());
            }
            isOpen = true;
            for (int number = 0; !isOver(number); number++)
            {
                while (0 == host.id() && number == run.resetAt && !port.tryReset())
                {
                    receive();
                    run.simulation.pause();
                }
                send(number);
            }
        }

        /**
         * Without a reset all go on until everybody has sent everything.
         */
        private boolean isOver(final int number)
        {
            return isShutDown || run.hasCrashed && number >= MAX_NUMBERS && ends == run.members.size() - 1;
        }

        private void send(final int number)
        {
            final boolean isLast = run.hasCrashed && number >= MAX_NUMBERS;
            try
            {
                isochron.begin();
                if (!isLast)
                {
                    port.claim(run.everybody, Long.BYTES).putLong(0, number);
                    port.claimForHandler(run.everybody, HANDLER, Long.BYTES).putLong(0, number);
                }
                while (!isochron.tryIssue())
                {
                    receive();
                    run.simulation.pause();
                }
            }
            catch (final ClusterClosedException ex)
            {
                run.simulation.note("host " + host.id() + ": " + ex.getMessage());
            }
            receive();
            run.simulation.pause();
        }

        @Override
        public String toString()
        {
            return super.toString() + (isOpen ? ", open" : "") + (isShutDown ? ", shut down" : "") + ", received " +
                received;
        }

        private void receive()
        {
            Delivery delivery = mailbox.receive();
            while (null != delivery)
            {
                if (Delivery.Kind.RESET == delivery.kind())
                {
                    isShutDown = true;
                    received.add("reset in pulse " + delivery.pulse());
                }
                else
                {
                    received.add(delivery.sender() + ":" + delivery.message().getLong(0));
                    ends += MAX_NUMBERS - 1 == delivery.message().getLong(0) ? 1 : 0;
                }
                delivery = mailbox.receive();
            }
        }
    }
}
