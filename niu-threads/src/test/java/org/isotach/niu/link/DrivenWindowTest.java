/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The thread that sends brings each message to its place, once and in order.
 */
final class DrivenWindowTest
{
    private static final int MESSAGES = 2000;

    private final List<byte[]> received = new ArrayList<>();

    private void receive(final OffHeapBuffer buffer, final int offset, final int length)
    {
        final byte[] message = new byte[length];
        buffer.getBytes(offset, message, 0, length);
        received.add(message);
    }

    private static void send(final DrivenWindow window, final byte[] message)
    {
        final int index = window.claim(message.length);
        window.buffer().putBytes(index, message, 0, message.length);
        window.commit();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "drop=0.5", "duplicate=0.9", "delay=0.9", "reorder=0.5", "corrupt=0.5",
        "drop=0.05,duplicate=0.05,delay=0.05,reorder=0.05,corrupt=0.01", "drop=0.3,delay=0.3,corrupt=0.3" })
    void shouldDeliverEverythingOnceAndInOrder(final String faults)
    {
        final FaultInjector injector = new FaultInjector(LinkFaults.parse(faults));
        final DrivenWindow window = new DrivenWindow(injector, this::receive);
        final SplittableRandom random = new SplittableRandom(1);
        final List<byte[]> sent = new ArrayList<>();
        while (sent.size() < MESSAGES)
        {
            for (int burst = random.nextInt(5); burst > 0; burst--)
            {
                // One in 256 makes the window grow.
                final byte[] message = new byte[random.nextInt(256) == 0 ? 600 + 4 * sent.size() : random.nextInt(64)];
                random.nextBytes(message);
                sent.add(message);
                send(window, message);
            }
            window.work();
        }
        window.deliver();
        assertEquals(sent.size(), received.size());
        for (int i = 0; i < sent.size(); i++)
        {
            assertArrayEquals(sent.get(i), received.get(i));
        }
        assertTrue(injector.injected() > 0);
    }

    @Test
    void shouldHaveDeliveredWhatWasWaitedFor()
    {
        final DrivenWindow window =
            new DrivenWindow(new FaultInjector(LinkFaults.parse("drop=0.8")), this::receive);
        send(window, new byte[]{ 42 });
        window.deliver();
        assertEquals(1, received.size());
        assertArrayEquals(new byte[]{ 42 }, received.get(0));
    }

    @Test
    void shouldDeliverNothingByItself()
    {
        final DrivenWindow window =
            new DrivenWindow(new FaultInjector(LinkFaults.parse("drop=0.1")), this::receive);
        send(window, new byte[]{ 42 });
        assertEquals(0, received.size());
    }

    @Test
    void shouldAllocateNothing()
    {
        final long[] sum = new long[1];
        final DrivenWindow window = new DrivenWindow(
            new FaultInjector(LinkFaults.parse("drop=0.1,duplicate=0.1,delay=0.1,reorder=0.1,corrupt=0.1")),
            (buffer, offset, length) -> sum[0] += buffer.getLong(offset));
        final int actions = new Allocations().assertNone(1000, () ->
        {
            final int index = window.claim(Long.BYTES);
            window.buffer().putLong(index, 3);
            window.commit();
            window.deliver();
        });
        assertEquals(3L * actions, sum[0]);
    }
}
