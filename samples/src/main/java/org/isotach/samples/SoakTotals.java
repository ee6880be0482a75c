/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The totals of the rounds of a soak.
 */
final class SoakTotals
{
    private final Violations violations = new Violations();
    private long rounds;
    private long isochrons;
    private long faults;

    void add(final SoakRound round)
    {
        rounds++;
        isochrons += round.isochrons();
        faults += round.faults();
        violations.add(round.violations(), round.first());
    }

    Violations violations()
    {
        return violations;
    }

    long rounds()
    {
        return rounds;
    }

    long isochrons()
    {
        return isochrons;
    }

    /**
     * Link faults and expelled hosts.
     */
    long faults()
    {
        return faults;
    }
}
