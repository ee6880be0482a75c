/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.nio.file.Path;
import java.util.stream.IntStream;

import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.thread.ForeignText;
import org.isotach.niu.trace.SpaceTimeDiagram;
import org.isotach.niu.trace.TraceRecorder;

/**
 * Creates the recorder of a cluster, and draws the trace at the end of the cluster, if the settings say so.
 */
final class TraceFile
{
    private TraceFile()
    {
    }

    /**
     * @return the recorder, null if nothing is recorded.
     */
    static TraceRecorder recorder(final ClusterContext context)
    {
        if (0 == context.trace())
        {
            return null;
        }
        final Topology topology = context.topology();
        final TraceRecorder recorder = new TraceRecorder(
            IntStream.range(0, topology.hostCount()).mapToObj(topology::hostName).toList(),
            context.trace(),
            null == context.scheduler());
        recorder.reader(ExpulsionFrame.FAMILY, ExpulsionFrame::read);
        return recorder;
    }

    static void writeIfAsked(final HostCluster cluster)
    {
        final Path file = cluster.context().traceFile();
        if (null == file || null == cluster.recorder())
        {
            return;
        }
        try
        {
            // Several clusters may be closed at the same time.
            synchronized (TraceFile.class)
            {
                SpaceTimeDiagram.write(file, cluster.recorder().trace());
            }
        }
        catch (final Throwable ex)
        {
            // Readers of operations are of the models, and a long trace takes much memory: the cluster closes anyway.
            cluster.handlers().report(new IsotachException("no trace in " + file + ": " + ForeignText.of(ex) +
                " (expected: a writable file, readers of operations that do not throw, and memory to draw " +
                cluster.context().trace() + " events of each host): change ClusterContext.traceFile() or trace()")
                .initCause(ex));
        }
    }
}
