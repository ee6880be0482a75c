/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.lang.reflect.Field;
import java.util.Random;

import org.isotach.niu.spi.LinkFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.invoker;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Myrinet on links with faults: rows M1 and M2, and that a buffer whose packet is lost comes back once.
 */
@Timeout(60)
final class FaultTest
{
    private static final LinkFaults NEARLY_NONE = new LinkFaults(0, 0, 0, 0, 1e-9, 1);

    private static MyrinetCluster on(final LinkFaults faults)
    {
        return new MyrinetCluster(invoker(2).linkFaults(faults), small());
    }

    @Test
    void shouldLoseAndReorderAndDoubleWithoutRppM1()
    {
        try (MyrinetCluster on = on(new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.1, 5)))
        {
            final Channel channel = on.nic(1).open(0);
            final Random random = new Random(5);
            final int count = 2000;
            final int[] times = new int[count];
            int late = 0;
            int highest = -1;
            int sent = 0;
            int idle = 0;
            while (idle < 100)
            {
                final Buffer buffer = sent < count ? on.nic(0).tryBuffer() : null;
                if (null != buffer)
                {
                    final int length = random.nextBoolean() ? SHORT : LONG;
                    buffer.length(length);
                    buffer.putLong(0, sent);
                    buffer.putLong(length - Long.BYTES, ~sent);
                    if (on.nic(0).trySend(on.network.route(0, 1), 0, buffer))
                    {
                        sent++;
                    }
                    else
                    {
                        buffer.free();
                    }
                }
                on.nic(0).tick();
                final Buffer received = channel.tryReceive();
                idle = null == received && sent == count ? idle + 1 : 0;
                if (null != received)
                {
                    final int number = (int)received.getLong(0);
                    assertContent(received.length(), number, received);
                    times[number]++;
                    late += number < highest ? 1 : 0;
                    highest = Math.max(highest, number);
                    received.free();
                }
            }
            assertCounts(times, late);
            assertTrue(on.nic(1).dropped(DropReason.LOST) > 0);
            assertTrue(on.nic(1).dropped(DropReason.STALE) > 0);
            assertTrue(on.nic(1).dropped(DropReason.CORRUPT) > 0);
            on.assertAllFree();
        }
    }

    @Test
    void shouldFindWhatIsLostHoweverOftenItsReceiverHasLookedInVain() throws Exception
    {
        try (MyrinetCluster on = on(NEARLY_NONE))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            final Field polls = ChannelLink.class.getDeclaredField("polls");
            polls.setAccessible(true);
            final ChannelLink link = on.nic(0).sendSide().linkOrNull(1, 0);
            polls.setInt(link, Integer.MIN_VALUE);
            assertEquals(1, on.nic(0).reapSent());
            polls.setInt(link, Integer.MAX_VALUE);
            on.send(0, channel, 1, LONG, 2);
            polls.setInt(link, Integer.MIN_VALUE);
            assertEquals(0, on.nic(0).reapSent());
            polls.setInt(link, Integer.MIN_VALUE + ChannelLink.POLLS_UNTIL_LOST);
            assertEquals(1, on.nic(0).reapSent());
        }
    }

    private static void assertCounts(final int[] times, final int late)
    {
        int lost = 0;
        int doubled = 0;
        for (final int received : times)
        {
            lost += 0 == received ? 1 : 0;
            doubled += received > 1 ? 1 : 0;
        }
        assertTrue(lost > 0 && doubled > 0 && late > 0,
            "lost " + lost + ", doubled " + doubled + ", late " + late);
    }

    @Test
    void shouldDropAndCountCorruptPacketsM2()
    {
        try (MyrinetCluster on = on(new LinkFaults(0, 0, 0, 0, 0.9, 1)))
        {
            final Channel channel = on.nic(1).open(0);
            int received = 0;
            int sent = 0;
            while (sent < 100)
            {
                final Buffer buffer = on.nic(0).tryBuffer();
                if (null != buffer)
                {
                    buffer.length(LONG);
                    buffer.putLong(0, sent);
                    buffer.putLong(LONG - Long.BYTES, ~sent);
                    assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
                    sent++;
                }
                final Buffer arrived = channel.tryReceive();
                if (null != arrived)
                {
                    assertContent(LONG, sent - 1, arrived);
                    received++;
                    arrived.free();
                }
            }
            channel.tryReceive();
            assertEquals(100 - received, on.nic(1).dropped(DropReason.CORRUPT));
            assertTrue(received < 50);
        }
    }

    /**
     * The content does not travel over the link: whoever writes a buffer that it has lent is found all the same.
     */
    @Test
    void shouldDropWhatWasChangedAfterItWasSentM2()
    {
        try (MyrinetCluster on = on(NEARLY_NONE))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer buffer = on.buffer(0, LONG, 1);
            assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
            buffer.region().memory().putByte(buffer.region().offset(buffer.block()) + 100, (byte)1);
            assertNull(channel.tryReceive());
            assertEquals(1, on.nic(1).dropped(DropReason.CORRUPT));
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    @Test
    void shouldTakeBackWhatWasLostWhenThePoolIsEmpty()
    {
        try (MyrinetCluster on = on(new LinkFaults(0.9, 0, 0, 0, 0, 2)))
        {
            final Channel channel = on.nic(1).open(0);
            int received = 0;
            for (int sent = 0; sent < 500; sent++)
            {
                Buffer buffer = on.nic(0).tryBuffer();
                for (int i = 0; i < 1000 && null == buffer; i++)
                {
                    received += receive(channel);
                    buffer = on.nic(0).tryBuffer();
                }
                assertNotNull(buffer);
                assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, buffer.length(LONG)));
                received += receive(channel);
            }
            for (int i = 0; i < 100; i++)
            {
                received += receive(channel);
                on.nic(0).reapSent();
            }
            assertEquals(500, received + on.nic(1).dropped(DropReason.LOST));
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    private static int receive(final Channel channel)
    {
        final Buffer received = channel.tryReceive();
        if (null == received)
        {
            return 0;
        }
        received.free();
        return 1;
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldReturnWhatAChannelHasCountedAndNotHandedOutWhenItIsClosed(final boolean isExpelled)
    {
        try (MyrinetCluster on = on(NEARLY_NONE))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            assertEquals(1, channel.pending());
            if (isExpelled)
            {
                on.cluster.expel(1);
                assertEquals(1, on.nic(0).reapSent());
            }
            channel.close();
            assertEquals(4, on.nic(0).freeBuffers());
            assertEquals(1, on.nic(1).dropped(DropReason.CLOSED));
        }
    }

    @ParameterizedTest
    @CsvSource({ "1, 232", "63, 40" })
    void shouldHaveRoomForTheChecksumsOfAllPackets(final int packets, final int inlineLength)
    {
        final MyrinetContext context = small().channelLength(packets).inlineLength(inlineLength);
        try (MyrinetCluster on = new MyrinetCluster(invoker(2).linkFaults(NEARLY_NONE), context))
        {
            final Channel channel = on.nic(1).open(0);
            for (int i = 0; i < packets; i++)
            {
                on.send(0, channel, 1, inlineLength, i);
            }
        }
    }

    @Test
    void shouldNotTakeBackWhatAReceiverHasNotLookedFor()
    {
        try (MyrinetCluster on = on(NEARLY_NONE))
        {
            final Channel channel = on.nic(1).open(0);
            for (int i = 0; i < 4; i++)
            {
                on.send(0, channel, 1, LONG, i);
            }
            for (int i = 0; i < 1000; i++)
            {
                assertNull(on.nic(0).tryBuffer());
                assertEquals(0, on.nic(0).reapSent());
            }
            for (int i = 0; i < 4; i++)
            {
                assertEquals(1, channel.pending());
                final Buffer received = channel.tryReceive();
                assertContent(LONG, i, received);
                received.free();
            }
            assertEquals(0, channel.pending());
        }
    }
}
