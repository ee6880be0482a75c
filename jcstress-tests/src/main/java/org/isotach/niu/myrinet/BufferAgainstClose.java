/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A thread that counts what a channel has received, and so makes it ready, against one that closes the channel: a
 * buffer that nobody takes returns to its pool.
 */
public class BufferAgainstClose
{
    /**
     * As it is.
     */
    @JCStressTest
    @Description("A channel that is closed while it receives. Forbidden: a buffer belongs to nobody.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all buffers are in their pool")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost, or freed twice")
    @State
    public static class ReadyThenLook
    {
        // So rare that it never happens; but the links are such as may have faults.
        private static final LinkFaults FAULTS = new LinkFaults(0, 0, 0, 0, 1e-9, 1);
        private static final int LENGTH = 64;
        private static final int BUFFERS = 2;

        private Network network;
        private Channel channel;

        /**
         * Launched by the actor that comes first, so that not all states have theirs at the same time.
         */
        private synchronized Channel channel()
        {
            if (null == network)
            {
                network = Network.on(
                    Cluster.launch(
                        new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).linkFaults(FAULTS)),
                    new MyrinetContext().bufferLength(LENGTH).buffers(BUFFERS).channels(1).channelLength(2)
                        .inlineLength(Long.BYTES));
                channel = network.nic(1).open(0);
                final Nic sender = network.nic(0);
                sender.trySend(network.route(0, 1), 0, sender.tryBuffer().length(LENGTH));
            }
            return channel;
        }

        @Actor
        public void receiver()
        {
            try
            {
                channel().pending();
            }
            catch (final IllegalStateException ex)
            {
                // The other one was first.
            }
        }

        @Actor
        public void closer()
        {
            channel().close();
        }

        @Arbiter
        public void end(final I_Result r)
        {
            network.nic(0).reapSent();
            r.r1 = BUFFERS - network.nic(0).freeBuffers();
            network = null;
            channel = null;
        }
    }

    /**
     * Plain Java in place of the channel.
     */
    @JCStressTest
    @Description("Control: who receives looks at the flag first. Nothing forbids that neither thread finds the buffer.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all buffers are in their pool")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "some are lost")
    @State
    public static class LookThenReady
    {
        private static final int CHANNELS = 16;

        private final Receiving[] channels =
            Stream.generate(Receiving::new).limit(CHANNELS).toArray(Receiving[]::new);
        private final AtomicInteger lost = new AtomicInteger(CHANNELS);

        private static final class Receiving
        {
            private final AtomicBoolean isReady = new AtomicBoolean();
            private volatile boolean isClosed;
        }

        @Actor
        public void receiver()
        {
            for (final Receiving channel : channels)
            {
                if (channel.isClosed)
                {
                    lost.getAndDecrement();
                }
                else
                {
                    channel.isReady.set(true);
                }
            }
        }

        @Actor
        public void closer()
        {
            for (final Receiving channel : channels)
            {
                channel.isClosed = true;
                if (channel.isReady.getAndSet(false))
                {
                    lost.getAndDecrement();
                }
            }
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = lost.get();
        }
    }
}
