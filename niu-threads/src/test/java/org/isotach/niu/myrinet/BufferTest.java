/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.isotach.niu.spi.Wakeable;
import org.junit.jupiter.api.Test;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Buffers of Myrinet: rows M14 to M17, M20, M27, M28 and the misuse of handles.
 */
final class BufferTest
{
    @Test
    void shouldHandOverTheMemoryItselfM14()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer sent = on.buffer(0, LONG, 7);
            assertSame(BufferState.OWNED, sent.state());
            assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, sent));
            assertSame(BufferState.LENT, sent.state());
            final Buffer received = channel.tryReceive();
            assertNotSame(sent, received);
            assertSame(BufferState.RECEIVED, received.state());
            assertSame(sent.region(), received.region());
            assertEquals(sent.block(), received.block());
            assertContent(LONG, 7, received);
            assertEquals(0, received.sender());
            received.free();
            assertSame(BufferState.FREE, received.state());
        }
    }

    @Test
    void shouldRefuseBuffersThatAreNotFromAPoolOfTheNetworkM14()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2); MyrinetCluster other = MyrinetCluster.ofHosts(2))
        {
            final Buffer foreign = other.buffer(0, LONG, 1);
            assertThrows(IllegalStateException.class, () -> on.nic(0).trySend(on.network.route(0, 1), 0, foreign));
            foreign.free();
        }
    }

    @Test
    void shouldSendOnWithoutACopyM15()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel middle = on.nic(1).open(0);
            final Channel end = on.nic(2).open(0);
            on.send(0, middle, 1, LONG, 3);
            final Buffer passed = middle.tryReceive();
            passed.putLong(0, 4);
            passed.putLong(LONG - Long.BYTES, ~4L);
            assertTrue(on.nic(1).trySend(on.network.route(1, 2), 0, passed));
            assertThrows(IllegalStateException.class, passed::free);
            final Buffer received = end.tryReceive();
            assertContent(LONG, 4, received);
            assertEquals(1, received.sender());
            assertEquals(passed.block(), received.block());
            received.free();
        }
    }

    @Test
    void shouldEchoToItsOwnerM15()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(2))
        {
            final Channel there = on.nic(1).open(0);
            final Channel back = on.nic(0).open(0);
            on.send(0, there, 1, LONG, 5);
            assertTrue(on.nic(1).trySend(on.network.route(1, 0), 0, there.tryReceive()));
            final Buffer echo = back.tryReceive();
            assertContent(LONG, 5, echo);
            echo.free();
        }
    }

    @Test
    void shouldSayWhenThePoolIsEmptyM16()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Buffer[] all = new Buffer[4];
            for (int i = 0; i < all.length; i++)
            {
                all[i] = on.buffer(0, LONG, i);
            }
            assertNull(on.nic(0).tryBuffer());
            assertEquals(0, on.nic(0).freeBuffers());
            assertEquals(4, on.nic(1).freeBuffers(), "each host has a pool of its own");
            all[2].free();
            all[2] = on.buffer(0, LONG, 9);
            assertNull(on.nic(0).tryBuffer());
            for (int i = 0; i < all.length; i++)
            {
                all[i].free();
            }
        }
    }

    @Test
    void shouldKeepBlocksApartM16()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(1))
        {
            final Buffer first = on.nic(0).tryBuffer();
            final Buffer second = on.nic(0).tryBuffer();
            for (int i = 0; i < LONG; i++)
            {
                first.putByte(i, (byte)1);
                second.putByte(i, (byte)2);
            }
            for (int i = 0; i < LONG; i++)
            {
                assertEquals(1, first.getByte(i));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> first.putByte(LONG, (byte)0));
            assertThrows(IndexOutOfBoundsException.class, () -> first.putLong(LONG - 7, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> first.getInt(-1));
            first.free();
            second.free();
        }
    }

    @Test
    void shouldRefusePayloadsThatAreTooLongM17()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Buffer buffer = on.nic(0).tryBuffer();
            assertEquals(LONG, buffer.capacity());
            assertThrows(IllegalArgumentException.class, () -> buffer.length(LONG + 1));
            assertThrows(IllegalArgumentException.class, () -> buffer.length(-1));
            assertEquals(LONG, buffer.length(LONG).length());
            buffer.free();
            assertThrows(IllegalArgumentException.class,
                () -> on.nic(0).trySend(on.network.route(0, 1), 0, new byte[LONG + 1], 0, LONG + 1));
        }
    }

    @Test
    void shouldNotUseABufferAgainThatWasFreedBeforeItWasReceivedM20()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final int route = on.network.route(0, 1);
            for (int round = 0; round < 100; round++)
            {
                for (int i = 0; i < 4; i++)
                {
                    final Buffer buffer = on.buffer(0, LONG, 4 * round + i);
                    assertTrue(on.nic(0).tryLend(route, 0, buffer));
                    assertTrue(buffer.isBusy());
                    buffer.free();
                    assertThrows(IllegalStateException.class, buffer::free);
                }
                assertNull(on.nic(0).tryBuffer(), "all are on their way");
                for (int i = 0; i < 4; i++)
                {
                    final Buffer received = channel.tryReceive();
                    assertContent(LONG, 4 * round + i, received);
                    received.free();
                }
            }
        }
    }

    @Test
    void shouldGiveBackWhatWasLentM20()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer buffer = on.buffer(0, LONG, 1);
            assertTrue(on.nic(0).tryLend(on.network.route(0, 1), 0, buffer));
            assertThrows(IllegalStateException.class, () -> buffer.putLong(0, 2));
            final Buffer received = channel.tryReceive();
            assertTrue(buffer.isBusy());
            received.free();
            assertThrows(IllegalStateException.class, () -> buffer.putLong(0, 2), "ask first");
            assertThrows(IllegalStateException.class, () -> buffer.getLong(0), "ask first");
            assertFalse(buffer.isBusy());
            assertContent(LONG, 1, buffer);
            buffer.putLong(0, 2);
            buffer.free();
        }
    }

    @Test
    void shouldLetTheReceiverReadBehindTheSenderM27()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final byte[] source = new byte[LONG];
            for (int i = 0; i < LONG; i++)
            {
                source[i] = (byte)i;
            }
            for (final int length : new int[] { 0, 1, 100, 255 })
            {
                assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, source, 0, length));
                final Buffer received = channel.tryReceive();
                assertEquals(length, received.available());
                final byte[] target = new byte[length];
                received.getBytes(0, target, 0, length);
                assertArrayEquals(Arrays.copyOf(source, length), target);
                received.free();
            }
        }
    }

    /**
     * As the copying thread does it, halfway.
     */
    @Test
    void shouldNotGiveOutWhatIsNotThereYetM27()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Buffer buffer = on.nic(0).tryBuffer();
            sendFilling(on, channel, buffer);
            final Buffer received = channel.tryReceive();
            assertEquals(0, received.available());
            assertThrows(IllegalStateException.class, () -> received.getLong(0));
            assertThrows(IllegalStateException.class, () -> received.putLong(0, 1));
            buffer.region().fill(buffer.block(), 64);
            assertEquals(64, received.available());
            assertEquals(0, received.getLong(56));
            assertThrows(IllegalStateException.class, () -> received.getLong(57));
            assertThrows(IndexOutOfBoundsException.class, () -> received.getLong(LONG));
            assertThrows(IllegalStateException.class,
                () -> on.nic(1).trySend(on.network.route(1, 0), 0, received));
            received.free();
            assertEquals(3, on.nic(0).freeBuffers(), "not before it is full");
            buffer.fill(new byte[LONG], 0, 16);
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    /**
     * As the copying thread does it, behind its last piece.
     */
    @Test
    void shouldNotSayThatAllIsThereWhileItsSenderHasItM27()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            final Channel back = on.nic(0).open(0);
            final int route = on.network.route(1, 0);
            final Buffer buffer = on.nic(0).tryBuffer();
            sendFilling(on, channel, buffer);
            final Buffer received = channel.tryReceive();
            buffer.region().fill(buffer.block(), LONG);
            assertEquals(LONG - 1, received.available());
            assertThrows(IllegalStateException.class, () -> received.putLong(0, 1));
            assertRefused(IllegalStateException.class, "only 255 bytes of 256 have arrived: send it on when" +
                " available() says that all are there", () -> on.nic(1).trySend(route, 0, received));
            buffer.region().tryRelease(buffer.block(), buffer.generation(), BlockWord.FILLING);
            assertEquals(LONG, received.available());
            assertTrue(on.nic(1).trySend(route, 0, received));
            back.tryReceive().free();
        }
    }

    /**
     * Where a body goes is known before its first byte, and stays as it is: its receiver has a handle that knows the
     * sender and the length while nothing is there to read.
     */
    @Test
    void shouldFollowTheRouteBeforeTheBodyM28()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel channel = on.nic(1).open(0);
            final Channel other = on.nic(2).open(0);
            final Routes routes = on.nic(0).routes();
            final byte[] body = new byte[LONG];
            final int nowhere = routes.add(Routes.NEXT, (byte)-1);
            assertThrows(IllegalArgumentException.class, () -> on.nic(0).trySend(99, 0, body, 0, LONG));
            assertTrue(on.nic(0).trySend(nowhere, 0, body, 0, LONG));
            assertEquals(1, on.nic(0).dropped(DropReason.NO_ROUTE));
            assertEquals(4, on.nic(0).freeBuffers(), "nothing is copied that has no way");

            final Buffer buffer = on.nic(0).tryBuffer();
            sendFilling(on, channel, buffer);
            final Buffer received = channel.tryReceive();
            assertEquals(0, received.sender());
            assertEquals(LONG, received.length());
            assertEquals(0, received.available());
            // All routes of the host lead elsewhere now.
            routes.add(on.network.route(0, 1), (byte)2);
            buffer.fill(body, 0, 16);
            assertEquals(LONG, received.available());
            assertNull(other.tryReceive());
            received.free();
        }
    }

    private static void sendFilling(final MyrinetCluster on, final Channel channel, final Buffer buffer)
    {
        final ChannelLink link = connect(on, channel);
        buffer.region().putLink(buffer.block(), 0, link.index(), 0);
        buffer.handOverFilling(LONG);
        final int at = link.writer().tryClaim(Packet.length(1));
        Packet.writeHeader(link.writer().buffer(), at, Packet.FILLING, 1, 0, 0, 0);
        Packet.writePart(link.writer().buffer(), at + Packet.HEADER_LENGTH, buffer.place(), buffer.generation(), 0,
            LONG, 0);
        link.commit();
    }

    private static ChannelLink connect(final MyrinetCluster on, final Channel channel)
    {
        on.send(0, channel, 1, 0, 0);
        channel.tryReceive().free();
        return on.nic(0).sendSide().linkOrNull(1, channel.number());
    }

    @Test
    void shouldCopyBytes()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(1))
        {
            final Buffer buffer = on.nic(0).tryBuffer();
            buffer.putBytes(1, new byte[] { 1, 2, 3 }, 1, 2);
            buffer.putBytes(3, ByteBuffer.wrap(new byte[] { 4, 5 }), 2);
            final byte[] bytes = new byte[4];
            buffer.getBytes(1, bytes, 0, 4);
            assertArrayEquals(new byte[] { 2, 3, 4, 5 }, bytes);
            buffer.getBytes(3, ByteBuffer.wrap(bytes), 2);
            assertArrayEquals(new byte[] { 4, 5, 4, 5 }, bytes);
            buffer.putInt(8, -5);
            assertEquals(-5, buffer.getInt(8));
            buffer.free();
        }
    }

    @Test
    void shouldRefuseEverythingAfterTheHandOver()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            for (final int length : new int[] { SHORT, LONG })
            {
                final Buffer buffer = on.buffer(0, length, 1);
                assertTrue(on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
                assertThrows(IllegalStateException.class, () -> buffer.getLong(0));
                assertThrows(IllegalStateException.class, () -> buffer.putLong(0, 1));
                assertThrows(IllegalStateException.class, () -> buffer.getBytes(0, new byte[0], 0, 0));
                assertThrows(IllegalStateException.class, buffer::length);
                assertThrows(IllegalStateException.class, () -> buffer.length(1));
                assertThrows(IllegalStateException.class, buffer::available);
                assertThrows(IllegalStateException.class, buffer::free);
                assertThrows(IllegalStateException.class,
                    () -> on.nic(0).trySend(on.network.route(0, 1), 0, buffer));
                final Buffer received = channel.tryReceive();
                received.free();
                assertThrows(IllegalStateException.class, received::free);
                assertThrows(IllegalStateException.class, () -> received.getLong(0));
                assertThrows(IllegalStateException.class,
                    () -> on.nic(1).trySend(on.network.route(1, 0), 0, received));
            }
        }
    }

    @Test
    void shouldFindTheUseOfAnOldHandleByItsGenerationInParanoidMode()
    {
        try (MyrinetCluster on = MyrinetCluster.paranoid(2))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            final Buffer received = channel.tryReceive();
            received.region().tryRelease(received.block(), received.generation(), 0);
            assertThrows(IllegalStateException.class, () -> received.getLong(0));
            assertThrows(IllegalStateException.class, () -> received.putLong(0, 1));
            assertThrows(IllegalStateException.class, received::free);
            final Buffer first = on.nic(0).tryBuffer();
            first.free();
            Buffer next = on.nic(0).tryBuffer();
            while (next.block() != first.block())
            {
                next = on.nic(0).tryBuffer();
                assertNotNull(next);
            }
            assertNotSame(first, next);
            assertThrows(IllegalStateException.class, () -> first.putLong(0, 1));
            on.nic(0).reapSent();
            for (int block = 0; block < 4; block++)
            {
                next.region().tryFree(block, BlockWord.generation(next.region().word(block)));
            }
        }
    }

    /**
     * As a thread that receives the next payload into the memory as soon as it is free.
     */
    @Test
    void shouldLeaveAHandleAloneWhoseMemoryIsInUseAgainM26()
    {
        final WaiterList waiters = new WaiterList();
        final DmaRegion cells = new DmaRegion(null, 0, 1, SHORT, waiters);
        final Buffer handle = new Buffer(cells, 0, false);
        receive(cells, handle);
        waiters.add(new Wakeable()
        {
            @Override
            public void wake()
            {
                receive(cells, handle);
            }
        });
        handle.sentAsCopy(false);
        assertSame(BufferState.RECEIVED, handle.state());
        assertEquals(SHORT, handle.available());
    }

    private static void receive(final DmaRegion cells, final Buffer handle)
    {
        final int cell = cells.tryTake();
        cells.receiveOwn(cell);
        final PartView part = new PartView(new DmaRegion[0]);
        part.setCopy(cells, cell, SHORT);
        handle.receive(part, SHORT, 0, 0);
    }

    @Test
    void shouldRefuseToLendWhatWasReceived()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Channel channel = on.nic(1).open(0);
            on.send(0, channel, 1, LONG, 1);
            final Buffer received = channel.tryReceive();
            assertThrows(IllegalStateException.class,
                () -> on.nic(1).tryLend(on.network.route(1, 0), 0, received));
            assertContent(LONG, 1, received);
            received.free();
        }
    }
}
