/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

import org.isotach.memory.Padded;

/**
 * TCP over the loopback interface, with the options of the paper on HPAM: nothing is held back to go with what follows,
 * and the buffers of the sockets have 56 KB. Each packet is a call that writes, and one that reads. Both threads spin:
 * none is woken by the kernel.
 */
final class TcpEnd extends Padded implements PacketEnd, AutoCloseable
{
    private static final int SOCKET_BUFFER = 56 << 10;

    private final SocketChannel channel;
    private final ByteBuffer arriving;
    private final ByteBuffer leaving;
    private final Violations violations;

    // Whether a part of a packet may have left already.
    private boolean isSending;
    private boolean isEchoing;

    private TcpEnd(final SocketChannel channel, final int longest, final Violations violations) throws IOException
    {
        this.channel = channel;
        this.violations = violations;
        arriving = ByteBuffer.allocateDirect(longest).order(ByteOrder.nativeOrder());
        leaving = ByteBuffer.allocateDirect(longest).order(ByteOrder.nativeOrder());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
    }

    /**
     * Connects two ends.
     *
     * @param longest    length of the longest packet in bytes.
     * @param violations told of packets that are wrong.
     */
    static TcpEnd[] connect(final int longest, final Violations violations) throws IOException
    {
        try (ServerSocketChannel server = ServerSocketChannel.open())
        {
            server.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            // The buffers have their size before there is a connection.
            final SocketChannel here = SocketChannel.open()
                .setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER)
                .setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            here.connect(server.getLocalAddress());
            final SocketChannel there = server.accept().setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            return new TcpEnd[]{ new TcpEnd(here, longest, violations), new TcpEnd(there, longest, violations) };
        }
    }

    @Override
    public boolean trySend(final int length, final long value)
    {
        if (!isSending)
        {
            leaving.clear();
            for (int i = 0; i < length; i += Long.BYTES)
            {
                leaving.putLong(value + i);
            }
            leaving.flip();
        }
        isSending = !isWritten(leaving);
        return !isSending;
    }

    @Override
    public boolean tryReceive(final int length, final long value)
    {
        if (!isRead(length))
        {
            return false;
        }
        for (int i = 0; i < length; i += Long.BYTES)
        {
            if (arriving.getLong(i) != value + i)
            {
                PacketWords.addWrong(violations, "TCP", length, value);
                break;
            }
        }
        arriving.clear();
        return true;
    }

    @Override
    public boolean tryEcho(final int length)
    {
        if (!isEchoing)
        {
            if (!isRead(length))
            {
                return false;
            }
            arriving.flip();
        }
        isEchoing = !isWritten(arriving);
        if (!isEchoing)
        {
            arriving.clear();
        }
        return !isEchoing;
    }

    private boolean isRead(final int length)
    {
        try
        {
            arriving.limit(length);
            if (channel.read(arriving) < 0)
            {
                throw new SampleFailedException("the other end of TCP is closed", null);
            }
            return !arriving.hasRemaining();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean isWritten(final ByteBuffer packet)
    {
        try
        {
            channel.write(packet);
            return !packet.hasRemaining();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() throws IOException
    {
        channel.close();
    }
}
