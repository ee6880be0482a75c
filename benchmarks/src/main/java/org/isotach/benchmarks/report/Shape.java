/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

/**
 * The form of the chart of a section.
 */
enum Shape
{
    /**
     * Groups of bars, one per subject: subjects are compared with each other.
     */
    BARS,

    /**
     * A line per subject over the numbers on the x axis: each subject is compared with itself at the first one.
     */
    LINES
}
