/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes datagrams from one machine to another, as a network does that loses, delays and reorders them. Each machine is
 * a number. What is lost is drawn by a seed.
 */
final class LossyNetwork implements AutoCloseable
{
    private static final double LOSS = 0.01;
    private static final double AT_ONCE = 0.05;
    private static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_LENGTH = 65536;
    private static final int SOCKET_BUFFER_LENGTH = 2 * 1024 * 1024;

    private final Random random;
    private final AtomicBoolean[][] areCut;
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger overtaken = new AtomicInteger();
    private final List<DatagramChannel> channels = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final Thread thread = new Thread(this::run, "lossy-network");
    private volatile boolean isLossless;
    private volatile boolean isClosed;

    // The rest belongs to its thread.
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_LENGTH);
    private final PriorityQueue<Datagram> underWay =
        new PriorityQueue<>(Comparator.comparingLong(Datagram::dueNs).thenComparingLong(Datagram::number));
    private long number;

    /**
     * @param dueNs when it arrives.
     */
    private record Datagram(long dueNs, long number, byte[] bytes, DatagramChannel through, SocketAddress to)
    {
    }

    /**
     * Where datagrams of one machine for another one come in, and where they go out again.
     */
    private static final class Port
    {
        private final int from;
        private final int to;
        private final DatagramChannel channel;
        private final boolean isBack;
        private Port opposite;

        // Null on the way back, as long as nobody has sent anything on the way there.
        private SocketAddress target;

        Port(
            final int from,
            final int to,
            final DatagramChannel channel,
            final SocketAddress target,
            final boolean isBack)
        {
            this.from = from;
            this.to = to;
            this.channel = channel;
            this.target = target;
            this.isBack = isBack;
        }
    }

    LossyNetwork(final int machines, final long seed) throws IOException
    {
        random = new Random(seed);
        areCut = new AtomicBoolean[machines][machines];
        for (final AtomicBoolean[] row : areCut)
        {
            for (int to = 0; to < machines; to++)
            {
                row[to] = new AtomicBoolean();
            }
        }
    }

    /**
     * Makes a way to a machine, before it is started.
     *
     * @param endpoint where the other machine listens.
     * @return where the first one sends to instead.
     */
    String route(final int from, final int to, final String endpoint)
    {
        try
        {
            final int colon = endpoint.lastIndexOf(':');
            final SocketAddress target = new InetSocketAddress(
                endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
            final Port in = new Port(from, to, open(), target, false);
            // Who answers sends to the port that it was sent to from: the way back is known with the first datagram.
            final Port back = new Port(to, from, open(), null, true);
            in.opposite = back;
            back.opposite = in;
            in.channel.register(selector, SelectionKey.OP_READ, in);
            back.channel.register(selector, SelectionKey.OP_READ, back);
            return "127.0.0.1:" + ((InetSocketAddress)in.channel.getLocalAddress()).getPort();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private DatagramChannel open() throws IOException
    {
        final DatagramChannel channel = DatagramChannel.open();
        channels.add(channel);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_LENGTH);
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(false);
        return channel;
    }

    void start()
    {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * From now on it delays only. Where a way is cut, nobody can ask for what the way back has lost.
     */
    void loseNothing()
    {
        isLossless = true;
    }

    /**
     * From now on nothing arrives that one machine sends to another one.
     */
    void cut(final int from, final int to)
    {
        areCut[from][to].set(true);
    }

    /**
     * From now on everything arrives again.
     */
    void heal()
    {
        for (final AtomicBoolean[] row : areCut)
        {
            for (final AtomicBoolean isCut : row)
            {
                isCut.set(false);
            }
        }
    }

    /**
     * Returns how many were lost, without those where the network was cut.
     */
    int lost()
    {
        return lost.get();
    }

    /**
     * Returns how many were sent on at once, before those that were delayed.
     */
    int overtaken()
    {
        return overtaken.get();
    }

    private void run()
    {
        try
        {
            while (!isClosed)
            {
                selector.select(key -> receive((Port)key.attachment()), 1);
                final long nowNs = System.nanoTime();
                while (!underWay.isEmpty() && underWay.peek().dueNs - nowNs <= 0)
                {
                    final Datagram next = underWay.poll();
                    next.through.send(ByteBuffer.wrap(next.bytes), next.to);
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void receive(final Port port)
    {
        try
        {
            buffer.clear();
            SocketAddress sender = port.channel.receive(buffer);
            while (null != sender)
            {
                if (!port.isBack)
                {
                    // Who opens a stream anew sends from another port.
                    port.opposite.target = sender;
                }
                pass(port);
                buffer.clear();
                sender = port.channel.receive(buffer);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void pass(final Port port)
    {
        if (areCut[port.from][port.to].get())
        {
            return;
        }
        if (!isLossless && random.nextDouble() < LOSS)
        {
            lost.incrementAndGet();
            return;
        }
        final boolean isAtOnce = random.nextDouble() < AT_ONCE;
        if (isAtOnce)
        {
            overtaken.incrementAndGet();
        }
        final byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        underWay.add(new Datagram(
            System.nanoTime() + (isAtOnce ? 0 : DELAY_NS), number++, bytes, port.opposite.channel, port.target));
    }

    @Override
    public String toString()
    {
        return "LossyNetwork{lost=" + lost() + ", overtaken=" + overtaken() + '}';
    }

    @Override
    public void close() throws IOException
    {
        isClosed = true;
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        selector.close();
        for (final DatagramChannel channel : channels)
        {
            channel.close();
        }
    }
}
