/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;

/**
 * A model whose operations do nothing but leave a trace: every host writes down what it executes, in that order.
 */
public final class RecordingModel
{
    public static final int FAMILY = 15;
    public static final int LENGTH = 3 * Long.BYTES;
    private static final int OPCODE = FAMILY << 4;
    private static final int PAYLOAD_OFFSET = Long.BYTES;
    private static final int HOSTS_OFFSET = 2 * Long.BYTES;

    /**
     * An operation that a host executed.
     *
     * @param hosts bit h is set if the operation was sent to host h.
     */
    public record Execution(long timestamp, int sender, long payload, long hosts)
    {
        public boolean isPurelyLocal()
        {
            return hosts == 1L << sender;
        }
    }

    /**
     * What the executor of one host does.
     */
    public static final class Recorder implements OperationExecutor
    {
        public final List<Execution> executions = new ArrayList<>();
        private final int host;
        private int calls;
        private int passedOver;
        private OnExecution onExecution = payload ->
        {
        };

        public Recorder(final int host)
        {
            this.host = host;
        }

        @Override
        public int execute(
            final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
        {
            calls++;
            int next = offset;
            while (next < limit && FAMILY == OperationHeader.family(frame.getLong(next)))
            {
                final long hosts = frame.getLong(next + HOSTS_OFFSET);
                if (0 == (hosts & 1L << host))
                {
                    passedOver++;
                }
                else
                {
                    final long payload = frame.getLong(next + PAYLOAD_OFFSET);
                    executions.add(new Execution(timestamp, sender, payload, hosts));
                    onExecution.accept(payload);
                }
                next += LENGTH;
            }
            return next;
        }

        public void onExecution(final OnExecution action)
        {
            onExecution = action;
        }

        /**
         * How often it was given operations that lie behind each other in a frame.
         */
        public int calls()
        {
            return calls;
        }

        /**
         * Operations for other hosts only that it was given.
         */
        public int passedOver()
        {
            return passedOver;
        }

        public List<Long> payloads()
        {
            final List<Long> payloads = new ArrayList<>();
            executions.forEach(execution -> payloads.add(execution.payload()));
            return payloads;
        }

        public List<Long> timestamps()
        {
            final List<Long> timestamps = new ArrayList<>();
            executions.forEach(execution -> timestamps.add(execution.timestamp()));
            return timestamps;
        }
    }

    /**
     * Called inside an operation.
     */
    @FunctionalInterface
    public interface OnExecution
    {
        void accept(long payload);
    }

    private final Topology topology;
    private final Recorder[] recorders;

    private RecordingModel(final Cluster cluster)
    {
        topology = cluster.topology();
        recorders = new Recorder[cluster.hostCount()];
        for (int host = 0; host < recorders.length; host++)
        {
            recorders[host] = new Recorder(host);
            cluster.host(host).models().register(FAMILY, recorders[host], (slot, value) ->
            {
            });
        }
    }

    public static RecordingModel on(final Cluster cluster)
    {
        return new RecordingModel(cluster);
    }

    /**
     * What a host has executed; to be read by the thread that worked for it, or after the cluster was closed.
     */
    public Recorder recorder(final int host)
    {
        return recorders[host];
    }

    public void append(final Isochron isochron, final long payload, final int... hosts)
    {
        write(isochron.buffer(), isochron.append(LENGTH), payload, mask(hosts));
        for (final int host : hosts)
        {
            isochron.touch(host, topology.distance(isochron.hostId(), host));
        }
    }

    public void issue(final Isochron isochron, final long payload, final int... hosts)
    {
        isochron.begin();
        append(isochron, payload, hosts);
        isochron.issue();
    }

    /**
     * A bit for each host, as {@link Execution#hosts()}.
     */
    public static long mask(final int... hosts)
    {
        long mask = 0;
        for (final int host : hosts)
        {
            mask |= 1L << host;
        }
        return mask;
    }

    public static void write(final OffHeapBuffer buffer, final int offset, final long payload, final long hosts)
    {
        buffer.putLong(offset, OperationHeader.encode(OPCODE, LENGTH, 0, 0));
        buffer.putLong(offset + PAYLOAD_OFFSET, payload);
        buffer.putLong(offset + HOSTS_OFFSET, hosts);
    }
}
