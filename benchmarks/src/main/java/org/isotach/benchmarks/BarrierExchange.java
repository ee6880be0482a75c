/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.Phaser;

import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

/**
 * Barriers of several hosts, half of them for each of two threads: one operation is one barrier.
 */
final class BarrierExchange implements Exchange
{
    private static final int CHANNEL = 1;

    private final Cluster cluster;
    private final Party mine;
    private final Party others;

    /**
     * @param protocol isotach, nonisotach or phaser.
     * @param hosts    number of hosts, even.
     */
    BarrierExchange(final String protocol, final int hosts)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
        final Messaging messaging = Messaging.on(cluster);
        final Phaser phaser = new Phaser(2);
        mine = party(protocol, messaging, phaser, 0, hosts / 2);
        others = party(protocol, messaging, phaser, hosts / 2, hosts);
    }

    @Override
    public long operate()
    {
        for (int attempts = 1; 0 == mine.advance(); attempts++)
        {
            SpinningThread.pause(attempts);
        }
        return 1;
    }

    @Override
    public int serve()
    {
        return others.advance();
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    private Party party(
        final String protocol, final Messaging messaging, final Phaser phaser, final int first, final int end)
    {
        final Host[] members = cluster.localHosts().subList(first, end).toArray(Host[]::new);
        switch (protocol)
        {
            case "isotach":
                return new IsotachParty(messaging, members);
            case "nonisotach":
                return new NonIsotachParty(messaging, members);
            default:
                return new PhaserParty(phaser);
        }
    }

    /**
     * One thread with its hosts.
     */
    private interface Party
    {
        /**
         * Goes on, without waiting.
         *
         * @return 1 if a barrier was completed at all hosts of this thread.
         */
        int advance();
    }

    private static final class IsotachParty extends Padded implements Party
    {
        private final MessagePort[] ports;

        // Those that still wait for the barrier are in front.
        private final Mailbox[] mailboxes;
        private int missing;

        IsotachParty(final Messaging messaging, final Host[] hosts)
        {
            ports = new MessagePort[hosts.length];
            mailboxes = new Mailbox[hosts.length];
            for (int i = 0; i < hosts.length; i++)
            {
                ports[i] = messaging.port(hosts[i].isochron());
                mailboxes[i] = messaging.mailbox(hosts[i]);
                mailboxes[i].registerBarrier(CHANNEL, BarrierMode.STRONG);
            }
        }

        @Override
        public int advance()
        {
            if (0 == missing)
            {
                for (final MessagePort port : ports)
                {
                    while (!port.tryBarrier(CHANNEL, BarrierMode.STRONG))
                    {
                        port.host().poll();
                    }
                }
                missing = ports.length;
            }
            for (int i = missing - 1; i >= 0; i--)
            {
                final Mailbox mailbox = mailboxes[i];
                if (null != mailbox.receive())
                {
                    missing--;
                    mailboxes[i] = mailboxes[missing];
                    mailboxes[missing] = mailbox;
                }
            }
            return 0 == missing ? 1 : 0;
        }
    }

    private static final class NonIsotachParty extends Padded implements Party
    {
        private final NonIsotachPort[] ports;
        private int next;

        NonIsotachParty(final Messaging messaging, final Host[] hosts)
        {
            ports = new NonIsotachPort[hosts.length];
            for (int i = 0; i < hosts.length; i++)
            {
                ports[i] = messaging.nonIsotachPort(hosts[i]);
            }
            next = ports.length;
        }

        @Override
        public int advance()
        {
            if (next == ports.length)
            {
                next = 0;
                for (final NonIsotachPort port : ports)
                {
                    port.initiateBarrier();
                }
            }
            while (next < ports.length && ports[next].barrierCompleted())
            {
                next++;
            }
            return next == ports.length ? 1 : 0;
        }
    }

    private static final class PhaserParty extends Padded implements Party
    {
        private final Phaser phaser;
        private int phase = -1;

        PhaserParty(final Phaser phaser)
        {
            this.phaser = phaser;
        }

        @Override
        public int advance()
        {
            if (phase < 0)
            {
                phase = phaser.arrive();
            }
            if (phaser.getPhase() == phase)
            {
                return 0;
            }
            phase = -1;
            return 1;
        }
    }
}
