/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

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

    @Test
    void b2ShouldGetFasterWithoutKeysAndWindows()
    {
        final double all = new HpamModel(HpamModel.FITTED_OVERLAP, HpamModel.ALL).roundTripUs();
        final double basic = new HpamModel(HpamModel.FITTED_OVERLAP, HpamModel.BASIC).roundTripUs();
        assertEquals(2 * HpamModel.rawUs(HpamModel.MESSAGE),
            all - (all - basic) * HpamModel.ALL / (HpamModel.ALL - HpamModel.BASIC), 1e-9);
    }
}
