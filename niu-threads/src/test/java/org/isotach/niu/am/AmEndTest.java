/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Closed clusters, expelled and silent hosts: none of them looks like a full window.
 */
class AmEndTest extends AmTestBase
{
    private void logFailures()
    {
        am.onFailed(failure -> log.add(failure.self() + " " + failure.reason() + " " + failure.target() + " " +
            failure.arg(0)));
    }

    @Test
    void h4ShouldTellWhoSendsToAHostThatWasExpelled()
    {
        launch(3, new AmContext().depth(2));
        logFailures();
        final int request = logging(loggingReplies());
        ports[0].request(1, request, 1, 0, 0, 0);
        ports[0].request(1, request, 2, 0, 0, 0);
        ports[0].request(2, request, 3, 0, 0, 0);
        assertFalse(ports[0].tryRequest(1, request, 0, 0, 0, 0));
        cluster.expel(1);
        assertRefused(HostExpelledException.class, "host 1 was expelled: it receives no more active messages",
            () -> ports[0].tryRequest(1, request, 0, 0, 0, 0));
        assertEquals(List.of("0 EXPELLED 1 1", "0 EXPELLED 1 2"), log);
        assertThrows(HostExpelledException.class, () -> ports[0].request(1, request, 0, 0, 0, 0));
        final Region region = ports[2].register(numbered(8));
        assertThrows(HostExpelledException.class,
            () -> ports[0].transfer(1, request, numbered(8), 0, 8, region.pointer(0), 0));
        assertRefused(HostExpelledException.class,
            "host 1 was expelled: it sends and receives no active messages any more", () -> ports[1].poll());
        assertThrows(HostExpelledException.class, () -> ports[1].request(0, request, 0, 0, 0, 0));
        ports[2].poll();
        ports[0].awaitAnswers();
        assertEquals(List.of("0 EXPELLED 1 1", "0 EXPELLED 1 2", "0>2:3", "2>0:3!"), log);
        assertEquals(1, ports[0].broadcast(am.onReply(reply ->
        {
        }), 0, 0, 0, 0));
    }

    @Test
    void shouldTellTheOwnHandlerOfARequestOfItsFailure()
    {
        launch(2, new AmContext());
        logFailures();
        final int plain = logging(-1);
        final int own = am.onRequest(request -> log.add("handled"),
            failure -> log.add("own " + failure.self() + " " + failure.reason() + " " + failure.arg(0)));
        ports[0].request(1, plain, 1, 0, 0, 0);
        ports[0].request(1, own, 2, 0, 0, 0);
        cluster.expel(1);
        assertThrows(HostExpelledException.class, () -> ports[0].tryRequest(1, own, 3, 0, 0, 0));
        assertEquals(List.of("0 EXPELLED 1 1", "own 0 EXPELLED 2"), log);
        assertEquals(cluster, am.cluster());
        assertTrue(am.context().reliable());
    }

    @Test
    void h18ShouldFindOutInPollsThatAHostWasExpelled()
    {
        launch(3, new AmContext().timerWheel(false));
        logFailures();
        ports[0].request(1, logging(-1), 1, 0, 0, 0);
        cluster.expel(1);
        for (int i = 0; i < 8; i++)
        {
            ports[0].poll();
        }
        assertEquals(List.of("0 EXPELLED 1 1"), log);
        ports[0].awaitAnswers();
    }

    @Test
    void shouldFailWhatIsOutstandingWhenTheClusterIsClosed()
    {
        launch(2);
        logFailures();
        final int request = logging(-1);
        final int broadcast = loggingReplies();
        ports[0].request(1, request, 1, 0, 0, 0);
        cluster.close();
        assertRefused(ClusterClosedException.class,
            "the cluster of host 0 is closed: it sends and receives no active messages any more", ports[0]::poll);
        assertEquals(List.of("0 CLOSED 1 1"), log);
        assertEquals(0, ports[0].outstanding());
        assertThrows(ClusterClosedException.class, () -> ports[0].request(1, request, 0, 0, 0, 0));
        assertThrows(ClusterClosedException.class, () -> ports[0].request(0, request, 0, 0, 0, 0));
        assertThrows(ClusterClosedException.class, () -> ports[0].await(() -> false, "nothing"));
        assertThrows(ClusterClosedException.class, () -> ports[1].broadcast(broadcast, 0, 0, 0, 0));
    }

    @Test
    void h18ShouldGiveUpInsideACallThatWaits()
    {
        launchScripted(2, new AmContext().depth(1).giveUp(Duration.ofMillis(20)));
        logFailures();
        final int request = logging(-1);
        links.script = (sender, receiver, packet) ->
        {
            nowNs += MS;
            return 0;
        };
        ports[0].request(1, request, 1, 0, 0, 0);
        am.port(cluster.host(0)).await(() ->
        {
            nowNs += MS;
            return ports[0].outstanding() == 0;
        }, "the end");
        assertEquals(List.of("0 NO_ANSWER 1 1"), log);
        assertThrows(IsotachTimeoutException.class, () -> ports[0].request(1, request, 2, 0, 0, 0));
        // The other direction still works.
        links.script = (sender, receiver, packet) -> 1;
        ports[1].request(0, request, 3, 0, 0, 0);
        pollAll();
        assertEquals(List.of("0 NO_ANSWER 1 1", "1>0:3"), log);
    }

    @Test
    void shouldLimitTheTimeOfAWait()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20)));
        am = ActiveMessages.on(cluster, new AmContext().depth(1));
        ports = portsOf(am);
        final int request = logging(-1);
        ports[0].request(1, request, 1, 0, 0, 0);
        final String message = assertThrows(IsotachTimeoutException.class,
            () -> ports[0].request(1, request, 2, 0, 0, 0)).getMessage();
        assertTrue(message.contains("room for a request to host 1, to which 1 are outstanding"), message);
        final Region region = ports[1].register(numbered(4000));
        assertThrows(IsotachTimeoutException.class,
            () -> ports[0].transfer(1, request, numbered(4000), 0, 4000, region.pointer(0), 0));
        final String left = assertThrows(IsotachTimeoutException.class, ports[0]::awaitAnswers).getMessage();
        assertTrue(left.contains("the answers to all requests: 1 of host 1"), left);
        pollAll();
        assertEquals(List.of("0>1:1"), log);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLimitTheTimeOfATransferWhenAnotherProgramIsSwitchedInAfterAPiece()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20)));
        final AmContext context = new AmContext();
        context.variants().copyLength = 1000;
        am = ActiveMessages.on(cluster, context);
        ports = portsOf(am);
        final AmPort other = am.beside(new AmContext()).port(cluster.host(0));
        final int request = logging(-1);
        final Region region = ports[1].register(numbered(3000));
        final OffHeapBuffer source = numbered(3000);
        assertFalse(ports[0].tryTransfer(1, request, source, 0, 3000, region.pointer(0), 7));
        other.switchIn();
        final String message = assertThrows(IsotachTimeoutException.class,
            () -> ports[0].transfer(1, request, source, 0, 3000, region.pointer(0), 7)).getMessage();
        assertTrue(message.contains("the rest of 3000 bytes to host 1, of which 1000 are sent"), message);
        ports[0].switchIn();
        ports[0].transfer(1, request, source, 0, 3000, region.pointer(0), 8);
        pollAll();
        assertEquals(List.of("0>1:8"), log);
    }

    /**
     * It issues no more isochrons; its port is no part of that.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenAHostIsClosed(final ThreadingMode mode) throws Exception
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode));
        am = ActiveMessages.on(cluster);
        ports = portsOf(am);
        cluster.host(0).isochron();
        cluster.host(1).isochron();
        final AtomicInteger answers = new AtomicInteger();
        final int reply = am.onReply(arrived -> answers.addAndGet((int)arrived.arg(0)));
        final int request = am.onRequest(arrived -> arrived.reply(reply, arrived.arg(0), 0, 0, 0));
        assertFalse(cluster.host(1).tryClose());
        final TestThreads threads = new TestThreads();
        threads.start("closed", () ->
        {
            ports[1].request(0, request, 2, 0, 0, 0);
            while (!cluster.host(1).tryClose())
            {
                TestThreads.checkNotInterrupted();
                ports[1].poll();
            }
        });
        ports[0].request(1, request, 1, 0, 0, 0);
        ports[0].awaitAnswers();
        ports[0].await(() -> 3 == answers.get(), "the answers of both");
        cluster.host(0).close();
        threads.join();
    }

    /**
     * Where a thread of the cluster serves the port, that of the application may wait for the others.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeAnsweredByAHostWhoseApplicationWaitsForTheEnd(final ThreadingMode mode) throws Exception
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode));
        am = ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER));
        ports = portsOf(am);
        cluster.host(0).isochron();
        final AtomicInteger handled = new AtomicInteger();
        final int request = am.onRequest(arrived -> handled.incrementAndGet());
        final TestThreads threads = new TestThreads();
        threads.start("closed", () -> cluster.host(1).close());
        while (!cluster.host(1).isClosed())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        ports[0].request(1, request, 1, 0, 0, 0);
        ports[0].awaitAnswers();
        assertEquals(1, handled.get());
        assertRefused(ClusterClosedException.class, "host 1, or its cluster, is closed: no thread of the cluster can" +
            " be started to serve its active messages; add them before, or with Progress.CALLER",
            () -> ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER)));
        cluster.host(0).close();
        threads.join();
    }

    @Test
    void shouldNotWaitForEverForAHostThatIsClosedAndServesNothing()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20)));
        am = ActiveMessages.on(cluster, new AmContext().depth(1));
        ports = portsOf(am);
        logFailures();
        cluster.host(0).isochron();
        cluster.host(1).tryClose();
        final int request = logging(-1);
        ports[0].request(1, request, 1, 0, 0, 0);
        assertThrows(IsotachTimeoutException.class, ports[0]::awaitAnswers);
        assertThrows(IsotachTimeoutException.class, () -> ports[0].request(1, request, 2, 0, 0, 0));
        cluster.close();
        assertThrows(ClusterClosedException.class, ports[0]::poll);
        assertEquals(List.of("0 CLOSED 1 1"), log);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReachEveryThreadThatWaits(final ThreadingMode mode) throws Exception
    {
        cluster = Cluster.launch(new ClusterContext().hosts(4).threadingMode(mode));
        am = ActiveMessages.on(cluster, new AmContext().depth(1));
        ports = portsOf(am);
        final int request = logging(-1);
        final AtomicBoolean areFull = new AtomicBoolean();
        final AtomicBoolean isSent = new AtomicBoolean();
        final AtomicInteger told = new AtomicInteger();
        final TestThreads threads = new TestThreads();
        threads.start("expelled", () ->
        {
            assertThrows(HostExpelledException.class, () -> ports[0].await(() -> false, "nothing"));
            told.incrementAndGet();
        });
        threads.start("to the one that is expelled", () ->
        {
            ports[1].request(0, request, 1, 0, 0, 0);
            assertThrows(HostExpelledException.class, () ->
            {
                while (true)
                {
                    areFull.set(true);
                    ports[1].request(0, request, 2, 0, 0, 0);
                }
            });
            told.incrementAndGet();
            assertThrows(ClusterClosedException.class, () -> ports[1].await(() -> false, "nothing"));
        });
        threads.start("closed", () ->
        {
            ports[2].request(3, request, 1, 0, 0, 0);
            isSent.set(true);
            assertThrows(ClusterClosedException.class, () -> ports[2].request(3, request, 2, 0, 0, 0));
        });
        while (!areFull.get() || !isSent.get())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        cluster.expel(0);
        while (told.get() < 2)
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        cluster.close();
        threads.join();
    }
}
