/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;
import java.util.Locale;

/**
 * The figures of the paper on HPAM (Martin, HPAM, section 7).
 */
final class HpamTable
{
    private static final double ROUND_TRIP_US = 29;

    private HpamTable()
    {
    }

    /**
     * @param overlap share of the cycles of the processors that overlaps with the network.
     */
    static CostTable of(final double overlap)
    {
        final HpamModel model = new HpamModel(overlap, HpamModel.ALL);
        final double rawUs = HpamModel.rawUs(HpamModel.SHORTEST_PACKET);
        return new CostTable("HPAM: two workstations on FDDI (Martin, HPAM, section 7)", List.of("figure"), 1,
            String.format(Locale.ROOT, "fitted: %.1f %% of the %.0f cycles of a message (table 2) overlap with the" +
                " network", 100 * overlap, HpamModel.ALL))
            .row("raw, 22 bytes, one way (us)", CostValue.given(10.15, rawUs))
            .row("raw, 22 bytes, both ways (us)", CostValue.predicted(20, 2 * rawUs))
            .row("remote read (us)", CostValue.fitted(ROUND_TRIP_US, model.roundTripUs()))
            .row("peak rate (MB/s)", CostValue.predicted(12, model.bandwidth(HpamModel.LONGEST_PAYLOAD)))
            .row("half of the peak rate at (bytes)", CostValue.predicted(176, model.halfPowerPoint()))
            .row("remote read without windows (us)",
                CostValue.unpublished(new HpamModel(overlap, HpamModel.ALL - HpamModel.WINDOWS).roundTripUs()))
            .row("remote read without windows and keys (us)", CostValue.unpublished(
                new HpamModel(overlap, HpamModel.ALL - HpamModel.WINDOWS - HpamModel.KEYS).roundTripUs()));
    }
}
