/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.Isochron;
import org.isotach.OperationHeader;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * I56 (Ironman section B.1.2): operations of unknown type are passed over and counted; what else is in the frame takes
 * effect.
 */
class UnknownOperationTest
{
    private static final int UNKNOWN_FAMILY = 9;
    private static final int CLUSTER_FAMILY = 2;
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatIsBehindAnOperationOfAFamilyWithoutModel(final ThreadingMode mode)
    {
        final RecordingModel model;
        final Cluster cluster = Cluster.launch(context(mode));
        try (cluster)
        {
            model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            model.append(isochron, 1, 0, 1);
            append(isochron, UNKNOWN_FAMILY, 5);
            append(isochron, UNKNOWN_FAMILY, 1);
            model.append(isochron, 2, 0, 1);
            isochron.issue();
            model.issue(isochron, 3, 0, 1);
            isochron.awaitExecuted();
        }
        for (int host = 0; host < 2; host++)
        {
            assertEquals(List.of(1L, 2L, 3L), model.recorder(host).payloads());
            assertEquals(2, cluster.host(host).unknownOperations());
            final String first = "unknown operation 1 at host " + host + ": type 0x90 from host 0, pulse 2, family 9" +
                " without a model; it was passed over (give all hosts the same models, before the first isochron)";
            assertTrue(errors.stream().anyMatch(error -> first.equals(error.getMessage())), errors::toString);
        }
        assertEquals(4, errors.size());
    }

    @Test
    void shouldExecutePurelyLocalIsochronsWithUnknownOperations()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            append(isochron, UNKNOWN_FAMILY, 2);
            model.append(isochron, 1, 0);
            isochron.issue();
            assertEquals(List.of(1L), model.recorder(0).payloads());
            assertEquals(1, cluster.host(0).unknownOperations());
            assertEquals(0, cluster.host(1).unknownOperations());
        }
    }

    /**
     * The family of the cluster itself has one type: none other of it may expel a host.
     */
    @Test
    void shouldNotTakeUnknownOperationsForThoseOfTheCluster()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            final int offset = isochron.append(OperationHeader.LENGTH);
            isochron.buffer().putLong(
                offset, OperationHeader.encode(CLUSTER_FAMILY << 4 | 1, OperationHeader.LENGTH, 1, 0));
            model.append(isochron, 1, 0, 1);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(1, cluster.host(0).unknownOperations());
            model.issue(isochron, 2, 0, 1);
            isochron.awaitExecuted();
            cluster.host(1).poll();
            assertEquals(List.of(1L, 2L), model.recorder(1).payloads());
        }
    }

    /**
     * Nobody can step over it, so the rest of its frame is lost, and nothing behind that.
     */
    @ParameterizedTest
    @ValueSource(longs = { 0, 4, -8, 48, 1L << 31, Integer.MAX_VALUE })
    void shouldPassOverTheRestWhenALengthMakesNoSense(final long length)
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            model.append(isochron, 1, 0, 1);
            final int offset = isochron.append(2 * Long.BYTES);
            isochron.buffer().putLong(offset, UNKNOWN_FAMILY << 4);
            isochron.buffer().putLong(offset + Long.BYTES, length & 0xFFFF_FFFFL);
            model.append(isochron, 2, 0, 1);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(1, cluster.host(0).unknownOperations());
            assertTrue(
                errors.get(0).getMessage().contains("its length of " + (int)length + " bytes does not fit, so the" +
                " last 40 of the frame were passed over"), errors::toString);
            model.issue(isochron, 3, 0, 1);
            isochron.awaitExecuted();
            assertEquals(List.of(1L, 3L), model.recorder(0).payloads());
        }
    }

    @Test
    void shouldPassOverALongOperationWithoutItsLength()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron().begin();
            model.append(isochron, 1, 0, 1);
            isochron.buffer().putLong(isochron.append(Long.BYTES), UNKNOWN_FAMILY << 4);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(1, cluster.host(0).unknownOperations());
            assertTrue(errors.get(0).getMessage().contains("the last 8 of the frame"), errors::toString);
        }
    }

    /**
     * Whatever the words are: the frame ends, and the isochrons behind it execute.
     */
    @Test
    void shouldSurviveGarbage()
    {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            for (int round = 0; round < 1000; round++)
            {
                isochron.begin();
                model.append(isochron, 2 * round, 0, 1);
                final int words = 1 + random.nextInt(20);
                for (int word = 0; word < words; word++)
                {
                    // No family that has a model: what such an operation says is believed.
                    final int family = 3 + random.nextInt(12);
                    isochron.buffer().putLong(
                        isochron.append(Long.BYTES), random.nextLong() & ~0xF0L | family << 4);
                }
                isochron.issue();
                // Or the next one may share the frame.
                isochron.awaitExecuted();
                model.issue(isochron, 2 * round + 1, 0, 1);
                isochron.awaitExecuted();
                assertEquals(2 * (round + 1), model.recorder(0).executions.size(), () -> "seed " + seed);
            }
            assertTrue(cluster.host(0).unknownOperations() >= 1000, () -> "seed " + seed);
            assertEquals(
                errors.size(), cluster.host(0).unknownOperations() + cluster.host(1).unknownOperations());
        }
    }

    private static void append(final Isochron isochron, final int family, final int words)
    {
        final int offset = isochron.append(words * Long.BYTES);
        isochron.buffer().putLong(offset, OperationHeader.encode(family << 4, words * Long.BYTES, 0, 0));
        for (int word = 1; word + 2 < words; word += 3)
        {
            // What would be an operation of the model, were it looked at.
            RecordingModel.write(isochron.buffer(), offset + word * Long.BYTES, -1, -1);
        }
    }

    private ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().hosts(2).threadingMode(mode).errorHandler(errors::add);
    }
}
