/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is built on active messages (Martin, HPAM, section 3).
 */
class LayersTest extends AmTestBase
{
    private void makeBad(final long seed)
    {
        final Random random = new Random(seed);
        links.script = (sender, receiver, packet) ->
        {
            if (links.held.size() > 2)
            {
                links.releaseBackwards();
            }
            final int number = random.nextInt(10);
            return number < 3 ? ScriptedLinks.HOLD : 3 == number ? 0 : 4 == number ? 2 : 1;
        };
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4 })
    void h28ShouldHandleRequestsOfOnePairInOrder(final long seed)
    {
        launchScripted(2, new AmContext().depth(4).inOrder(true));
        makeBad(seed);
        final Region region = ports[1].register(OffHeapBuffer.allocate(64));
        final OffHeapBuffer source = numbered(16);
        final int request = logging(loggingReplies());
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++)
        {
            final int length = i % 3 * 8;
            while (!(0 == length ? ports[0].tryRequest(1, request, i, 0, 0, 0) :
                ports[0].tryTransfer(1, request, source, 0, length, region.pointer(0), i)))
            {
                nowNs += MS / 4;
                ports[1].poll();
            }
            expected.add("0>1:" + i);
        }
        settle();
        log.removeIf(line -> line.endsWith("!"));
        assertEquals(expected, log);
        assertTrue(ports[0].counters().repeats() > 0);
    }

    @Test
    void h33ShouldCarrySharedMemory()
    {
        launchScripted(2, new AmContext());
        makeBad(33);
        final OffHeapBuffer words = OffHeapBuffer.allocate(64);
        final long[] result = new long[1];
        final int[] answers = new int[1];
        final int done = am.onReply(reply ->
        {
            result[0] = reply.arg(0);
            answers[0]++;
        });
        final int write = am.onRequest(request -> words.putLong((int)request.arg(0), request.arg(1)));
        final int read = am.onRequest(request ->
            request.reply(done, words.getLong((int)request.arg(0)), 0, 0, 0));
        final int fetchAndAdd = am.onRequest(request ->
        {
            final int at = (int)request.arg(0);
            final long before = words.getLong(at);
            words.putLong(at, before + request.arg(1));
            request.reply(done, before, 0, 0, 0);
        });
        ports[0].request(1, write, 8, 41, 0, 0);
        settle();
        for (int i = 0; i < 100; i++)
        {
            ports[0].request(1, fetchAndAdd, 8, 1, 0, 0);
            settle();
            assertEquals(41 + i, result[0]);
        }
        ports[0].request(1, read, 8, 0, 0, 0);
        settle();
        assertEquals(141, result[0]);
        assertEquals(101, answers[0]);
    }

    @Test
    void h33ShouldCarryAStreamOfBytes()
    {
        launchScripted(2, new AmContext().inOrder(true).maxPacketLength(128));
        makeBad(34);
        final OffHeapBuffer landing = OffHeapBuffer.allocate(1 << 14);
        final Region region = ports[1].register(landing);
        final StringBuilder received = new StringBuilder();
        final int arrived = am.onRequest(request ->
        {
            for (int i = 0; i < request.arg(2); i++)
            {
                received.append((char)landing.getByte(Region.offset(request.arg(1)) + i));
            }
        });
        final StringBuilder sent = new StringBuilder();
        final OffHeapBuffer source = OffHeapBuffer.allocate(256);
        for (int i = 0; i < 100; i++)
        {
            final byte[] bytes = ("line " + i + '\n').repeat(1 + i % 10).getBytes();
            source.putBytes(0, bytes, 0, bytes.length);
            while (!ports[0].tryTransfer(1, arrived, source, 0, bytes.length, region.pointer(i * 128), 0))
            {
                nowNs += MS / 4;
                ports[1].poll();
            }
            sent.append(new String(bytes));
        }
        settle();
        assertEquals(sent.toString(), received.toString());
    }
}
