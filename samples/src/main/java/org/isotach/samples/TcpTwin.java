/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Four words there and back by TCP, between two threads of this machine, for comparison.
 */
final class TcpTwin
{
    private static final int LENGTH = 4 * Long.BYTES;

    private final int trips;

    TcpTwin(final int trips)
    {
        this.trips = trips;
    }

    /**
     * @param violations told of a word that is wrong.
     * @return the time of a round trip in microseconds.
     */
    double roundTripUs(final Violations violations) throws IOException, InterruptedException
    {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Socket here = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket there = server.accept())
        {
            here.setTcpNoDelay(true);
            there.setTcpNoDelay(true);
            final Thread echo = new Thread(() -> echo(there, violations), "echo");
            echo.setDaemon(true);
            echo.start();
            final DataInputStream in = new DataInputStream(here.getInputStream());
            final DataOutputStream out = new DataOutputStream(here.getOutputStream());
            final byte[] message = new byte[LENGTH];
            final byte[] answer = new byte[LENGTH];
            final long startNs = System.nanoTime();
            for (int i = 0; i < trips; i++)
            {
                message[0] = (byte)i;
                out.write(message);
                in.readFully(answer);
                if (answer[0] != message[0])
                {
                    violations.add("TCP brings back " + answer[0] + " instead of " + message[0]);
                }
            }
            final double us = (System.nanoTime() - startNs) / 1e3 / trips;
            echo.join();
            return us;
        }
    }

    private void echo(final Socket socket, final Violations violations)
    {
        try
        {
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final byte[] message = new byte[LENGTH];
            for (int i = 0; i < trips; i++)
            {
                in.readFully(message);
                socket.getOutputStream().write(message);
            }
        }
        catch (final IOException ex)
        {
            violations.add("TCP: " + ex);
        }
    }
}
