/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.link.RecordRingTest.assertPacket;
import static org.isotach.niu.link.RecordRingTest.trySend;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What arrives is intact; how much, when, and in which order is as the faults say.
 */
final class FaultyPacketLinkTest
{
    private static final int CAPACITY = 1024;
    private static final int PACKETS = 5000;
    private static final int LATEST_TICK = 10;

    private static FaultyPacketLink link(final String faults)
    {
        return new FaultyPacketLink(CAPACITY, new FaultInjector(LinkFaults.parse(faults)).newGenerator());
    }

    @Test
    void shouldSendLines()
    {
        final FaultyPacketLink link = link("corrupt=0.3,seed=1");
        int received = 0;
        for (int i = 0; i < 1000; i++)
        {
            assertTrue(RecordRingTest.trySendLine(link.writer(), i));
            assertTrue(link.reader().mayHaveNext());
            while (link.reader().next())
            {
                RecordRingTest.assertLine(link.reader(), i);
                assertFalse(link.reader().hasFoundMore());
                received++;
            }
        }
        assertEquals(1000, received + link.reader().corruptPackets());
        assertTrue(received > 600 && received < 800, received + " of 1000");
    }

    /**
     * Sends numbered packets, one a tick.
     *
     * @return the numbers that arrived.
     */
    private static List<Integer> arrivals(final FaultyPacketLink link)
    {
        final List<Integer> arrived = new ArrayList<>();
        for (int i = 0; i < PACKETS + LATEST_TICK; i++)
        {
            if (i < PACKETS)
            {
                assertTrue(trySend(link.writer(), 4 + i % 50, i));
            }
            while (link.reader().next())
            {
                final PacketReader reader = link.reader();
                int number = i;
                while ((byte)number != reader.buffer().getByte(reader.offset()) ||
                    4 + number % 50 != reader.length())
                {
                    number--;
                }
                assertTrue(i - number <= LATEST_TICK);
                assertPacket(reader, 4 + number % 50, number);
                arrived.add(number);
            }
            link.writer().tick();
        }
        assertFalse(link.reader().next());
        return arrived;
    }

    private static void assertNear(final double expected, final double count)
    {
        assertEquals(expected * PACKETS, count, 0.03 * PACKETS);
    }

    @Test
    void shouldLosePackets()
    {
        final List<Integer> arrived = arrivals(link("drop=0.3"));
        assertNear(0.7, arrived.size());
        assertEquals(arrived.stream().sorted().distinct().toList(), arrived);
    }

    @Test
    void shouldDoublePackets()
    {
        final List<Integer> arrived = arrivals(link("duplicate=0.4"));
        assertNear(1.4, arrived.size());
        assertEquals(PACKETS, arrived.stream().distinct().count());
    }

    @ParameterizedTest
    @ValueSource(strings = { "delay=0.5", "reorder=0.5", "delay=0.2,reorder=0.3" })
    void shouldDelayPackets(final String faults)
    {
        final List<Integer> arrived = arrivals(link(faults));
        assertEquals(PACKETS, arrived.size());
        assertEquals(PACKETS, arrived.stream().distinct().count());
        int overtaken = 0;
        for (int i = 1; i < PACKETS; i++)
        {
            overtaken += arrived.get(i) < arrived.get(i - 1) ? 1 : 0;
        }
        assertTrue(overtaken > PACKETS / 10, "overtaken: " + overtaken);
    }

    @Test
    void shouldCountCorruptPacketsAndDropThem()
    {
        final FaultyPacketLink link = link("corrupt=0.25");
        final List<Integer> arrived = arrivals(link);
        assertNear(0.75, arrived.size());
        assertEquals(PACKETS - arrived.size(), link.reader().corruptPackets());
    }

    @Test
    void shouldLoseLatePacketsOnlyIfThereIsNoRoomForThem()
    {
        final FaultyPacketLink link = link("delay=0.9");
        int sent = 0;
        while (sent < 200 && trySend(link.writer(), 40, sent))
        {
            sent++;
        }
        int arrived = 0;
        for (int i = 0; i < 100; i++)
        {
            while (link.reader().next())
            {
                arrived++;
            }
            link.writer().tick();
        }
        // Room for 16 that are late: 16 bytes of their own, 8 of the checksum.
        final int late = CAPACITY / (16 + 8 + 40);
        assertTrue(sent > 100 && arrived >= late && arrived < sent, sent + " were sent, and " + arrived + " arrived");
    }

    @Test
    void shouldKeepLatePacketsUntilThereIsRoomOnTheRing()
    {
        final FaultyPacketLink link = link("reorder=0.9");
        int sent = 0;
        while (sent < 12)
        {
            assertTrue(trySend(link.writer(), 40, sent));
            sent++;
        }
        int arrived = 0;
        link.writer().tick();
        while (arrived < sent)
        {
            // Not one packet more than was given back goes on.
            link.writer().tick();
            arrived += link.reader().next() ? 1 : 0;
        }
        assertFalse(link.reader().next());
    }

    @Test
    void shouldLetNoTimePassWhileAPacketIsOpen()
    {
        final FaultyPacketLink link = link("delay=0.9");
        for (int i = 0; i < 8; i++)
        {
            trySend(link.writer(), 8, i);
        }
        final int index = link.writer().tryClaim(8);
        for (int i = 0; i < 2 * LATEST_TICK; i++)
        {
            link.writer().tick();
        }
        link.writer().buffer().putLong(index, 7);
        link.writer().abort();
        int arrived = 0;
        while (link.reader().next())
        {
            arrived++;
        }
        link.writer().tick();
        while (link.reader().next())
        {
            arrived++;
        }
        assertEquals(8, arrived);
    }

    @Test
    void shouldRefuseMisuse()
    {
        final FaultyPacketLink link = link("drop=0.1");
        assertEquals(CAPACITY / 2 - 16, link.maxPacketLength());
        assertThrows(IllegalArgumentException.class, () -> link.writer().tryClaim(-1));
        assertThrows(IllegalArgumentException.class, () -> link.writer().tryClaim(CAPACITY / 2 - 15));
        assertThrows(IllegalStateException.class, () -> link.writer().commit());
        link.writer().tryClaim(1);
        assertThrows(IllegalStateException.class, () -> link.writer().tryClaim(1));
    }

    @Test
    void shouldCarryIntactPacketsBetweenTwoThreads() throws InterruptedException
    {
        final FaultyPacketLink link = link("drop=0.1,duplicate=0.1,delay=0.1,reorder=0.1,corrupt=0.1");
        final AtomicBoolean isSent = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        threads.start("sender", () ->
        {
            for (int i = 0; i < 10 * PACKETS; i++)
            {
                while (!trySend(link.writer(), i & 31, i))
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
                link.writer().tick();
            }
            isSent.set(true);
        });
        threads.start("receiver", () ->
        {
            int arrived = 0;
            boolean isOver = false;
            while (!isOver)
            {
                isOver = isSent.get();
                while (link.reader().next())
                {
                    isOver = false;
                    final PacketReader reader = link.reader();
                    assertPacket(reader, reader.length(),
                        0 == reader.length() ? 0 : reader.buffer().getByte(reader.offset()));
                    arrived++;
                }
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            assertTrue(arrived > 8 * PACKETS, "arrived: " + arrived);
            assertTrue(link.reader().corruptPackets() > 0);
        });
        threads.join();
    }

    @Test
    void shouldAllocateNothing()
    {
        final FaultyPacketLink link = link("drop=0.1,duplicate=0.2,delay=0.2,reorder=0.2,corrupt=0.1");
        new Allocations().assertNone(1000, () ->
        {
            trySend(link.writer(), 24, 1);
            link.writer().tick();
            while (link.reader().next())
            {
                assertEquals(24, link.reader().length());
            }
        });
    }

    @Test
    void shouldBeMadeByHostsOfClustersWithFaults()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkFaults(LinkFaults.parse("drop=0.1"))))
        {
            assertInstanceOf(FaultyPacketLink.class, cluster.host(0).models().newPacketLink(1, 64));
            assertInstanceOf(RecordRing.class, cluster.host(1).models().newPacketLink(1, 64));
            assertEquals("receiver: 2 (expected: 0..1)", assertThrows(IllegalArgumentException.class,
                () -> cluster.host(0).models().newPacketLink(2, 64)).getMessage());
            assertThrows(IllegalArgumentException.class, () -> cluster.host(0).models().newPacketLink(1, 65));
        }
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkFaults(LinkFaults.NONE)))
        {
            assertInstanceOf(RecordRing.class, cluster.host(0).models().newPacketLink(1, 64));
        }
    }
}
