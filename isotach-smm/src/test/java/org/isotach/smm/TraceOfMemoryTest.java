/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.trace.SpaceTimeDiagram;
import org.isotach.niu.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a cluster records of its memory, in each threading mode.
 */
class TraceOfMemoryTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldRecordEachVariableOfARow() throws Exception
    {
        final int[] row = IntStream.range(20, 30).toArray();
        final Path file = directory.resolve("row.svg");
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).trace(200)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            memory.names(address -> "v" + address);
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();

            port.write(isochron.begin(), row, IntStream.of(row).asLongStream().toArray());
            isochron.issue();
            isochron.awaitExecuted();

            SpaceTimeDiagram.write(file, cluster.trace());
        }
        final String picture = Files.readString(file);
        for (final int address : row)
        {
            assertTrue(picture.contains("write v" + address + " = " + address), picture);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRecordEachOperation(final ThreadingMode mode) throws Exception
    {
        final Path file = directory.resolve("trace.svg");
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).trace(200)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            memory.names(List.of("apples", "pears", "plums")::get);
            final MemoryPort port = memory.port(cluster.host(0));
            final MemoryPort other = memory.port(cluster.host(1));
            final Isochron isochron = cluster.host(0).isochron();
            final Isochron isochronOfOther = cluster.host(1).isochron();
            final TakenVariables taken = new TakenVariables(2);

            isochron.begin();
            port.take(isochron, new int[]{ 0, 1 }, taken);
            isochron.issue();
            taken.await();
            isochron.awaitExecuted();

            final IsoValue apples = new IsoValue();
            isochronOfOther.begin().fresh();
            other.read(isochronOfOther, 0, apples);
            other.sched(isochronOfOther, 2);
            isochronOfOther.issue();
            isochronOfOther.awaitExecuted();
            assertFalse(apples.isReady());

            isochronOfOther.begin();
            other.cancel(isochronOfOther, 2);
            other.update(isochronOfOther, 2, UpdateFunction.ADD, 5);
            isochronOfOther.issue();
            isochron.begin();
            port.assign(isochron, taken, new long[]{ 7, 8 });
            isochron.issue();
            assertEquals(7, apples.await());
            isochron.awaitExecuted();
            isochronOfOther.awaitExecuted();

            final Trace trace = cluster.trace();
            assertEquals(4, trace.executedIsochrons());
            assertEquals(0, trace.unexecutedIsochrons());
            assertEquals(1, trace.waitingReads());
            SpaceTimeDiagram.write(file, trace);
        }
        final String picture = Files.readString(file);
        for (final String part : List.of(
            ">take apples pears<", ">read apples; sched plums<", ">cancel, update plums<", ">assign apples pears<",
            "assign apples = 7\nassign pears = 8", "apples, pears at host-1: reserved by host-0 in pulse",
            "read of apples by host-1 in pulse", "executed at host-"))
        {
            assertTrue(picture.contains(part), part + " in " + picture);
        }
    }

    @Test
    void shouldRecordNothingUnlessItIsAsked()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2)))
        {
            final String message = assertThrows(IllegalStateException.class, cluster::trace).getMessage();
            assertTrue(message.contains("ClusterContext.trace()"), message);
        }
        assertThrows(IllegalArgumentException.class, () -> new ClusterContext().trace(-1));
    }

    @Test
    void shouldTellTheErrorHandlerWhenTheFileCannotBeWritten() throws IOException
    {
        final Path file = directory.resolve("trace.svg");
        final StringBuilder errors = new StringBuilder();
        final Cluster cluster = Cluster.launch(new ClusterContext().errorHandler(errors::append).traceFile(file));
        Files.createDirectory(file);
        cluster.close();
        assertTrue(errors.toString().contains("no trace in " + file), errors.toString());
    }
}
