/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.util.stream.Stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * One thread changes a variable without isochrons until it is refused; another one closes the cluster, and reads.
 */
public class CloseAgainstLocal
{
    /**
     * A whole cluster.
     */
    @JCStressTest
    @Description(
        "Close of the cluster against local work. Sections 11 and 13 forbid that anything is executed when the" +
        " cluster has been closed: the closing thread finds the owner of the host, or the owner finds the gate closed.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "nothing is executed after the end")
    @Outcome(expect = Expect.FORBIDDEN, desc = "something is")
    @State
    public static class OfCluster
    {
        private static final int ENOUGH = 100_000;

        private Cluster cluster;
        private LocalMemory local;
        private MemoryPort port;
        private long written;

        /**
         * Launched by the actor that comes first, so that not all states have theirs at the same time.
         */
        private synchronized void launch()
        {
            if (null == cluster)
            {
                cluster = Cluster.launch(new ClusterContext()
                    .hosts(1)
                    .threadingMode(Clusters.MODE)
                    .sendRingSize(2)
                    .linkRingSize(2)
                    .readCap(4)
                    .maxIsochronLength(128)
                    .slabLength(384));
                final SharedMemory memory = SharedMemory.on(cluster, Layout.LAST.pageMap(1, 1, 1));
                local = memory.local(cluster.host(0));
                port = memory.port(cluster.host(0));
            }
        }

        @Actor
        public void writer()
        {
            launch();
            boolean isRefused = false;
            while (!isRefused && written < ENOUGH)
            {
                isRefused = !local.tryWrite(0, written + 1);
                written += isRefused ? 0 : 1;
            }
        }

        @Actor
        public void closer(final J_Result r)
        {
            launch();
            cluster.close();
            r.r1 = port.localValue(0);
        }

        @Arbiter
        public void end(final J_Result r)
        {
            r.r1 = written - r.r1;
        }
    }

    /**
     * Plain Java in place of the cluster.
     */
    @JCStressTest
    @Description(
        "Weakened: who works looks at the gate first, and becomes owner then. Nothing forbids that something is" +
        " executed when nobody looks any more.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "nothing is executed after the end")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "something is")
    @State
    public static class LookThenEnter
    {
        private static final int GATES = 16;
        private static final int ENOUGH = 1000;

        private final Gate[] gates = Stream.generate(Gate::new).limit(GATES).toArray(Gate[]::new);

        private static final class Gate
        {
            private volatile boolean isClosed;
            private volatile boolean hasOwner;
            private long written;
        }

        @Actor
        public void writer()
        {
            for (final Gate gate : gates)
            {
                for (int i = 0; i < ENOUGH && !gate.isClosed; i++)
                {
                    gate.hasOwner = true;
                    gate.written++;
                    gate.hasOwner = false;
                }
            }
        }

        @Actor
        public void closer(final J_Result r)
        {
            for (final Gate gate : gates)
            {
                gate.isClosed = true;
                while (gate.hasOwner)
                {
                    Thread.onSpinWait();
                }
                r.r1 += gate.written;
            }
        }

        @Arbiter
        public void end(final J_Result r)
        {
            r.r1 = Stream.of(gates).mapToLong(gate -> gate.written).sum() - r.r1;
        }
    }
}
