/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A cluster for tests with a network. When it is closed, every buffer must be back in its pool, and nothing have been
 * reported.
 */
final class MyrinetCluster implements AutoCloseable
{
    static final int LONG = 256;
    static final int SHORT = 16;
    private static final int FAMILY = 5;

    final Cluster cluster;
    final Network network;
    private final List<Throwable> errors = new ArrayList<>();
    private final MyrinetContext context;

    MyrinetCluster(final ClusterContext cluster, final MyrinetContext context)
    {
        this.context = context;
        this.cluster = Cluster.launch(cluster.errorHandler(errors::add));
        network = Network.on(this.cluster, context);
    }

    static MyrinetContext small()
    {
        return new MyrinetContext().bufferLength(LONG).buffers(4).channels(4).channelLength(4).inlineLength(32);
    }

    static ClusterContext invoker(final int hosts)
    {
        return new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER).linkFaults(LinkFaults.NONE);
    }

    static MyrinetCluster ofHosts(final int hosts)
    {
        return new MyrinetCluster(invoker(hosts), small());
    }

    static MyrinetCluster paranoid(final int hosts)
    {
        return new MyrinetCluster(invoker(hosts).paranoid(true), small());
    }

    DmaRegion buffersOf(final int host)
    {
        return nic(host).sendSide().region();
    }

    Nic nic(final int host)
    {
        return network.nic(host);
    }

    /**
     * A buffer of a host with some content.
     */
    Buffer buffer(final int host, final int length, final long value)
    {
        final Buffer buffer = nic(host).tryBuffer();
        assertNotNull(buffer);
        return buffer.length(length).length() < Long.BYTES ? buffer : filled(buffer, value);
    }

    private static Buffer filled(final Buffer buffer, final long value)
    {
        buffer.putLong(0, value);
        buffer.putLong(buffer.length() - Long.BYTES, ~value);
        return buffer;
    }

    /**
     * Frees what channels have received and keep.
     */
    static void freeAll(final Channel channel)
    {
        Buffer buffer = channel.tryReceive();
        while (null != buffer)
        {
            buffer.free();
            buffer = channel.tryReceive();
        }
    }

    void send(final int from, final Channel to, final int target, final int length, final long value)
    {
        assertTrue(nic(from).trySend(network.route(from, target), to.number(), buffer(from, length, value)));
    }

    static void assertContent(final int length, final long value, final Buffer buffer)
    {
        assertNotNull(buffer);
        assertEquals(length, buffer.length());
        if (length >= Long.BYTES)
        {
            assertEquals(~value, buffer.getLong(length - Long.BYTES));
            assertEquals(length == Long.BYTES ? ~value : value, buffer.getLong(0));
        }
    }

    /**
     * Runs code inside a handler of host 1.
     */
    void insideHandler(final Runnable handler)
    {
        cluster.host(1).models().register(FAMILY, (sender, timestamp, frame, offset, limit) ->
        {
            cluster.host(1).models().runHandler(handler);
            return offset + OperationHeader.LENGTH;
        }, (slot, value) ->
        {
        });
        final Isochron isochron = cluster.host(1).isochron().begin();
        final int offset = isochron.append(OperationHeader.LENGTH);
        isochron.buffer().putLong(offset, OperationHeader.encode(FAMILY << 4, OperationHeader.LENGTH, 0, 0));
        isochron.touch(1, 0);
        isochron.issue();
        isochron.awaitExecuted();
    }

    void assertAllFree()
    {
        for (int host = 0; host < network.hostCount(); host++)
        {
            nic(host).reapSent();
            assertEquals(context.buffers(), nic(host).freeBuffers(), "free buffers of host " + host);
        }
    }

    @Override
    public void close()
    {
        network.close();
        cluster.close();
        assertAllFree();
        assertEquals(List.of(), errors);
    }
}
