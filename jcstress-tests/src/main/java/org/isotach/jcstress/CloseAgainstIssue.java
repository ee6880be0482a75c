/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

import org.isotach.ClusterClosedException;
import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;

/**
 * One thread issues messages to handlers of both hosts until it is refused; another one closes the cluster, or the
 * host.
 */
public class CloseAgainstIssue
{
    /**
     * Counts the isochrons that were not refused, and at each host the calls of the handler, and those with another
     * number than the next one.
     */
    abstract static class Program
    {
        private static final int ENOUGH = 100_000;

        private final int linkRingSize;
        private final int slabLength;
        private final int[] handled = new int[2];
        private final int[] wrong = new int[2];
        private int accepted;
        private Cluster cluster;
        private Isochron isochron;
        private MessagePort port;

        Program()
        {
            this(2, 384);
        }

        /**
         * @param linkRingSize frames that may be in flight to a host.
         * @param slabLength   bytes for isochrons: those not yet sent wait in batches of an eighth of that.
         */
        Program(final int linkRingSize, final int slabLength)
        {
            this.linkRingSize = linkRingSize;
            this.slabLength = slabLength;
        }

        /**
         * Launched by the actor that comes first, so that not all states have theirs at the same time.
         */
        final synchronized Cluster cluster()
        {
            if (null == cluster)
            {
                cluster = Cluster.launch(new ClusterContext()
                    .hosts(2)
                    .threadingMode(Clusters.MODE)
                    .sendRingSize(4)
                    .linkRingSize(linkRingSize)
                    .maxIsochronLength(128)
                    .slabLength(slabLength));
                final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(64));
                for (int id = 0; id < handled.length; id++)
                {
                    final int host = id;
                    messaging.handler(cluster.host(id), 0, (sender, message) -> handle(host, message.getLong(0)));
                }
                isochron = cluster.host(0).isochron();
                port = messaging.port(isochron);
            }
            return cluster;
        }

        final void issueUntilClosed()
        {
            final HostSet both = HostSet.of(cluster().hostCount(), 0, 1);
            try
            {
                while (accepted < ENOUGH)
                {
                    isochron.begin();
                    port.claimForHandler(both, 0, Long.BYTES).putLong(0, accepted);
                    isochron.issue();
                    accepted++;
                }
            }
            catch (final ClusterClosedException ex)
            {
                if (isochron.isOpen())
                {
                    isochron.abandon();
                }
            }
        }

        final void compare(final III_Result r)
        {
            r.r1 = accepted - handled[0];
            r.r2 = accepted - handled[1];
            r.r3 = wrong[0] + wrong[1];
        }

        private void handle(final int host, final long number)
        {
            wrong[host] += number == handled[host]++ ? 0 : 1;
        }
    }

    /**
     * The whole cluster.
     */
    @JCStressTest
    @Description(
        "Close of the cluster against issue. The order of claim and look (Host.enqueue) and rule 6 forbid anything" +
        " but 0, 0, 0: an isochron is refused, or executed at every host before the cluster is closed.")
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "all that was not refused was executed everywhere")
    @State
    public static class OfCluster extends Program
    {
        @Actor
        public void issuer()
        {
            issueUntilClosed();
        }

        @Actor
        public void closer()
        {
            cluster().close();
        }

        @Arbiter
        public void end(final III_Result r)
        {
            compare(r);
        }
    }

    /**
     * The whole cluster, by a thread that appends to long batches.
     */
    @JCStressTest
    @Description(
        "Close of the cluster against issue into long batches. FrameBatch.closeForGood, and the look behind what was" +
        " appended (FrameBatch.isClosedForGood), forbid anything but 0, 0, 0.")
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "all that was not refused was executed everywhere")
    @State
    public static class InBatches extends Program
    {
        /**
         * With batches of 1 KB.
         */
        public InBatches()
        {
            super(4, 8192);
        }

        @Actor
        public void issuer()
        {
            issueUntilClosed();
        }

        @Actor
        public void closer()
        {
            cluster().close();
        }

        @Arbiter
        public void end(final III_Result r)
        {
            compare(r);
        }
    }

    /**
     * The host that issues, and after that the cluster.
     */
    @JCStressTest
    @Description(
        "Close of a host against issue. Rule 6 and the order of claim and look (Host.enqueue) forbid anything but" +
        " 0, 0, 0: an isochron is refused, or executed at every host.")
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "all that was not refused was executed everywhere")
    @State
    public static class OfHost extends Program
    {
        @Actor
        public void issuer()
        {
            issueUntilClosed();
        }

        @Actor
        public void closer()
        {
            cluster().host(0).close();
        }

        @Arbiter
        public void end(final III_Result r)
        {
            cluster().close();
            compare(r);
        }
    }

    /**
     * Plain Java in place of the cluster.
     */
    @JCStressTest
    @Description(
        "Weakened: who issues looks first, and claims then. Nothing forbids that something is issued when nobody" +
        " looks any more.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all that was not refused was counted")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "an isochron is lost")
    @State
    public static class LookThenClaim
    {
        private volatile boolean isClosed;
        private volatile int claimed;
        private int accepted;
        private int executed;

        @Actor
        public void issuer()
        {
            while (!isClosed)
            {
                claimed = ++accepted;
            }
        }

        @Actor
        public void closer()
        {
            isClosed = true;
            executed = claimed;
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = accepted - executed;
        }
    }
}
