/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.agrona.CloseHelper;

/**
 * Three nodes in this JVM.
 */
public final class TestNodes implements AutoCloseable
{
    private static final int COUNT = 3;
    private static final Duration LEADER_TIMEOUT = Duration.ofMillis(1000);
    // Below those that systems give to sockets without a port.
    private static final int FIRST_PORT = 10_000;
    private static final int LAST_PORT = 30_000;

    private final String addresses = freeAddresses();
    private final Path directory;
    private final List<ViewNode> nodes = new ArrayList<>();

    /**
     * @param directory where they keep what they know.
     */
    public TestNodes(final Path directory)
    {
        this.directory = directory;
    }

    /**
     * Returns addresses on this machine whose ports nobody has at present.
     *
     * @return three of them.
     */
    public static String freeAddresses()
    {
        final StringBuilder builder = new StringBuilder();
        int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
        for (int node = 0; node < COUNT; node++)
        {
            while (!areFree(port))
            {
                port += Addresses.PORTS;
            }
            builder.append(0 == node ? "" : ",").append("127.0.0.1:").append(port);
            port += Addresses.PORTS;
        }
        return builder.toString();
    }

    private static boolean areFree(final int port)
    {
        for (int i = 0; i < Addresses.PORTS; i++)
        {
            try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", port + i)))
            {
                socket.setReuseAddress(false);
            }
            catch (final BindException ex)
            {
                return false;
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        }
        return true;
    }

    /**
     * Launches all, which find what they knew before.
     *
     * @return this.
     */
    public TestNodes launch()
    {
        for (int node = 0; node < COUNT; node++)
        {
            nodes.add(ViewNode.launch(new ViewNodeContext()
                .nodes(addresses)
                .number(node)
                .directory(directory(node))
                .leaderTimeout(LEADER_TIMEOUT)));
        }
        return this;
    }

    Path directory(final int node)
    {
        return directory.resolve("node" + node);
    }

    /**
     * Returns the number of the node that leads.
     */
    int leader() throws InterruptedException
    {
        while (true)
        {
            for (int node = 0; node < COUNT; node++)
            {
                if (nodes.get(node).isLeader())
                {
                    return node;
                }
            }
            Thread.sleep(10);
        }
    }

    /**
     * Returns where the nodes are.
     *
     * @return the address of each, with commas in between.
     */
    public String addresses()
    {
        return addresses;
    }

    /**
     * Creates a store with the settings of tests.
     *
     * @return the store.
     */
    public ReplicatedViewStore newStore()
    {
        return ReplicatedViewStore.with(new ReplicatedViewStoreContext().nodes(addresses));
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(nodes);
        nodes.clear();
    }
}
