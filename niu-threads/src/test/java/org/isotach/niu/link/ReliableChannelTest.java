/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliableChannelTest
{
    private static final int MESSAGES = 2000;

    @ParameterizedTest
    @ValueSource(strings = {
        "drop=0.5", "duplicate=0.9", "delay=0.9", "reorder=0.5", "corrupt=0.5",
        "drop=0.05,duplicate=0.05,delay=0.05,reorder=0.05,corrupt=0.01", "drop=0.3,delay=0.3,corrupt=0.3" })
    void shouldDeliverEverythingOnceAndInOrder(final String faults)
    {
        final FaultInjector injector = new FaultInjector(LinkFaults.parse(faults));
        final List<byte[]> received = new ArrayList<>();
        final ReliableChannel channel = new ReliableChannel(injector, received::add);
        final Random random = new Random(1);
        final List<byte[]> sent = new ArrayList<>();
        while (sent.size() < MESSAGES)
        {
            for (int burst = random.nextInt(5); burst > 0; burst--)
            {
                final byte[] message = new byte[random.nextInt(64)];
                random.nextBytes(message);
                sent.add(message);
                channel.send(message.clone());
            }
            channel.work();
        }
        while (!channel.work())
        {
            assertTrue(received.size() <= sent.size());
        }
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
        final List<byte[]> received = new ArrayList<>();
        final ReliableChannel channel =
            new ReliableChannel(new FaultInjector(LinkFaults.parse("drop=0.8")), received::add);
        channel.deliver(new byte[]{ 42 });
        assertEquals(1, received.size());
        assertArrayEquals(new byte[]{ 42 }, received.get(0));
    }

    @Test
    void shouldDeliverNothingByItself()
    {
        final List<byte[]> received = new ArrayList<>();
        final ReliableChannel channel =
            new ReliableChannel(new FaultInjector(LinkFaults.parse("drop=0.1")), received::add);
        channel.send(new byte[]{ 42 });
        assertEquals(0, received.size());
    }
}
