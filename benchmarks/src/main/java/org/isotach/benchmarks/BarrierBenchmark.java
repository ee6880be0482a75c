/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
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
 * Barriers of several hosts, driven by two threads: one operation is one barrier, from the first participation to the
 * completion at the last host.
 * <p>
 * Comparable: no host is told before all have participated. Not comparable: the strong isotach barrier is ordered
 * behind all messages and completes in one pulse everywhere; a Phaser and the non-isotach barrier are not and do not,
 * and the Phaser knows two threads only, however many hosts they stand for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BarrierBenchmark
{
    private static final int CHANNEL = 1;

    /**
     * The barrier.
     */
    @Param({ "isotach", "nonisotach", "phaser" })
    public String protocol;

    /**
     * Number of hosts, half of them for each thread.
     */
    @Param({ "2", "4", "16" })
    public int hosts;

    private Cluster cluster;
    private Party mine;
    private SpinningThread other;

    /**
     * Starts the other thread.
     */
    @Setup
    public void start()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
        final Messaging messaging = Messaging.on(cluster);
        final Phaser phaser = new Phaser(2);
        mine = party(messaging, phaser, 0);
        final Party others = party(messaging, phaser, hosts / 2);
        other = SpinningThread.start("other", others::advance);
    }

    /**
     * Ends the other thread.
     *
     * @throws InterruptedException when interrupted.
     */
    @TearDown
    public void stop() throws InterruptedException
    {
        other.stop();
        cluster.close();
    }

    /**
     * One barrier.
     */
    @Benchmark
    public void barrier()
    {
        while (0 == mine.advance())
        {
            Thread.onSpinWait();
        }
    }

    private Party party(final Messaging messaging, final Phaser phaser, final int first)
    {
        final Host[] members = new Host[hosts / 2];
        for (int i = 0; i < members.length; i++)
        {
            members[i] = cluster.host(first + i);
        }
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
            for (final Mailbox mailbox : mailboxes)
            {
                final Delivery delivery = mailbox.receive();
                if (null != delivery)
                {
                    missing--;
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
