/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.FailurePoll;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row I1: without threads of the cluster, a loop around a call that fails makes progress, whatever other hosts do. Here
 * they do nothing: nobody waits, and no host is polled.
 */
final class TryingTest
{
    private static final int HOSTS = 3;
    private static final int IDLE = 2;
    private static final int CHANNEL = 1;
    private static final int MAX_FAILURES = 2 * FailurePoll.FAILURES_PER_ROUND;

    private final AtomicInteger[] handled = { new AtomicInteger(), new AtomicInteger(), new AtomicInteger() };

    private TestCluster launch()
    {
        final TestCluster cluster = new TestCluster(new ClusterContext().hosts(HOSTS)
            .threadingMode(ThreadingMode.INVOKER).linkRingSize(4).sendRingSize(4).maxIsochronLength(2048));
        for (int host = 0; host < HOSTS; host++)
        {
            final AtomicInteger count = handled[host];
            cluster.messaging().handler(
                cluster.host(host), 0, (sender, message) -> count.getAndIncrement());
        }
        return cluster;
    }

    /**
     * Repeats a call until it succeeds.
     *
     * @param between after each failure.
     */
    private static void repeat(final BooleanSupplier call, final Runnable between)
    {
        int failures = 0;
        while (!call.getAsBoolean())
        {
            failures++;
            assertTrue(failures < 16 * MAX_FAILURES, "stands still");
            between.run();
        }
    }

    private static void nothing()
    {
        // What the application has to do in between.
    }

    private static void tryToHandler(final TestCluster cluster, final int sender, final int receiver)
    {
        final Isochron isochron = cluster.isochron(sender);
        isochron.begin();
        cluster.port(sender).claimForHandler(receiver, 0, 8);
        repeat(isochron::tryIssue, TryingTest::nothing);
    }

    @Test
    void shouldIssueAndReceiveWhenAThirdHostIsIdle()
    {
        try (TestCluster cluster = launch())
        {
            final int count = 5_000;
            final Isochron isochron = cluster.isochron(0);
            final AtomicInteger received = new AtomicInteger();
            final Runnable receive = () ->
            {
                while (null != cluster.mailbox(0).receive())
                {
                    received.getAndIncrement();
                }
            };
            for (int i = 0; i < count; i++)
            {
                isochron.begin();
                cluster.port(0).claim(0, 8).putLong(0, i);
                cluster.port(0).claimForHandler(HostSet.of(HOSTS, 1, IDLE), 0, 8);
                repeat(isochron::tryIssue, receive);
            }
            repeat(() -> handled[IDLE].get() == count && received.get() == count, receive);
            assertEquals(count, handled[1].get());
        }
    }

    /**
     * Others see to it that the host always has something to do.
     */
    @Test
    void shouldIssueToAnIdleHostWhileAnotherOneKeepsItsOwnHostBusy()
    {
        try (TestCluster cluster = launch())
        {
            final Isochron busy = cluster.isochron(1);
            for (int i = 0; i < 100; i++)
            {
                cluster.isochron(0).begin();
                cluster.port(0).claimForHandler(IDLE, 0, 8);
                repeat(cluster.isochron(0)::tryIssue, () ->
                {
                    busy.begin();
                    cluster.port(1).claimForHandler(0, 0, 8);
                    busy.issue();
                });
            }
            repeat(() -> 100 == handled[IDLE].get(), cluster.host(0)::poll);
        }
    }

    @Test
    void shouldSignalWhenAHostThatListensIsIdle()
    {
        try (TestCluster cluster = launch())
        {
            final int count = 1_000;
            cluster.mailbox(0).registerSignal(CHANNEL);
            for (int i = 0; i < count; i++)
            {
                repeat(() -> cluster.port(0).trySignal(CHANNEL), () -> assertReceivesSignals(cluster));
            }
        }
    }

    private static void assertReceivesSignals(final TestCluster cluster)
    {
        Delivery delivery = cluster.mailbox(0).receive();
        while (null != delivery)
        {
            assertEquals(Delivery.Kind.SIGNAL, delivery.kind());
            delivery = cluster.mailbox(0).receive();
        }
    }

    @Test
    void shouldPassBarriersWhenAHostThatIsNoMemberIsIdle()
    {
        try (TestCluster cluster = launch())
        {
            cluster.mailbox(0).registerBarrier(CHANNEL, BarrierMode.WEAK);
            for (int i = 0; i < 200; i++)
            {
                repeat(() -> cluster.port(0).tryBarrier(CHANNEL, BarrierMode.WEAK), TryingTest::nothing);
                repeat(() -> null != cluster.mailbox(0).receive(), TryingTest::nothing);
            }
        }
    }

    /**
     * A message that needs nobody but two hosts that are idle.
     */
    private void shouldExecuteWhatOthersHaveIssued(final BooleanSupplier failingCall)
    {
        final TestCluster cluster = clusterInUse;
        handled[0].set(0);
        handled[IDLE].set(0);
        tryToHandler(cluster, 1, 0);
        tryToHandler(cluster, 1, IDLE);
        for (int failures = 0; handled[0].get() + handled[IDLE].get() < 2; failures++)
        {
            assertTrue(failures < 2 * MAX_FAILURES, "nobody executes what host 1 has issued");
            assertTrue(!failingCall.getAsBoolean());
        }
    }

    private TestCluster clusterInUse;

    @Test
    void shouldExecuteWhatOthersHaveIssuedWhileItTriesSomethingElse()
    {
        try (TestCluster cluster = launch())
        {
            clusterInUse = cluster;
            final NonIsotachPort port = cluster.messaging().nonIsotachPort(cluster.host(0));
            final byte[] bytes = new byte[256];
            shouldExecuteWhatOthersHaveIssued(port::receive);
            repeat(() -> !port.trySend(1, bytes, 0, bytes.length), TryingTest::nothing);
            shouldExecuteWhatOthersHaveIssued(() -> port.trySend(1, bytes, 0, bytes.length));
            shouldExecuteWhatOthersHaveIssued(() -> null != port.tryClaim(1, bytes.length));
            port.initiateBarrier();
            shouldExecuteWhatOthersHaveIssued(port::barrierCompleted);
            shouldExecuteWhatOthersHaveIssued(() -> null != cluster.mailbox(0).receive());
            shouldExecuteWhatOthersHaveIssued(() ->
            {
                cluster.host(0).poll();
                return false;
            });
            shouldExecuteWhatOthersHaveIssued(() -> cluster.messaging().tryClose(cluster.host(0)));
            shouldExecuteWhatOthersHaveIssued(cluster.host(0)::tryClose);
        }
    }

    /**
     * The non-isotach calls poll rarely: a message that is about to come is not to wait for that.
     */
    @Test
    void shouldPollTheOwnHostAfterSomeNonIsotachFailures()
    {
        try (TestCluster cluster = launch())
        {
            final NonIsotachPort port = cluster.messaging().nonIsotachPort(cluster.host(0));
            tryToHandler(cluster, 1, 0);
            int failures = 0;
            while (0 == handled[0].get())
            {
                assertTrue(!port.receive());
                failures++;
            }
            assertEquals(128, failures);
            assertNotNull(port.tryClaim(1, 8));
            port.abort();
        }
    }
}
