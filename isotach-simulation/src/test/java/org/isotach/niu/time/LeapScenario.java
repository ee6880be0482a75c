/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;
import java.util.Random;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Hosts of a group of switches pin themselves, stamp, send, and let tokens go, and want pulses to end; and one more
 * thread wants them. Others go on between the store of a pin and the reads behind it, and between the looks of a thread
 * that moves time: in the simulation of whole clusters each of the two is one step, in which pins and leaps cannot
 * cross. The cluster that is launched only lends its hosts to the programs.
 */
public final class LeapScenario implements Scenario
{
    private static final int MAX_FRAMES = 6;
    private static final int MAX_DISTANCE = 9;
    private static final int STRIDE = 128;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = 1 + simulation.upTo(3);
        final Cluster cluster = simulation.launch(new ClusterContext()
            .topology(Topology.singleSwitch(hosts)).threadingMode(ThreadingMode.INVOKER));
        final Run run = new Run(simulation, hosts);
        for (int i = 0; i < hosts; i++)
        {
            final int host = i;
            final int frames = simulation.upTo(MAX_FRAMES);
            simulation.thread("host-" + host, cluster.host(host), () -> run.send(host, frames));
        }
        simulation.thread("time", cluster.host(0), run::endAll);
        simulation.always("EndOfPulse", () -> run.late);
        simulation.always("Minimality", () -> run.tooLate);
    }

    private static final class Run
    {
        private final Simulation simulation;
        private final Random random;
        private final TokenManager tokenManager;
        private final TokenWord[] words;
        private int sending;

        // The largest timestamp, and the largest pulse that was wanted.
        private long latest;
        private long wanted;

        // Null as long as nothing is wrong.
        private String late;
        private String tooLate;

        Run(final Simulation simulation, final int hosts)
        {
            this.simulation = simulation;
            random = simulation.random();
            final OffHeapBuffer tokens = OffHeapBuffer.allocate((long)STRIDE * (hosts + 2));
            final int[] inputs = new int[hosts];
            for (int host = 0; host < hosts; host++)
            {
                inputs[host] = host * STRIDE;
                tokens.putLong(inputs[host], TokenManager.IDLE);
            }
            final LeapingTokenManager leaping = new PausingTokenManager(simulation, tokens, inputs);
            tokenManager = leaping;
            words = new TokenWord[hosts];
            for (int host = 0; host < hosts; host++)
            {
                words[host] = new PausingTokenWord(simulation, tokens, inputs[host], leaping);
            }
            sending = hosts;
        }

        void send(final int host, final int frames)
        {
            final TokenWord word = words[host];
            long last = 0;
            for (int frame = 0; frame < frames; frame++)
            {
                final int distance = 2 + random.nextInt(MAX_DISTANCE - 1);
                final long pinned = word.stop();
                simulation.pause();
                final long stamp = Math.max(last, word.earliest(pinned, distance));
                checkStamp(host, stamp, Math.max(last, Math.max(pinned + distance, wanted + 1)));
                last = stamp;
                simulation.pause();
                arrive(host, stamp);
                // A host promises, or does not know what it stamps next.
                word.release(random.nextBoolean() ? last - 1 : 0);
                simulation.pause();
                if (random.nextBoolean())
                {
                    advance(stamp);
                }
            }
            sending--;
        }

        private void checkStamp(final int host, final long stamp, final long lateEnough)
        {
            if (stamp > lateEnough)
            {
                tooLate = "host " + host + " has stamped " + stamp + ", " + lateEnough + " was late enough";
            }
        }

        /**
         * A frame is on its links now.
         */
        private void arrive(final int host, final long stamp)
        {
            if (tokenManager.time() >= stamp)
            {
                late = "a frame of host " + host + " with timestamp " + stamp + " comes at " + tokenManager;
            }
            latest = Math.max(latest, stamp);
        }

        void endAll()
        {
            while (sending > 0 || tokenManager.time() < latest)
            {
                advance(latest);
                simulation.pause();
            }
        }

        private void advance(final long pulse)
        {
            wanted = Math.max(wanted, pulse);
            tokenManager.advanceTo(pulse);
        }
    }

    private static final class PausingTokenManager extends LeapingTokenManager
    {
        private final Simulation simulation;

        PausingTokenManager(final Simulation simulation, final OffHeapBuffer tokens, final int[] inputs)
        {
            super(List.of(0, 1), tokens, inputs.length * STRIDE, (inputs.length + 1) * STRIDE, inputs);
            this.simulation = simulation;
        }

        @Override
        boolean hasHostSent(final int input, final long token)
        {
            simulation.pause();
            final boolean hasSent = super.hasHostSent(input, token);
            simulation.pause();
            return hasSent;
        }

        @Override
        long sentByHosts(final long token)
        {
            simulation.pause();
            final long sent = super.sentByHosts(token);
            simulation.pause();
            return sent;
        }
    }

    private static final class PausingTokenWord extends LeapingTokenWord
    {
        private final Simulation simulation;

        PausingTokenWord(
            final Simulation simulation,
            final OffHeapBuffer tokens,
            final int index,
            final LeapingTokenManager tokenManager)
        {
            super(tokens, index, tokenManager);
            this.simulation = simulation;
        }

        @Override
        void pin(final long pulse)
        {
            super.pin(pulse);
            simulation.pause();
        }
    }
}
