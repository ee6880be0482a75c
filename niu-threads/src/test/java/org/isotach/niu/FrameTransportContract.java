/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What isochrons need of whatever carries their frames: order, and that nothing counts as sent that is not on its link.
 */
public abstract class FrameTransportContract
{
    private static final int HOSTS = 3;
    private static final int ISOCHRONS = 100;
    private static final int MAX_OPERATIONS = 20;

    // Takes the longest isochron, in many packets, and a few of them.
    private static final int LINK_LENGTH = 2048;

    /**
     * Returns a transport with the shortest packets, so that most frames take several.
     */
    protected abstract FrameTransport transport();

    private ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().hosts(HOSTS).threadingMode(mode).frames(transport())
            .linkLength(LINK_LENGTH).linkRingSize(8).sendRingSize(16);
    }

    /**
     * Everybody sends to everybody, more than links take, in isochrons of all lengths.
     */
    @ParameterizedTest
    @CsvSource({
        "INVOKER, 0, false", "SHARED, 0, false", "HOST, 0, false", "DEDICATED, 0, true",
        "INVOKER, 0.05, true", "SHARED, 0.05, false", "HOST, 0.05, false", "DEDICATED, 0.05, false" })
    @SuppressWarnings("try")
    void shouldBringAllFramesOnceAndInOrder(final ThreadingMode mode, final double fault, final boolean isParanoid)
        throws Exception
    {
        final long seed = System.nanoTime();
        final List<Throwable> errors = new ArrayList<>();
        try (Cluster cluster = Cluster.launch(context(mode)
            .paranoid(isParanoid)
            .errorHandler(errors::add)
            .linkFaults(0 == fault ? LinkFaults.NONE : new LinkFaults(fault, fault, fault, fault, fault, seed))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final TestThreads threads = new TestThreads();
            for (int id = 0; id < HOSTS; id++)
            {
                final int host = id;
                threads.start("host-" + id, () -> issue(cluster, model, host, new Random(seed + host)));
            }
            threads.join();
            cluster.close();
            final List<RecordingModel.Execution> order = model.recorder(0).executions;
            for (int id = 0; id < HOSTS; id++)
            {
                final int host = id;
                assertEquals(order, model.recorder(host).executions, "host " + host + ", seed " + seed);
                final List<Long> ofHost =
                    model.recorder(0).payloads().stream().filter(payload -> payload % HOSTS == host).toList();
                assertEquals(
                    LongStream.range(0, ofHost.size()).map(i -> i * HOSTS + host).boxed().toList(),
                    ofHost,
                    "from host " + host + ", seed " + seed);
                assertTrue(ofHost.size() >= ISOCHRONS);
            }
        }
        assertEquals(List.of(), errors);
    }

    private static void issue(final Cluster cluster, final RecordingModel model, final int host, final Random random)
    {
        final Isochron isochron = cluster.host(host).isochron();
        long payload = 0;
        for (int i = 0; i < ISOCHRONS; i++)
        {
            isochron.begin();
            for (int k = random.nextInt(MAX_OPERATIONS); k >= 0; k--)
            {
                model.append(isochron, payload++ * HOSTS + host, 0, 1, 2);
            }
            isochron.issue();
        }
        isochron.awaitExecuted();
    }

    /**
     * Nobody works for host 2, which holds up no time: not even that of those who send to it.
     */
    @Test
    void shouldNotWaitForAReceiverThatDoesNothing()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            model.issue(isochron, 1, 2);
            isochron.begin();
            for (int i = 0; i < MAX_OPERATIONS; i++)
            {
                model.append(isochron, 2, 1, 2);
            }
            isochron.issue();
            cluster.host(1).poll();
            assertEquals(MAX_OPERATIONS, model.recorder(1).executions.size());
            assertEquals(0, model.recorder(2).executions.size());
            cluster.host(2).poll();
            assertEquals(MAX_OPERATIONS + 1, model.recorder(2).executions.size());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @SuppressWarnings("try")
    void shouldBringWhatWasIssuedBeforeTheClusterIsClosed(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(context(mode).linkFaults(LinkFaults.parse("drop=0.3,delay=0.3"))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < ISOCHRONS / 10; i++)
            {
                model.issue(isochron, i, 0, 1, 2);
            }
            cluster.close();
            assertEquals(LongStream.range(0, ISOCHRONS / 10).boxed().toList(), model.recorder(2).payloads());
            assertEquals(model.recorder(0).executions, model.recorder(2).executions);
        }
    }

    /**
     * Host 1 is thrown out in the middle of what it sends and receives. What it has sent is executed everywhere or
     * nowhere, and the others go on.
     */
    @ParameterizedTest
    @CsvSource({
        "INVOKER, 0", "SHARED, 0", "HOST, 0", "DEDICATED, 0",
        "INVOKER, 0.1", "SHARED, 0.1", "HOST, 0.1", "DEDICATED, 0.1" })
    @SuppressWarnings("try")
    void shouldGoOnWithoutAHostThatIsExpelled(final ThreadingMode mode, final double fault) throws Exception
    {
        try (Cluster cluster = Cluster.launch(context(mode)
            .closeTimeout(Duration.ofSeconds(20))
            .linkFaults(0 == fault ? LinkFaults.NONE : new LinkFaults(fault, fault, fault, fault, fault, 1))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final AtomicInteger issued = new AtomicInteger();
            final TestThreads threads = new TestThreads();
            threads.start("host-0", () -> issueLonger(cluster, model, 0, issued));
            threads.start("host-1", () -> assertThrows(HostExpelledException.class, () ->
            {
                while (true)
                {
                    issueLonger(cluster, model, 1, issued);
                }
            }));
            threads.start("host-2", () -> issueLonger(cluster, model, 2, issued));
            threads.start("expel", () ->
            {
                while (issued.get() < ISOCHRONS / 4)
                {
                    cluster.host(0).poll();
                    Thread.yield();
                }
                cluster.expel(1);
            });
            threads.join();
            cluster.close();
            assertEquals(model.recorder(0).executions, model.recorder(2).executions);
            for (final int host : new int[] { 0, 2 })
            {
                assertEquals(
                    LongStream.range(0, ISOCHRONS / 2).map(i -> i * HOSTS + host).boxed().toList(),
                    model.recorder(2).payloads().stream().filter(payload -> payload % HOSTS == host).distinct()
                        .toList());
            }
        }
    }

    /**
     * Isochrons that become longer, from one packet to several.
     */
    private static void issueLonger(
        final Cluster cluster, final RecordingModel model, final int host, final AtomicInteger issued)
    {
        final Isochron isochron = cluster.host(host).isochron();
        for (int i = 0; i < ISOCHRONS / 2; i++)
        {
            isochron.begin();
            for (int k = i % MAX_OPERATIONS; k >= 0; k--)
            {
                model.append(isochron, (long)i * HOSTS + host, 0, 1, 2);
            }
            isochron.issue();
            issued.incrementAndGet();
        }
        isochron.awaitExecuted();
    }

    /**
     * In paranoid mode each buffer of a Myrinet gets a new handle when it changes its owner.
     */
    @Test
    void shouldAllocateNothingForAFrame()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER).paranoid(false)))
        {
            final CountingModel model = new CountingModel(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final int actions = new Allocations().assertNone(1000, () ->
            {
                model.issueToAll(isochron);
                cluster.host(1).poll();
                cluster.host(2).poll();
                cluster.host(0).poll();
            });
            assertEquals(actions, model.count(2));
        }
    }
}
