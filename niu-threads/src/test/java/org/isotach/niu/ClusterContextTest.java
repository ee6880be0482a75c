/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.isotach.Topology;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Waiting;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertBelongsToACluster;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClusterContextTest
{
    private final ClusterContext context = new ClusterContext();

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -2, 0, 1, 3, 255, 1 << 21 })
    void shouldRefuseASendRingSize(final int value)
    {
        assertRefused("sendRingSize: " + value + " (expected: a power of two in 2..1048576)",
            () -> context.sendRingSize(value));
        assertEquals(ClusterContext.SEND_RING_SIZE_DEFAULT, context.sendRingSize());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, 0, (1 << 20) + 1 })
    void shouldRefuseANumberOfHostsPerTokenManager(final int value)
    {
        assertRefused("hostsPerTokenManager: " + value + " (expected: 1..1048576)",
            () -> context.hostsPerTokenManager(value));
        assertEquals(ClusterContext.HOSTS_PER_TOKEN_MANAGER_DEFAULT, context.hostsPerTokenManager());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -2, 0, 3, 255, 1 << 21 })
    void shouldRefuseALinkRingSizeAndAReadCap(final int value)
    {
        assertRefused("linkRingSize: " + value + " (expected: a power of two in 1..1048576)",
            () -> context.linkRingSize(value));
        assertRefused("readCap: " + value + " (expected: a power of two in 1..1048576)",
            () -> context.readCap(value));
        assertEquals(0, context.linkRingSize());
        assertEquals(ClusterContext.READ_CAP_DEFAULT, context.readCap());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -512, 0, 1, 256, 511, 513, 1000, (1 << 30) + 1, Integer.MAX_VALUE })
    void shouldRefuseALinkLength(final int value)
    {
        assertRefused("linkLength: " + value + " (expected: a power of two in 512..2^30 bytes)",
            () -> context.linkLength(value));
        assertEquals(0, context.linkLength());
    }

    @ParameterizedTest
    @ValueSource(ints = { 512, 1 << 16, 1 << 30 })
    void shouldTakeALinkLength(final int value)
    {
        assertEquals(value, context.linkLength(value).linkLength());
    }

    /**
     * Links that become long begin short.
     */
    @Test
    void shouldLaunchWithTheLongestLinks()
    {
        try (Cluster cluster = Cluster.launch(
            context.threadingMode(ThreadingMode.INVOKER).linkLength(1 << 30)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.issue(cluster.host(0).isochron(), 1, 1);
            cluster.host(1).poll();
            assertEquals(List.of(1L), model.recorder(1).payloads());
        }
    }

    @ParameterizedTest
    @CsvSource({ "1, 64, 1024", "1, 65536, 262144", "4, 64, 4096", "256, 65536, 262144", "256, 65544, 524288",
        "1048576, 64, 1073741824", "1, 268435456, 1073741824" })
    void shouldMakeLinksAsLongAsTheirFramesAndAFewIsochrons(
        final int linkRingSize, final int maxIsochronLength, final int expected)
    {
        context.linkRingSize(linkRingSize).maxIsochronLength(maxIsochronLength);
        Cluster.launch(context.threadingMode(ThreadingMode.INVOKER)).close();
        assertEquals(expected, context.linkLength());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -8, 0, 24, 33, 100, (1 << 28) + 8 })
    void shouldRefuseAMaxIsochronLength(final int value)
    {
        assertRefused("maxIsochronLength: " + value + " (expected: a multiple of 8 in 32..2^28 bytes)",
            () -> context.maxIsochronLength(value));
        assertEquals(ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT, context.maxIsochronLength());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 1, 95, (1 << 30) + 1, Integer.MAX_VALUE })
    void shouldRefuseASlabThatIsTooSmallOrTooLargeWhenTheClusterIsLaunched(final int value)
    {
        context.maxIsochronLength(32).slabLength(value);
        assertRefused("slabLength: " + value + " (expected: at least three times maxIsochronLength 32," +
            " and at most 2^30 bytes; " + (value > 96 ? "lower" : "raise") + " slabLength or leave it unset)",
            () -> Cluster.launch(context));
        try (Cluster cluster = Cluster.launch(context.slabLength(96)))
        {
            assertEquals(96, cluster.context().slabLength());
        }
    }

    @Test
    void shouldRefuseNegativeTimeLimits()
    {
        final Duration negative = Duration.ofNanos(-1);
        assertRefused("awaitTimeout: PT-0.000000001S (expected: not negative)", () -> context.awaitTimeout(negative));
        assertRefused("closeTimeout: PT-0.000000001S (expected: not negative)", () -> context.closeTimeout(negative));
        assertEquals(ClusterContext.AWAIT_TIMEOUT_DEFAULT, context.awaitTimeout());
        assertEquals(ClusterContext.CLOSE_TIMEOUT_DEFAULT, context.closeTimeout());
    }

    @Test
    void shouldTakeForeverAsATimeLimit()
    {
        final Duration forever = ChronoUnit.FOREVER.getDuration();
        context.threadingMode(ThreadingMode.INVOKER).awaitTimeout(forever).closeTimeout(forever);
        try (Cluster cluster = Cluster.launch(context))
        {
            cluster.host(0).waiter().await(() -> true, "nothing");
            assertEquals(Waiter.NO_LIMIT_NS, cluster.context().awaitTimeoutNs());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { -1, 0, 257 })
    void shouldRefuseANumberOfHosts(final int hosts)
    {
        assertThrows(IllegalArgumentException.class, () -> context.hosts(hosts));
        assertNull(context.topology());
    }

    @Test
    void shouldNotGiveLongIsochronsMoreMemoryThanThereCanBe()
    {
        try (Cluster cluster = Cluster.launch(context.maxIsochronLength(1 << 28)))
        {
            assertEquals(1 << 30, cluster.context().slabLength());
        }
    }

    @Test
    void shouldFillInWhatWasNotSet()
    {
        try (Cluster cluster = Cluster.launch(context))
        {
            assertSame(context, cluster.context());
            assertEquals(Topology.singleSwitch(2), context.topology());
            assertNotNull(context.threadingMode());
            assertNotNull(context.threadFactory());
            assertNotNull(context.errorHandler());
            assertEquals(Waiting.PARK, context.waiting());
            assertEquals(256, context.linkRingSize());
            assertEquals(Boolean.getBoolean(ClusterContext.PARANOID_PROPERTY), context.paranoid());
            assertEquals(256 * 1024, context.linkLength());
            assertEquals(16 * ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT, context.slabLength());
        }
    }

    @Test
    void shouldMakeLinksSmallerWhenThereAreManyHosts()
    {
        context.hosts(ClusterContext.MANY_HOSTS + 1).threadingMode(ThreadingMode.INVOKER);
        Cluster.launch(context).close();
        assertEquals(ClusterContext.SMALL_LINK_RING_SIZE_DEFAULT, context.linkRingSize());
    }

    @ParameterizedTest
    @MethodSource("setters")
    void shouldNotBeChangedOnceItBelongsToACluster(final Consumer<ClusterContext> setter)
    {
        Cluster.launch(context.threadingMode(ThreadingMode.INVOKER)).close();
        assertBelongsToACluster(context, () -> setter.accept(context));
    }

    private static Stream<Consumer<ClusterContext>> setters()
    {
        return Stream.of(
            context -> context.hosts(3),
            context -> context.topology(Topology.chain(2, 2)),
            context -> context.threadingMode(ThreadingMode.HOST),
            context -> context.waiting(Waiting.SPIN),
            context -> context.sendRingSize(2),
            context -> context.linkRingSize(2),
            context -> context.readCap(2),
            context -> context.linkLength(512),
            context -> context.hostsPerTokenManager(1),
            context -> context.maxIsochronLength(64),
            context -> context.slabLength(1 << 20),
            context -> context.awaitTimeout(Duration.ZERO),
            context -> context.closeTimeout(Duration.ZERO),
            context -> context.threadFactory(Thread::new),
            context -> context.errorHandler(error ->
            {
            }),
            context -> context.paranoid(true),
            context -> context.frames(FrameTransport.PACKETS),
            Cluster::launch);
    }

    @Test
    void shouldRefuseATraceFileThatCannotBeWritten(@TempDir final Path directory) throws IOException
    {
        final Path file = Files.writeString(directory.resolve("file"), "");
        for (final Path wrong : List.of(directory, file.resolve("trace.svg"), Path.of("")))
        {
            assertRefused("traceFile: '" + wrong + "' (expected: a file that can be written; it comes from" +
                " ClusterContext.traceFile, or from the system property isotach.trace)",
                () -> Cluster.launch(new ClusterContext().hosts(1).traceFile(wrong)));
        }
        Cluster.launch(new ClusterContext().hosts(1).traceFile(directory).trace(0)).close();
        Cluster.launch(new ClusterContext().hosts(1).traceFile(directory.resolve("new/trace.svg"))).close();
        assertTrue(Files.exists(directory.resolve("new/trace.svg")));
    }

    @Test
    void shouldTellItsSettings()
    {
        context.hosts(3).threadingMode(ThreadingMode.SHARED).sendRingSize(8).linkRingSize(4).readCap(2).linkLength(1024)
            .maxIsochronLength(64).slabLength(512).awaitTimeout(Duration.ofSeconds(5)).closeTimeout(Duration.ZERO)
            .paranoid(true).linkFaults(LinkFaults.NONE);
        assertEquals("ClusterContext{topology=" + Topology.singleSwitch(3) + ", threadingMode=SHARED, waiting=PARK," +
            " sendRingSize=8, linkRingSize=4, readCap=2, linkLength=1024, maxIsochronLength=64, slabLength=512," +
            " awaitTimeout=PT5S, closeTimeout=PT0S, paranoid=true}", context.toString());
    }
}
