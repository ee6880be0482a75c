/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Unit;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Each host has a thread. Two others serve the fabric, and meet at each unit.
 */
@Timeout(60)
class McpThreadsTest
{
    private static final int PACKETS = 3000;
    private static final int WINDOW = 4;

    private final TestThreads threads = new TestThreads();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /**
     * Two hosts send each other packets, no more at a time than have room.
     */
    @ParameterizedTest
    @CsvSource({ "INTERRUPT, false", "POLLED, true" })
    void shouldDeliverEverythingInOrder(final ReceiveMode mode, final boolean isOverlapped) throws Exception
    {
        final Fabric fabric = new Fabric(new McpContext().receive(mode, isOverlapped));
        fabric.addSwitch(2);
        final HostPort[] ports = new HostPort[2];
        for (int i = 0; i < ports.length; i++)
        {
            final Board board = fabric.addBoard("board-" + i);
            ports[i] = board.port();
            fabric.plug(board, 0, i);
        }
        for (int i = 0; i < ports.length; i++)
        {
            final HostPort port = ports[i];
            final byte step = (byte)(1 - 2 * i);
            threads.start(port.name(), () -> exchange(port, step));
        }
        for (int i = 0; i < 2; i++)
        {
            threads.start("fabric-" + i, () -> serve(fabric));
        }
        threads.join();
    }

    private void serve(final Fabric fabric)
    {
        while (ended.get() < 2)
        {
            TestThreads.checkNotInterrupted();
            int work = 0;
            for (final Unit unit : fabric.units())
            {
                work += unit.doWork();
            }
            if (0 == work)
            {
                Thread.yield();
            }
        }
    }

    private void exchange(final HostPort port, final byte step)
    {
        while (!port.tryInit())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        port.open(0);
        port.route(1, step);
        opened.getAndIncrement();
        final OffHeapBuffer memory = OffHeapBuffer.allocate(8192);
        int sent = 0;
        int received = 0;
        while (received < PACKETS || sent < PACKETS)
        {
            TestThreads.checkNotInterrupted();
            if (2 == opened.get() && sent < PACKETS && sent - received < WINDOW &&
                port.trySend(1, 0, fill(memory, sent), 0, length(sent)))
            {
                sent++;
            }
            final int length = port.tryReceive(0, memory, 0);
            if (HostPort.NOTHING == length)
            {
                Thread.yield();
            }
            else
            {
                assertEquals(received, memory.getLong(0));
                assertEquals(length(received), length);
                assertEquals(received, memory.getLong(length - Long.BYTES));
                received++;
            }
        }
        ended.getAndIncrement();
    }

    private static OffHeapBuffer fill(final OffHeapBuffer memory, final int number)
    {
        memory.putLong(0, number);
        memory.putLong(length(number) - Long.BYTES, number);
        return memory;
    }

    private static int length(final int number)
    {
        return Long.BYTES * (1 + number % 64);
    }
}
