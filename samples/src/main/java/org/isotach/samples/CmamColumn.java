/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;
import org.isotach.simulation.cost.CostValue;

/**
 * The times of one machine in microseconds, not numbers where there are none: as the sample {@code cmam} measures them,
 * or as they stand in a table.
 */
final class CmamColumn
{
    // Columns of the model, and its cycles in a microsecond.
    private static final int SEND_THROUGHPUT = 0;
    private static final int SEND = 1;
    private static final int RECEIVE_THROUGHPUT = 2;
    private static final int RECEIVE = 3;
    private static final double MHZ = 40;

    private final double[][] calls = new double[CmamCall.values().length][RECEIVE + 1];
    private final double[] operations = new double[CmamOperation.values().length];

    CmamColumn()
    {
        for (final double[] call : calls)
        {
            Arrays.fill(call, Double.NaN);
        }
        Arrays.fill(operations, Double.NaN);
    }

    /**
     * The times of FUNet. For {@code get_16} the paper has 36.6 us and 1457.6 cycles, which are 36.4.
     *
     * @param cycles the figure of the paper, or that of the model.
     */
    static CmamColumn funet(final ToDoubleFunction<CostValue> cycles)
    {
        final CostTable primitives = CostTables.funetPrimitives();
        final CostTable operations = CostTables.funetOperations();
        final CmamColumn column = new CmamColumn();
        for (final CmamCall call : CmamCall.values())
        {
            Arrays.setAll(column.calls[call.ordinal()], time ->
                cycles.applyAsDouble(primitives.value(call.modelRow(), time)) * call.timesOfModel() / MHZ);
        }
        for (final CmamOperation operation : CmamOperation.values())
        {
            column.set(operation, cycles.applyAsDouble(
                operations.value(operation.modelRow(), operation.modelColumn())) / MHZ);
        }
        return column;
    }

    static CmamColumn cm5()
    {
        final CmamColumn column = new CmamColumn();
        for (final CmamCall call : CmamCall.values())
        {
            column.set(call, call.cm5SendUs(), call.cm5ReceiveUs());
        }
        for (final CmamOperation operation : CmamOperation.values())
        {
            column.set(operation, operation.cm5Us());
        }
        return column;
    }

    /**
     * Sets the times of a machine on which nothing goes on when a call has returned: its throughput is its overhead.
     */
    void set(final CmamCall call, final double sendUs, final double receiveUs)
    {
        final double[] times = calls[call.ordinal()];
        times[SEND_THROUGHPUT] = sendUs;
        times[SEND] = sendUs;
        times[RECEIVE_THROUGHPUT] = receiveUs;
        times[RECEIVE] = receiveUs;
    }

    void set(final CmamOperation operation, final double us)
    {
        operations[operation.ordinal()] = us;
    }

    /**
     * Returns what sending takes of the time of a processor.
     */
    double send(final CmamCall call)
    {
        return calls[call.ordinal()][SEND];
    }

    /**
     * Returns what receiving takes of the time of a processor.
     */
    double receive(final CmamCall call)
    {
        return calls[call.ordinal()][RECEIVE];
    }

    /**
     * Returns how long it takes for each message until all are sent.
     */
    double sendThroughput(final CmamCall call)
    {
        return calls[call.ordinal()][SEND_THROUGHPUT];
    }

    /**
     * Returns how long it takes for each message until all are received.
     */
    double receiveThroughput(final CmamCall call)
    {
        return calls[call.ordinal()][RECEIVE_THROUGHPUT];
    }

    double of(final CmamOperation operation)
    {
        return operations[operation.ordinal()];
    }
}
