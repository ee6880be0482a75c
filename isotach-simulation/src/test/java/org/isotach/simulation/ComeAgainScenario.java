/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;

/**
 * Three hosts take part in barriers. One of them gives the channel up now and then, in the middle of an execution or
 * with a completion that it has not received, registers it again, and participates as soon as it may. The completion
 * that it then receives is later than its participation.
 */
final class ComeAgainScenario implements Scenario
{
    private static final int HOSTS = 3;
    private static final int ROUNDS = 8;
    private static final int CHANNEL = 1;
    private static final int MAX_PAUSES = 40;
    private static final int MAX_STEPS = 200_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, HOSTS));
        final Run run = new Run(simulation, cluster);
        run.startAll(host -> new Member(run, host), Member::run);
        simulation.always("Barriers", () -> run.wrong);
        simulation.always("End", () -> run.end(MAX_STEPS));
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final Messaging messaging;
        final int guest;
        final BarrierMode mode;
        String wrong;

        Run(final Simulation simulation, final Cluster cluster)
        {
            super(simulation, cluster);
            messaging = Messaging.on(cluster);
            guest = simulation.random().nextInt(HOSTS);
            mode = simulation.random().nextBoolean() ? BarrierMode.STRONG : BarrierMode.WEAK;
        }

        boolean comesAgain(final int host)
        {
            return guest == host && simulation.random().nextBoolean();
        }

        void beSlow()
        {
            pause(simulation.random().nextInt(MAX_PAUSES));
        }
    }

    /**
     * One host.
     */
    private static final class Member extends ScenarioMember
    {
        private final Run run;
        private final MessagePort port;
        private final Mailbox mailbox;

        // When it participated last.
        private long time;

        Member(final Run run, final int id)
        {
            super(run.cluster.host(id));
            this.run = run;
            port = run.messaging.port(isochron);
            mailbox = run.messaging.mailbox(host);
            mailbox.registerBarrier(CHANNEL, run.mode);
        }

        void run()
        {
            for (int round = 0; round < ROUNDS; round++)
            {
                participate();
                if (run.comesAgain(host.id()))
                {
                    run.beSlow();
                    mailbox.clearBarrier(CHANNEL);
                    run.beSlow();
                    mailbox.registerBarrier(CHANNEL, run.mode);
                }
                else
                {
                    check(mailbox.await());
                }
            }
            mailbox.clearBarrier(CHANNEL);
        }

        private void participate()
        {
            boolean hasParticipated = false;
            while (!hasParticipated)
            {
                try
                {
                    time = host.logicalTime();
                    hasParticipated = port.tryBarrier(CHANNEL, run.mode);
                }
                catch (final IllegalStateException ex)
                {
                    // Of the time before: it says that this one has to be received first.
                    mailbox.receive();
                }
                if (!hasParticipated)
                {
                    run.simulation.pause();
                }
            }
        }

        /**
         * A completion is later than all that its participants had executed before they participated.
         */
        private void check(final Delivery completion)
        {
            if (completion.pulse() <= time)
            {
                run.wrong = "host " + host.id() + " has participated when pulse " + time +
                    " had ended, and is told of a completion of pulse " + completion.pulse();
            }
        }
    }
}
