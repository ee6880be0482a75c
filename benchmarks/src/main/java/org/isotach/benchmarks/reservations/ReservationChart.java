/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.io.IOException;
import java.nio.file.Path;

/**
 * placeholder.
 */
final class ReservationChart
{
    ReservationChart(final ReservationResults results)
    {
    }

    void write(final Path file) throws IOException
    {
    }
}
