/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Links that are short: what they take, what waits, and what is refused.
 */
final class LinkLengthTest
{
    private static final int SHORTEST = 512;
    private static final int HOSTS = 3;
    private static final int ISOCHRONS = 3_000;

    // In the shortest link.
    private static final int MAX_OPERATIONS = 7;

    private static ClusterContext shortLinks(final ThreadingMode mode)
    {
        return new ClusterContext().hosts(HOSTS).threadingMode(mode).linkLength(SHORTEST);
    }

    /**
     * The longest isochron of 512 bytes takes 168: half of them, without a line, and without the header.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @SuppressWarnings("try")
    void shouldRefuseAnOperationThatNoLinkTakes(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(shortLinks(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            for (int i = 0; i < MAX_OPERATIONS; i++)
            {
                model.append(isochron, i, 0, 1, 2);
            }
            final IsochronTooLargeException refusal =
                assertThrows(IsochronTooLargeException.class, () -> model.append(isochron, MAX_OPERATIONS, 1));
            assertEquals("operation of 24 bytes does not fit behind the 168 bytes of the 7 operations of this" +
                " isochron (maximum: 168 bytes): issue fewer operations at a time, or raise" +
                " ClusterContext.linkLength: links of 512 bytes take no longer isochrons", refusal.getMessage());
            // What was appended before is as it was.
            isochron.issue();
            model.issue(isochron, MAX_OPERATIONS, 1);
            cluster.close();
            assertEquals(LongStream.range(0, MAX_OPERATIONS).boxed().toList(), model.recorder(2).payloads());
            assertEquals(LongStream.rangeClosed(0, MAX_OPERATIONS).boxed().toList(), model.recorder(1).payloads());
        }
    }

    @ParameterizedTest
    @CsvSource({ "160, 512, maxIsochronLength", "168, 512, linkLength: links of 512 bytes take no longer isochrons",
        "176, 512, linkLength: links of 512 bytes take no longer isochrons", "424, 2048, maxIsochronLength" })
    void shouldNameTheSettingThatLimitsAnIsochron(
        final int maxIsochronLength, final int linkLength, final String expected)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER)
            .maxIsochronLength(maxIsochronLength).linkLength(linkLength)))
        {
            final Isochron isochron = cluster.host(0).isochron().begin();
            final IsochronTooLargeException refusal =
                assertThrows(IsochronTooLargeException.class, () -> isochron.append(1024));
            assertTrue(refusal.getMessage().endsWith("or raise ClusterContext." + expected), refusal.getMessage());
            isochron.abandon();
        }
    }

    /**
     * Everybody sends to everybody, more than links take, in isochrons of all lengths.
     */
    @ParameterizedTest
    @CsvSource({
        "INVOKER, 512, 256", "SHARED, 512, 256", "HOST, 512, 256", "DEDICATED, 512, 256",
        "INVOKER, 2048, 4", "SHARED, 2048, 4", "HOST, 2048, 4", "DEDICATED, 2048, 4" })
    @SuppressWarnings("try")
    void shouldDeliverEverythingWhenThereAreFewBytes(
        final ThreadingMode mode, final int linkLength, final int linkRingSize) throws Exception
    {
        final long seed = System.nanoTime();
        try (Cluster cluster = Cluster.launch(
            shortLinks(mode).linkLength(linkLength).linkRingSize(linkRingSize).sendRingSize(64)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final TestThreads threads = new TestThreads();
            for (int id = 0; id < HOSTS; id++)
            {
                final int host = id;
                threads.start("host-" + id, () ->
                {
                    final Random random = new Random(seed + host);
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
                });
            }
            threads.join();
            cluster.close();
            final List<Long> order = model.recorder(0).payloads();
            for (int id = 0; id < HOSTS; id++)
            {
                final int host = id;
                assertEquals(order, model.recorder(host).payloads(), "host " + host + ", seed " + seed);
                final List<Long> ofHost = order.stream().filter(payload -> payload % HOSTS == host).toList();
                final List<Long> expected =
                    LongStream.range(0, ofHost.size()).map(i -> i * HOSTS + host).boxed().toList();
                assertEquals(expected, ofHost, "from host " + host + ", seed " + seed);
                assertTrue(ofHost.size() >= ISOCHRONS);
            }
        }
    }

    /**
     * The link to host 1 is full of bytes, and what waits for room there goes to host 2, too, when host 1 is expelled.
     */
    @Test
    void shouldSendWhatHasWaitedForBytesAtAHostThatIsExpelled()
    {
        try (Cluster cluster = Cluster.launch(shortLinks(ThreadingMode.INVOKER).closeTimeout(Duration.ofSeconds(10))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            int issued = 0;
            boolean isIssued = true;
            while (isIssued)
            {
                isochron.begin();
                for (int i = 0; i < MAX_OPERATIONS; i++)
                {
                    model.append(isochron, issued, 1, 2);
                }
                isIssued = isochron.tryIssue();
                issued++;
            }
            assertFalse(isIssued);
            cluster.expel(1);
            isochron.issue();
            isochron.awaitExecuted();
            cluster.host(2).poll();
            assertEquals(MAX_OPERATIONS * issued, model.recorder(2).payloads().size());
        }
    }
}
