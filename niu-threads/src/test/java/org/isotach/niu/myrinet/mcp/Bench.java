/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A fabric for tests, which is served step by step, and packets whose content says which ones they are.
 */
final class Bench
{
    static final int ROUTE = 1;
    private static final int MAX_STEPS = 1_000_000;
    private static final int MEMORY = 1 << 16;

    final Fabric fabric;
    final List<Board> boards = new ArrayList<>();
    private final OffHeapBuffer out = OffHeapBuffer.allocate(MEMORY);
    private final OffHeapBuffer in = OffHeapBuffer.allocate(MEMORY);

    Bench(final McpContext context)
    {
        fabric = new Fabric(context);
    }

    /**
     * Two boards, back to back, whose hosts have opened all channels. Route 0 leads to the other one.
     */
    static Bench ofTwo(final McpContext context)
    {
        final Bench bench = new Bench(context);
        bench.fabric.plug(bench.board("alpha"), bench.board("beta"));
        return bench.start(context.channels());
    }

    /**
     * Boards at the ports of one switch.
     */
    static Bench ofSwitch(final McpContext context, final int count)
    {
        final Bench bench = new Bench(context);
        bench.fabric.addSwitch(count);
        for (int i = 0; i < count; i++)
        {
            bench.fabric.plug(bench.board("board-" + i), 0, i);
        }
        return bench.start(context.channels());
    }

    /**
     * One board, and the other end of its cable.
     */
    static LinkEnd plugRaw(final Bench bench)
    {
        final LinkEnd end = bench.fabric.plug(bench.board("alpha"));
        bench.start(1);
        return end;
    }

    Board board(final String name)
    {
        boards.add(fabric.addBoard(name));
        return boards.get(boards.size() - 1);
    }

    Bench start(final int channels)
    {
        fabric.start();
        for (final Board board : boards)
        {
            for (int channel = 0; channel < channels; channel++)
            {
                board.port().open(channel);
            }
        }
        return this;
    }

    HostPort port(final int board)
    {
        return boards.get(board).port();
    }

    Mcp mcp(final int board)
    {
        return boards.get(board).mcp();
    }

    int settle()
    {
        int steps = 0;
        while (0 != fabric.step())
        {
            steps++;
            assertTrue(steps < MAX_STEPS, () -> "no end: " + fabric);
        }
        return steps;
    }

    boolean trySend(final int from, final int route, final int channel, final int length, final int seed)
    {
        return port(from).trySend(route, channel, content(length, seed), 0, length);
    }

    void send(final int from, final int route, final int channel, final int length, final int seed)
    {
        assertTrue(trySend(from, route, channel, length, seed), () -> port(from).toString());
    }

    OffHeapBuffer content(final int length, final int seed)
    {
        for (int i = 0; i < length; i++)
        {
            out.putByte(i, value(seed, i));
        }
        return out;
    }

    private static byte value(final int seed, final int index)
    {
        return (byte)(seed + index * 31 + (index >>> 8));
    }

    void assertReceived(final int board, final int channel, final int length, final int seed)
    {
        assertTrue(tryReceive(board, channel, length, seed), () -> fabric + " " + port(board));
    }

    /**
     * Receives a packet, if there is one, which must be that one.
     */
    boolean tryReceive(final int board, final int channel, final int length, final int seed)
    {
        final int received = port(board).tryReceive(channel, in, 0);
        if (HostPort.NOTHING == received)
        {
            return false;
        }
        assertEquals(length, received);
        for (int i = 0; i < length; i++)
        {
            assertEquals(value(seed, i), in.getByte(i));
        }
        return true;
    }

    void assertNothing(final int board, final int channel)
    {
        assertEquals(HostPort.NOTHING, port(board).tryReceive(channel, in, 0));
    }

    /**
     * A frame for tests that send without a board.
     */
    static OffHeapBuffer frame(final int channel, final int payload)
    {
        final OffHeapBuffer frame = OffHeapBuffer.allocate(Frame.HEADER_LENGTH + payload + 64);
        Frame.write(frame, 0, channel);
        for (int i = 0; i < payload; i++)
        {
            frame.putByte(Frame.HEADER_LENGTH + i, value(0, i));
        }
        return frame;
    }

    /**
     * Receives one packet without a board.
     *
     * @return its chunks.
     */
    List<byte[]> chunks(final LinkEnd end)
    {
        final List<byte[]> chunks = new ArrayList<>();
        boolean isLast = false;
        for (int steps = 0; !isLast && steps < MAX_STEPS; steps++)
        {
            if (end.hasChunk())
            {
                assertEquals(chunks.isEmpty(), end.isFirst());
                final byte[] chunk = new byte[end.length()];
                end.buffer().getBytes(end.offset(), chunk, 0, chunk.length);
                chunks.add(chunk);
                isLast = end.isLast();
                assertEquals(0, isLast ? end.syndrome() : 0);
                end.release();
            }
            fabric.step();
        }
        assertTrue(isLast, () -> fabric.toString());
        return chunks;
    }
}
