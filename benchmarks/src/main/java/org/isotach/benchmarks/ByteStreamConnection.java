/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;

import org.isotach.memory.Padded;

/**
 * Streams of bytes through the kernel, which do not block: two pipes, or a TCP connection of the loopback interface.
 * The words of a message are written to memory off the heap, which the kernel copies twice.
 */
final class ByteStreamConnection implements Connection
{
    private final Endpoint[] endpoints;
    private final List<Closeable> channels;

    private ByteStreamConnection(final Endpoint one, final Endpoint other, final Closeable... channels)
    {
        endpoints = new Endpoint[]{ one, other };
        this.channels = List.of(channels);
    }

    /**
     * @param protocol pipe or tcp.
     */
    static Connection open(final String protocol, final int payload)
    {
        try
        {
            return "pipe".equals(protocol) ? pipes(payload) : tcp(payload);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static Connection pipes(final int payload) throws IOException
    {
        final Pipe there = pipe();
        final Pipe back = pipe();
        return new ByteStreamConnection(
            new Side(back.source(), there.sink(), payload),
            new Side(there.source(), back.sink(), payload),
            there.source(), there.sink(), back.source(), back.sink());
    }

    private static Pipe pipe() throws IOException
    {
        final Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.sink().configureBlocking(false);
        return pipe;
    }

    private static Connection tcp(final int payload) throws IOException
    {
        try (ServerSocketChannel server = ServerSocketChannel.open())
        {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            final SocketChannel one = SocketChannel.open(server.getLocalAddress());
            final SocketChannel other = server.accept();
            for (final SocketChannel channel : List.of(one, other))
            {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
            }
            return new ByteStreamConnection(new Side(one, one, payload), new Side(other, other, payload), one, other);
        }
    }

    @Override
    public Endpoint endpoint(final int side)
    {
        return endpoints[side];
    }

    @Override
    public void close()
    {
        try
        {
            for (final Closeable channel : channels)
            {
                channel.close();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final ReadableByteChannel in;
        private final WritableByteChannel out;
        private final ByteBuffer arriving;
        private final ByteBuffer leaving;

        Side(final ReadableByteChannel in, final WritableByteChannel out, final int payload)
        {
            this.in = in;
            this.out = out;
            arriving = ByteBuffer.allocateDirect(payload).order(ByteOrder.nativeOrder());
            leaving = ByteBuffer.allocateDirect(payload).order(ByteOrder.nativeOrder());
        }

        @Override
        public boolean trySend(final long word)
        {
            leaving.clear();
            while (leaving.hasRemaining())
            {
                leaving.putLong(word);
            }
            leaving.flip();
            try
            {
                if (0 == out.write(leaving))
                {
                    return false;
                }
                // The rest of a message that is begun has to follow.
                while (leaving.hasRemaining())
                {
                    out.write(leaving);
                }
                return true;
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        }

        @Override
        public long tryReceive()
        {
            try
            {
                if (in.read(arriving) < 0)
                {
                    throw new IllegalStateException("the other end is closed");
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
            if (arriving.hasRemaining())
            {
                return NONE;
            }
            arriving.flip();
            long sum = 0;
            while (arriving.hasRemaining())
            {
                sum += arriving.getLong();
            }
            arriving.clear();
            return sum;
        }
    }
}
