/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.link.RecordRing;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Paths send while tokens are stopped: all of their memory is there before.
 */
@Timeout(60)
final class MyrinetPathTest
{
    private static final int LENGTH = 128;
    private static final int INLINE_LENGTH = 64;
    private static final int WINDOW = 2;
    private static final int PATHS = 1000;

    private int arrived;
    private int used;
    private boolean hasMemory = true;

    private MyrinetPath newPath(final int buffers)
    {
        final MyrinetContext context = new MyrinetContext().bufferLength(LENGTH).buffers(buffers)
            .channelLength(2 * WINDOW).inlineLength(INLINE_LENGTH).channels(1).checkedCopy();
        final IntFunction<PacketLink> links = capacity ->
        {
            if (!hasMemory)
            {
                throw new IllegalStateException("no memory");
            }
            return new RecordRing(capacity);
        };
        final Station[] stations =
            { new PathStation(0, links, false, false), new PathStation(1, links, false, false) };
        return new MyrinetPath(stations, context, WINDOW, (buffer, offset, length) -> arrived++);
    }

    private static void send(final MyrinetPath path, final int length)
    {
        final int index = path.claim(length);
        final OffHeapBuffer memory = path.buffer();
        memory.putLong(index, length);
        path.commit();
    }

    private static void sendAll(final MyrinetPath path, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            send(path, LENGTH);
            send(path, INLINE_LENGTH);
        }
        while (!path.work())
        {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldMakeNoLinkWhileItSends()
    {
        final MyrinetPath path = newPath(4);
        hasMemory = false;
        sendAll(path, 1);
        assertEquals(2, arrived);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4 })
    void shouldAllocateNothingFromTheFirstMessageOn(final int buffers)
    {
        final List<MyrinetPath> paths = new ArrayList<>();
        for (int i = 0; i < PATHS; i++)
        {
            paths.add(newPath(buffers));
        }
        final int messages = 2 * 10 * new Allocations().assertNone(1, () -> sendAll(paths.get(used++), 10));
        assertEquals(messages, arrived);
    }
}
