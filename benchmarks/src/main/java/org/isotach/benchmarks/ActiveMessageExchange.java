/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.am.Reply;
import org.isotach.niu.spi.LinkFaults;

/**
 * A request of four words and its reply; the other thread polls its port.
 */
final class ActiveMessageExchange implements Exchange
{
    /**
     * What users get by default: keys and windows.
     */
    static final String DEFAULT = "active-messages";

    /**
     * Keys without windows: nothing is kept, and nothing would be repeated.
     */
    static final String KEYS = "active-messages-keys";

    /**
     * With everything that links with faults need, and next to no faults.
     */
    static final String CHECKSUMS = "active-messages-checksums";

    private static final int WORDS = 4;

    private final Cluster cluster;
    private final Caller caller;
    private final AmPort answering;

    /**
     * @param subject {@link #DEFAULT}, {@link #KEYS} or {@link #CHECKSUMS}.
     */
    ActiveMessageExchange(final String subject)
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER);
        if (CHECKSUMS.equals(subject))
        {
            context.linkFaults(new LinkFaults(1e-9, 0, 0, 0, 0, 1));
        }
        cluster = Cluster.launch(context);
        final ActiveMessages messages =
            ActiveMessages.on(cluster, new AmContext().reliable(!KEYS.equals(subject)));
        caller = new Caller(messages.port(cluster.host(0)));
        answering = messages.port(cluster.host(1));
        final int reply = messages.onReply(caller::answered);
        caller.request = messages.onRequest((request) ->
            request.reply(reply, request.arg(0), request.arg(1), request.arg(2), request.arg(3)));
    }

    @Override
    public long operate()
    {
        return caller.call();
    }

    @Override
    public int serve()
    {
        return answering.poll();
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    private static final class Caller extends Padded
    {
        private final AmPort port;
        private int request;
        private long sent;
        private long answers;
        private long sum;

        Caller(final AmPort port)
        {
            this.port = port;
        }

        long call()
        {
            final long word = ++sent;
            for (int attempts = 1; !port.tryRequest(1, request, word, word, word, word); attempts++)
            {
                SpinningThread.pause(attempts);
            }
            for (int attempts = 1; answers < word; attempts++)
            {
                if (0 == port.poll())
                {
                    SpinningThread.pause(attempts);
                }
            }
            if (answers != word || sum != word * WORDS)
            {
                throw new IllegalStateException(
                    "received " + sum + " as answer " + answers + " after " + word + " was sent");
            }
            return word;
        }

        void answered(final Reply reply)
        {
            answers++;
            sum = reply.arg(0) + reply.arg(1) + reply.arg(2) + reply.arg(3);
        }
    }
}
