/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Table B2: the figures of the paper on HPAM follow from one constant.
 */
class HpamTableTest
{
    private static final double BOUND = 0.2;

    @Test
    void b2ShouldPredictPeakRateAndHalfPowerPoint()
    {
        final CostTable table = CostTables.hpam();
        assertEquals(3, table.values(CostKind.PREDICTED).size());
        assertTrue(table.worst() < BOUND, () -> table.rows().toString());
        assertEquals(1, table.freeConstants());
    }

    @Test
    void b2ShouldFitTheRemoteRead()
    {
        for (final CostValue value : CostTables.hpam().values(CostKind.FITTED))
        {
            assertEquals(0, value.deviation(), 0.001);
        }
        for (final CostValue value : CostTables.hpam().values(CostKind.GIVEN))
        {
            assertEquals(0, value.deviation(), 0.001);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = { 0, 1 })
    void b2ShouldNotHoldIfNothingOverlapsOrEverything(final double overlap)
    {
        assertTrue(HpamTable.of(overlap).worst() > BOUND, () -> HpamTable.of(overlap).rows().toString());
    }

    /**
     * With the same windows, a stream of the library has as many messages.
     */
    @Test
    void b2ShouldSendAsManyMessagesAsTheLibrary()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            final ActiveMessages am = ActiveMessages.on(cluster, new AmContext().depth(HpamModel.DEPTH));
            final int[] handled = new int[1];
            final int handler = am.onRequest(request -> handled[0]++);
            final AmPort sender = am.port(cluster.host(0));
            final AmPort receiver = am.port(cluster.host(1));
            int most = 0;
            int sent = 0;
            while (handled[0] < HpamModel.PACKETS)
            {
                int burst = 0;
                while (sent < HpamModel.PACKETS && sender.tryRequest(1, handler, sent, 0, 0, 0))
                {
                    sent++;
                    burst++;
                }
                most = Math.max(most, burst);
                receiver.poll();
            }
            assertEquals(HpamModel.DEPTH, most);
            assertEquals(HpamModel.messagesOfStream(),
                sender.counters().requests() + receiver.counters().emptyReplies());
        }
    }

    @Test
    void b2ShouldGetFasterWithoutKeysAndWindows()
    {
        final double all = new HpamModel(HpamModel.FITTED_OVERLAP, HpamModel.ALL).roundTripUs();
        final double basic = new HpamModel(HpamModel.FITTED_OVERLAP, HpamModel.BASIC).roundTripUs();
        assertEquals(2 * HpamModel.rawUs(HpamModel.MESSAGE),
            all - (all - basic) * HpamModel.ALL / (HpamModel.ALL - HpamModel.BASIC), 1e-9);
    }
}
