/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.SHORT;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.invoker;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The functions of the Myrinet API, by their result codes: rows A1 to A18.
 */
@Timeout(60)
final class MyriUnitTest
{
    private static final int PACKETS = 500;
    private static final int IDLE = 1000;

    private final Buffer[] buf = new Buffer[1];
    private final int[] length = new int[1];
    private MyrinetCluster on;
    private MyriUnit api;
    private int route;

    @BeforeEach
    void launch()
    {
        on = MyrinetCluster.ofHosts(3);
        api = new MyriUnit(on.network);
        for (int unit = 0; unit < 2; unit++)
        {
            assertEquals(MyriCode.OK, api.init(unit, 0, false, "polled"));
        }
        route = api.addRoute(0, MyriCode.NEXT_ROUTE, new byte[] { 1 }, 1);
    }

    @AfterEach
    void close()
    {
        on.close();
    }

    private Buffer sendBuffer()
    {
        assertEquals(MyriCode.OK, api.getSendBuffer(0, buf));
        return buf[0];
    }

    private Buffer received()
    {
        assertEquals(MyriCode.OK, api.recv(1, 0, buf, length));
        return buf[0];
    }

    private void openChannel()
    {
        assertEquals(0, api.getChan(1, MyriCode.ANY_CHAN));
        assertEquals(MyriCode.OK, api.initRecvChan(1, 0));
    }

    @Test
    void initA1()
    {
        assertEquals(MyriCode.BAD_UNIT, api.init(-1, 0, false, "polled"));
        assertEquals(MyriCode.BAD_UNIT, api.init(3, 0, false, "polled"));
        assertEquals(MyriCode.BAD_MCP, api.init(2, 0, false, ""), "nobody has loaded it");
        assertEquals(MyriCode.BAD_MCP, api.init(2, 0, false, "unknown"));
        assertEquals(MyriCode.BAD_UNIT, api.getSendBuffer(2, buf), "not initialised");
        assertEquals(MyriCode.OK, api.init(2, 0, false, "interrupt"));
        assertEquals(MyriCode.OK, api.init(2, 0, false, ""));
        assertEquals(MyriCode.OK, api.init(2, 0, true, "overlapped"));
        assertEquals(MyriCode.BAD_MCP, api.init(2, 0, true, "unknown"));
        assertEquals(MyriCode.OK, api.handshake(2));
    }

    @Test
    void initRecvChanA2()
    {
        assertEquals(MyriCode.CHAN_NOT_IN_USE, api.initRecvChan(1, 2));
        assertEquals(MyriCode.BAD_CHANNEL, api.initRecvChan(1, 4));
        assertEquals(MyriCode.BAD_UNIT, api.initRecvChan(2, 0));
        assertEquals(2, api.getChan(1, 2));
        assertEquals(MyriCode.OK, api.initRecvChan(1, 2));
    }

    @Test
    void getSendBufferA3()
    {
        final Buffer[] all = new Buffer[4];
        for (int i = 0; i < all.length; i++)
        {
            assertEquals(MyriCode.OK, 0 == i % 2 ? api.getSendBuffer(0, buf) : api.getSendBufferL(0, buf));
            all[i] = buf[0];
        }
        assertNotSame(all[0], all[1]);
        assertEquals(MyriCode.NO_BUFFERS, api.getSendBuffer(0, buf));
        assertEquals(MyriCode.NO_BUFFERS, api.getSendBufferL(0, buf));
        assertEquals(MyriCode.BAD_UNIT, api.getSendBufferL(-1, buf));
        for (final Buffer buffer : all)
        {
            assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        }
    }

    @Test
    void freeSendA4()
    {
        openChannel();
        final Buffer first = sendBuffer();
        assertEquals(MyriCode.OK, api.freeSendL(0, first));
        assertEquals(MyriCode.BAD_BUFFER, api.freeSend(0, first));
        assertEquals(MyriCode.BAD_BUFFER, api.freeSendL(0, first));
        final Buffer second = sendBuffer();
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, second, LONG, route));
        assertEquals(MyriCode.OK, api.freeSend(0, second), "before it was sent");
        assertEquals(3, on.nic(0).freeBuffers());
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received()));
        assertEquals(4, on.nic(0).freeBuffers());
    }

    @Test
    void sendRouteA5()
    {
        openChannel();
        final Buffer buffer = sendBuffer();
        buffer.putLong(0, 6);
        assertEquals(MyriCode.BAD_CHANNEL, api.sendRoute(0, 4, buffer, LONG, route));
        assertEquals(MyriCode.BAD_ROUTE, api.sendRoute(0, 0, buffer, LONG, 77));
        assertEquals(MyriCode.BAD_BUFFER, api.sendRoute(0, 0, buffer, LONG + 1, route));
        assertEquals(MyriCode.BAD_UNIT, api.sendRoute(2, 0, buffer, LONG, route));
        assertEquals(MyriCode.OK, api.sendRouteL(0, 0, buffer, LONG, route));
        assertEquals(MyriCode.BAD_BUFFER, api.sendRoute(0, 0, buffer, LONG, route), "busy");
        final Buffer first = received();
        assertEquals(LONG, length[0]);
        assertEquals(6, first.getLong(0));
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, first));
        assertEquals(0, api.bufferBusyP(0, buffer));
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, buffer, SHORT, route), "again, with the same buffer");
        assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received()));
        assertEquals(MyriCode.BAD_BUFFER, api.sendRoute(0, 0, buffer, SHORT, route), "freed");
    }

    @Test
    void sendRouteToAFullChannelOrAnExpelledHostA5()
    {
        openChannel();
        int result = MyriCode.OK;
        Buffer buffer = null;
        while (MyriCode.OK == result)
        {
            buffer = sendBuffer();
            result = api.sendRoute(0, 0, buffer, SHORT, route);
            assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        }
        assertEquals(MyriCode.QUEUE_FULL, result);
        on.cluster.expel(1);
        buffer = sendBuffer();
        assertEquals(MyriCode.PEER_DOWN, api.sendRoute(0, 0, buffer, SHORT, route));
        assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        on.cluster.close();
        assertEquals(MyriCode.CLOSED, api.getSendBuffer(0, buf));
    }

    private void sendLong()
    {
        final Buffer buffer = sendBuffer();
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, buffer, LONG, route));
        assertEquals(MyriCode.OK, api.freeSend(0, buffer));
    }

    @Test
    void recvA6()
    {
        assertEquals(MyriCode.CHAN_NOT_IN_USE, api.recv(1, 0, buf, length));
        openChannel();
        assertEquals(MyriCode.NO_PACKET, api.recv(1, 0, buf, length));
        assertEquals(MyriCode.BAD_CHANNEL, api.recv(1, -1, buf, length));
        assertEquals(MyriCode.BAD_UNIT, api.recv(2, 0, buf, length));
        final Buffer sent = sendBuffer();
        sent.putLong(0, 6);
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, sent, SHORT, route));
        assertEquals(MyriCode.OK, api.freeSend(0, sent));
        final Buffer received = received();
        assertEquals(SHORT, length[0]);
        assertEquals(6, received.getLong(0));
        assertEquals(MyriCode.NO_PACKET, api.recv(1, 0, buf, length), "it was the only one");
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received));
    }

    @Test
    void recvPollA7()
    {
        assertEquals(MyriCode.CHAN_NOT_IN_USE, api.recvPoll(1, 0));
        openChannel();
        assertEquals(0, api.recvPoll(1, 0));
        assertEquals(MyriCode.BAD_CHANNEL, api.recvPoll(1, -1));
        assertEquals(MyriCode.BAD_UNIT, api.recvPoll(2, 0));
        for (int i = 1; i <= 3; i++)
        {
            sendLong();
            assertEquals(i, api.recvPoll(1, 0));
            assertEquals(i, api.recvPoll(1, 0), "it takes nothing");
        }
        for (int i = 2; i >= 0; i--)
        {
            assertEquals(MyriCode.OK, api.freeRecv(1, 0, received()));
            assertEquals(i, api.recvPoll(1, 0));
        }
    }

    @Test
    void freeRecvA8()
    {
        openChannel();
        final Buffer own = sendBuffer();
        assertEquals(MyriCode.BAD_BUFFER, api.freeRecv(1, 0, own), "not a received one");
        assertEquals(MyriCode.OK, api.freeSend(0, own));
        sendLong();
        final Buffer received = received();
        assertEquals(3, on.nic(0).freeBuffers());
        assertEquals(MyriCode.BAD_CHANNEL, api.freeRecv(1, 9, received));
        assertEquals(MyriCode.BAD_CHANNEL, api.freeRecv(1, 9, null));
        assertEquals(MyriCode.BAD_UNIT, api.freeRecv(2, 0, received));
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received));
        assertEquals(4, on.nic(0).freeBuffers());
        assertEquals(MyriCode.BAD_BUFFER, api.freeRecv(1, 0, received));
    }

    @Test
    void addRouteA9()
    {
        assertEquals(route, api.addRoute(0, MyriCode.NEXT_ROUTE, new byte[] { 1, 9 }, 1));
        assertEquals(7, api.addRoute(0, 7, new byte[] { 2 }, 1));
        assertEquals(MyriCode.BAD_ROUTE, api.addRoute(0, MyriCode.NEXT_ROUTE, new byte[40], 40));
        assertEquals(MyriCode.BAD_ROUTE, api.addRoute(0, -5, new byte[1], 1));
        assertEquals(MyriCode.BAD_ROUTE, api.addRoute(0, 1, new byte[1], -1));
        assertEquals(MyriCode.BAD_ROUTE, api.addRoute(0, 1, new byte[1], Integer.MAX_VALUE));
        assertEquals(MyriCode.BAD_UNIT, api.addRoute(9, 1, new byte[1], 1));
    }

    @Test
    void numPendingA10()
    {
        openChannel();
        assertEquals(0, api.numPending(0));
        sendLong();
        sendLong();
        assertEquals(2, api.numPending(0));
        final Buffer received = received();
        assertEquals(1, api.numPending(0), "the other one is received");
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received));
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received()));
        assertEquals(0, api.numPending(0));
        assertEquals(MyriCode.BAD_UNIT, api.numPending(2));
    }

    @Test
    void bufferBusyPA14()
    {
        openChannel();
        final Buffer buffer = sendBuffer();
        assertEquals(0, api.bufferBusyP(0, buffer));
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, buffer, LONG, route));
        assertEquals(1, api.bufferBusyP(0, buffer));
        final Buffer received = received();
        assertEquals(1, api.bufferBusyP(0, buffer), "its receiver has it");
        assertEquals(MyriCode.OK, api.freeRecv(1, 0, received));
        assertEquals(0, api.bufferBusyP(0, buffer));
        assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        assertEquals(MyriCode.BAD_UNIT, api.bufferBusyP(2, buffer));
    }

    @Test
    void reapSentA15()
    {
        openChannel();
        final Buffer buffer = sendBuffer();
        assertEquals(MyriCode.OK, api.sendRoute(0, 0, buffer, LONG, route));
        assertEquals(0, api.reapSentL(0), "it may still be received");
        assertEquals(MyriCode.OK, api.releChan(1, 0));
        assertEquals(1, api.reapSentL(0));
        assertEquals(0, api.reapSentL(0));
        assertEquals(0, api.bufferBusyP(0, buffer));
        assertEquals(0, api.numPending(0));
        assertEquals(MyriCode.OK, api.freeSend(0, buffer));
        assertEquals(MyriCode.BAD_UNIT, api.reapSentL(2));
    }

    @Test
    void lockA11() throws InterruptedException
    {
        assertEquals(MyriCode.BAD_UNIT, api.lock(2));
        assertEquals(MyriCode.OK, api.lock(0));
        final int[] results = { 1 };
        final Thread other = new Thread(() -> results[0] = api.getSendBufferL(0, buf));
        other.start();
        while (Thread.State.TIMED_WAITING != other.getState())
        {
            Thread.onSpinWait();
        }
        assertEquals(1, results[0], "it waits for the lock");
        assertEquals(MyriCode.OK, api.unlock(0));
        other.join();
        assertEquals(MyriCode.OK, results[0]);
        assertEquals(MyriCode.OK, api.freeSendL(0, buf[0]));
    }

    @Test
    void unlockA12() throws InterruptedException
    {
        assertEquals(MyriCode.BAD_UNIT, api.unlock(2));
        assertEquals(MyriCode.BAD_UNIT, api.unlock(0), "not locked");
        assertEquals(MyriCode.OK, api.lock(0));
        final TestThreads threads = new TestThreads();
        threads.start("other", () ->
            assertEquals(MyriCode.BAD_UNIT, api.unlock(0), "another thread has it"));
        threads.join();
        assertEquals(MyriCode.OK, api.unlock(0));
        assertEquals(MyriCode.BAD_UNIT, api.unlock(0), "not locked any more");
    }

    @Test
    void lockA11ShouldNotBeWaitedForWhenTheClusterIsClosed() throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        threads.start("owner", () -> assertEquals(MyriCode.OK, api.lock(0)));
        threads.join();
        threads.start("other", () ->
        {
            Thread.currentThread().interrupt();
            assertEquals(MyriCode.CLOSED, api.lock(0));
            assertTrue(Thread.interrupted());
            assertEquals(MyriCode.CLOSED, api.getSendBufferL(0, buf));
        });
        on.cluster.close();
        threads.join();
    }

    @Test
    void handshakeA13()
    {
        assertEquals(MyriCode.OK, api.handshake(0));
        assertEquals(MyriCode.BAD_UNIT, api.handshake(2));
        on.cluster.close();
        assertEquals(MyriCode.CLOSED, api.handshake(0));
    }

    @Test
    void getChanA16()
    {
        assertEquals(2, api.getChan(1, 2));
        assertEquals(MyriCode.CHAN_IN_USE, api.getChan(1, 2));
        assertEquals(0, api.getChan(1, MyriCode.ANY_CHAN));
        assertEquals(1, api.getChan(1, MyriCode.ANY_CHAN));
        assertEquals(3, api.getChan(1, MyriCode.ANY_CHAN));
        assertEquals(MyriCode.NO_CHANS, api.getChan(1, MyriCode.ANY_CHAN));
        assertEquals(MyriCode.BAD_CHANNEL, api.getChan(1, 4));
        assertEquals(MyriCode.BAD_UNIT, api.getChan(2, 0));
    }

    @Test
    void releChanA17()
    {
        assertEquals(MyriCode.CHAN_NOT_IN_USE, api.releChan(1, 2));
        assertEquals(2, api.getChan(1, 2));
        assertEquals(MyriCode.OK, api.releChan(1, 2));
        assertEquals(MyriCode.CHAN_NOT_IN_USE, api.releChan(1, 2));
        assertEquals(MyriCode.BAD_CHANNEL, api.releChan(1, -3));
        assertEquals(MyriCode.BAD_UNIT, api.releChan(2, 2));
        assertEquals(2, api.getChan(1, 2), "it is free again");
    }

    static Stream<Arguments> modesAndFaults()
    {
        return Stream.of(ThreadingMode.values()).flatMap(mode -> Stream.of(
            arguments(mode, LinkFaults.NONE), arguments(mode, new LinkFaults(0.1, 0.1, 0.1, 0.1, 0.05, 5))));
    }

    /**
     * One thread sends, another one receives; on links with faults packets may be lost.
     */
    @ParameterizedTest
    @MethodSource("modesAndFaults")
    void shouldCarryPacketsFromThreadToThread(final ThreadingMode mode, final LinkFaults faults)
        throws InterruptedException
    {
        try (MyrinetCluster net = new MyrinetCluster(invoker(2).threadingMode(mode).linkFaults(faults), small()))
        {
            final MyriUnit units = new MyriUnit(net.network);
            assertEquals(MyriCode.OK, units.init(0, 0, false, "polled"));
            assertEquals(MyriCode.OK, units.init(1, 0, false, "polled"));
            assertEquals(0, units.getChan(1, 0));
            assertEquals(MyriCode.OK, units.initRecvChan(1, 0));
            final AtomicBoolean isSent = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            threads.start("sender", () ->
            {
                sendAll(units);
                isSent.set(true);
            });
            final int[] times = new int[PACKETS];
            final boolean hasFaults = !faults.isNone();
            for (int idle = 0; idle < IDLE; idle++)
            {
                final int result = units.recv(1, 0, buf, length);
                if (MyriCode.OK == result)
                {
                    final int number = (int)buf[0].getLong(0);
                    assertContent(LONG, number, buf[0]);
                    times[number]++;
                    assertEquals(MyriCode.OK, units.freeRecv(1, 0, buf[0]));
                }
                else
                {
                    assertEquals(MyriCode.NO_PACKET, result);
                    // What is late comes when its sender works.
                    net.nic(0).tick();
                    Thread.yield();
                }
                idle = MyriCode.OK == result || !isSent.get() ? -1 : idle;
            }
            threads.join();
            for (final int received : times)
            {
                assertTrue(1 == received || hasFaults && 0 == received, received + " times");
            }
        }
    }

    private static void sendAll(final MyriUnit units)
    {
        final int route = units.addRoute(0, MyriCode.NEXT_ROUTE, new byte[] { 1 }, 1);
        final Buffer[] own = new Buffer[1];
        for (int i = 0; i < PACKETS; i++)
        {
            int result = units.getSendBufferL(0, own);
            while (MyriCode.NO_BUFFERS == result)
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
                assertTrue(0 <= units.reapSentL(0));
                result = units.getSendBufferL(0, own);
            }
            assertEquals(MyriCode.OK, result);
            own[0].putLong(0, i);
            own[0].putLong(LONG - Long.BYTES, ~i);
            result = units.sendRouteL(0, 0, own[0], LONG, route);
            while (MyriCode.QUEUE_FULL == result)
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
                result = units.sendRouteL(0, 0, own[0], LONG, route);
            }
            assertEquals(MyriCode.OK, result);
            assertEquals(MyriCode.OK, units.freeSendL(0, own[0]));
        }
    }

    @Test
    void shouldSayThatACallComesFromInsideAHandler()
    {
        openChannel();
        final Buffer buffer = sendBuffer();
        final Buffer[] none = new Buffer[1];
        final AtomicInteger refused = new AtomicInteger();
        on.insideHandler(() ->
        {
            assertEquals(MyriCode.IN_HANDLER, api.getSendBuffer(0, none));
            assertEquals(MyriCode.IN_HANDLER, api.sendRoute(0, 0, buffer, LONG, route));
            assertEquals(MyriCode.IN_HANDLER, api.recv(1, 0, none, length));
            assertEquals(MyriCode.IN_HANDLER, api.recvPoll(1, 0));
            assertEquals(MyriCode.IN_HANDLER, api.handshake(0));
            assertEquals(MyriCode.IN_HANDLER, api.getChan(1, 2));
            assertEquals(MyriCode.IN_HANDLER, api.init(2, 0, false, "polled"));
            assertEquals(MyriCode.OK, api.freeSend(0, buffer));
            refused.incrementAndGet();
        });
        assertEquals(1, refused.get());
    }

    @Test
    void shouldNotWaitForTheLockInsideAHandler()
    {
        final Buffer buffer = sendBuffer();
        final CountDownLatch isLocked = new CountDownLatch(1);
        final CountDownLatch isOver = new CountDownLatch(1);
        final AtomicBoolean isUnlocked = new AtomicBoolean();
        final List<Boolean> answers = new ArrayList<>();
        final TestThreads threads = new TestThreads();
        threads.start("owner", () ->
        {
            assertEquals(MyriCode.OK, api.lock(0));
            isLocked.countDown();
            isOver.await(10, TimeUnit.SECONDS);
            isUnlocked.set(true);
            assertEquals(MyriCode.OK, api.unlock(0));
        });
        on.insideHandler(() ->
        {
            assertDoesNotThrow(() -> isLocked.await());
            assertEquals(MyriCode.IN_HANDLER, api.getSendBufferL(0, new Buffer[1]));
            assertEquals(MyriCode.IN_HANDLER, api.sendRouteL(0, 0, buffer, LONG, route));
            assertEquals(MyriCode.IN_HANDLER, api.freeSendL(0, buffer));
            assertEquals(MyriCode.IN_HANDLER, api.reapSentL(0));
            assertEquals(MyriCode.IN_HANDLER, api.lock(0));
            answers.add(isUnlocked.get());
        });
        assertEquals(List.of(false), answers, "before the lock was free");
        isOver.countDown();
        assertDoesNotThrow(threads::join);
        assertEquals(MyriCode.OK, api.freeSendL(0, buffer));
    }

    @Test
    void shouldSayThatAChannelWasClosedDuringTheCall()
    {
        final UnitTable units = new UnitTable(on.network);
        units.get(1).init(false, "polled");
        assertEquals(3, units.get(1).get(3));
        assertEquals(MyriCode.CHAN_NOT_IN_USE, units.onChannel(1, 3, channel ->
        {
            channel.close();
            return channel.pending();
        }));
    }

    @Test
    void findRouteA18()
    {
        final RouteFile file = RouteFile.parse("alpha beta 0 1\nalpha gamma 0 2");
        assertEquals(route, api.findRoute(0, file, "alpha", "beta"));
        assertEquals(MyriCode.BAD_ROUTE, api.findRoute(0, file, "beta", "alpha"));
        assertEquals(MyriCode.BAD_UNIT, api.findRoute(2, file, "alpha", "beta"));
    }
}
