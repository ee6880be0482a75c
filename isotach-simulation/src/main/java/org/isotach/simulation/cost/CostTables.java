/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;

/**
 * The tables of the papers on FUNet, HPAM and Myrinet, beside what models in virtual time predict. Each call runs the
 * models; the same call always returns the same values.
 */
public final class CostTables
{
    private CostTables()
    {
    }

    /**
     * Sending and receiving with FUNet (Hoe, FUNet, table 6.1).
     *
     * @return the table.
     */
    public static CostTable funetPrimitives()
    {
        return new FuniTables(FuniCosts.FITTED).primitives();
    }

    /**
     * Round trips, shared memory and barriers with FUNet (Hoe, FUNet, table 6.1).
     *
     * @return the table.
     */
    public static CostTable funetOperations()
    {
        return new FuniTables(FuniCosts.FITTED).operations();
    }

    /**
     * Round trips and streams with HPAM (Martin, HPAM, section 7).
     *
     * @return the table.
     */
    public static CostTable hpam()
    {
        return HpamTable.of(HpamModel.FITTED_OVERLAP);
    }

    /**
     * Timers of requests (Martin, HPAM, section 6.2).
     *
     * @return the table.
     */
    public static CostTable timers()
    {
        return TimerTable.of();
    }

    /**
     * The shapes of the figures of Myrinet (Panariti, "Performance Results").
     *
     * @return the table.
     */
    public static CostTable myrinet()
    {
        return MyrinetTable.of(MyrinetModel.HOST);
    }

    /**
     * All of them.
     *
     * @return a new list.
     */
    public static List<CostTable> all()
    {
        return List.of(funetPrimitives(), funetOperations(), hpam(), timers(), myrinet());
    }
}
