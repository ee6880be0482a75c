/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.AfterEach;

/**
 * Step by step: all hosts on the thread of the test, links by script, and a clock that stands still unless it is moved.
 */
abstract class AmTestBase
{
    static final long MS = 1_000_000;

    final ScriptedLinks links = new ScriptedLinks();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    final List<String> log = new ArrayList<>();
    Cluster cluster;
    ActiveMessages am;
    AmPort[] ports;
    long nowNs;

    @AfterEach
    void closeCluster()
    {
        if (null != cluster)
        {
            cluster.close();
        }
    }

    AmContext scripted(final AmContext context)
    {
        context.variants().links = links;
        context.variants().clock = () -> nowNs;
        return context;
    }

    void launch(final int hosts, final AmContext context)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofSeconds(20)).errorHandler(errors::add));
        am = ActiveMessages.on(cluster, context);
        ports = portsOf(am);
    }

    AmPort[] portsOf(final ActiveMessages program)
    {
        final AmPort[] all = new AmPort[cluster.hostCount()];
        for (int host = 0; host < all.length; host++)
        {
            all[host] = program.port(cluster.host(host));
        }
        return all;
    }

    /**
     * On scripted links.
     */
    void launchScripted(final int hosts, final AmContext context)
    {
        launch(hosts, scripted(context));
    }

    /**
     * On the links of the cluster.
     */
    void launch(final int hosts)
    {
        launch(hosts, new AmContext());
    }

    /**
     * A handler that writes what it gets into the log, and replies if there is a handler of replies.
     */
    int logging(final int replyHandler)
    {
        return am.onRequest(request ->
        {
            log.add(request.source() + ">" + request.self() + ":" + request.arg(0));
            if (replyHandler >= 0)
            {
                request.reply(replyHandler, request.arg(0), request.arg(1), request.arg(2), request.arg(3));
            }
        });
    }

    int loggingReplies()
    {
        return am.onReply(reply ->
            log.add(reply.source() + ">" + reply.self() + ":" + reply.arg(0) + "!"));
    }

    void pollAll()
    {
        int done = 1;
        while (done > 0)
        {
            done = 0;
            for (final AmPort port : ports)
            {
                done += port.poll();
            }
        }
    }

    /**
     * Polls, and lets time pass, until everything is answered.
     */
    void settle()
    {
        for (int i = 0; i < 100_000 && isAnyOutstanding(); i++)
        {
            nowNs += MS / 4;
            for (final AmPort port : ports)
            {
                port.poll();
            }
        }
        if (isAnyOutstanding())
        {
            throw new AssertionError("there is no end: " + List.of(ports));
        }
    }

    private boolean isAnyOutstanding()
    {
        for (final AmPort port : ports)
        {
            if (port.outstanding() > 0)
            {
                return true;
            }
        }
        return false;
    }

    static OffHeapBuffer numbered(final int length)
    {
        final OffHeapBuffer memory = OffHeapBuffer.allocate(Math.max(1, length));
        for (int i = 0; i < length; i++)
        {
            memory.putByte(i, (byte)(7 * i + 1));
        }
        return memory;
    }
}
